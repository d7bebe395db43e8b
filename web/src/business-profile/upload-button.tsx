/** Uploads the file of a document; of one that may expire, with its last day. */
import { type BusinessProfile, DOCUMENT_UPLOAD, uploadMerchantDocument } from '@dasbor/contract/business-profile';
import { EXPIRING_DOCUMENTS } from '@dasbor/contract/business-profile-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { formatAcceptedTypes } from '@dasbor/contract/upload';
import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems, toProblem } from '../api/problem.ts';
import { formatBytes } from '../ui/bytes.ts';
import { Callout } from '../ui/callout.tsx';
import { useNow } from '../ui/clock.ts';
import { DateField } from '../ui/date-field.tsx';
import { messages as uiMessages } from '../ui/messages.ts';
import { showError } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { useProfileChange } from './use-profile.ts';

type Need = BusinessProfile['document_needs'][number];

interface UploadButtonProps {
  need: Need;
  /** Name of the document. */
  title: string;
  is_replacement: boolean;
}

export function UploadButton({ need, title, is_replacement }: UploadButtonProps) {
  const t = messages().documents;
  const [choices, setChoices] = useState(0);
  const [chosen, setChosen] = useState<File | null>(null);
  const uploading = useProfileChange(
    (input: { file: File; expires_on: string }) => call(uploadMerchantDocument, { form: buildForm(need, input) }),
    { done: t.uploaded, onDone: () => setChosen(null) },
  );
  const choose = (file: File | null) => {
    // The same file can be chosen again after an error.
    setChoices((count) => count + 1);
    if (file === null) return;
    const problem = findProblem(file);
    if (problem !== null) return void showError(problem);
    uploading.reset();
    if (EXPIRING_DOCUMENTS.includes(need.document_type)) return setChosen(file);
    uploading.mutate(
      { file, expires_on: '' },
      { onError: (error: unknown) => void showError(toProblem(error).detail) },
    );
  };
  const label = is_replacement ? t.replace : t.upload;
  return (
    <>
      <FileButton
        key={choices}
        accept={formatAcceptedTypes(DOCUMENT_UPLOAD)}
        inputProps={{ 'aria-label': `${label} ${title}` }}
        onChange={choose}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            leftSection={<IconUpload size={16} aria-hidden />}
            aria-label={`${label} ${title}`}
            loading={uploading.isPending}
          >
            {label}
          </Button>
        )}
      </FileButton>
      {chosen !== null && (
        <ExpiryModal
          title={title}
          file={chosen}
          error={uploading.error}
          is_pending={uploading.isPending}
          onChange={uploading.reset}
          onUpload={(expires_on) => uploading.mutate({ file: chosen, expires_on })}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

interface ExpiryModalProps {
  title: string;
  file: File;
  error: Error | null;
  is_pending: boolean;
  onChange: () => void;
  /** With the last day on which the document is valid; empty: it does not expire. */
  onUpload: (expires_on: string) => void;
  onClose: () => void;
}

function ExpiryModal({ title, file, error, is_pending, onChange, onUpload, onClose }: ExpiryModalProps) {
  const t = messages().documents;
  const [expires_on, setExpiresOn] = useState('');
  const today = toBusinessDay(useNow(60_000));
  const refused = toFieldProblems(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onUpload(expires_on);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.upload_title(title)}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {error !== null && refused['expires_on'] === undefined && <Callout kind="error">{error.message}</Callout>}
          <Text fz="sm">{t.file(file.name, formatBytes(file.size))}</Text>
          <DateField
            label={t.expiry}
            description={t.expiry_hint}
            value={expires_on}
            onChange={(day) => {
              setExpiresOn(day);
              onChange();
            }}
            error={refused['expires_on']}
            {...(error === null ? {} : { touched: true })}
            min={today}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {uiMessages().cancel}
            </Button>
            <Button type="submit" loading={is_pending}>
              {t.upload}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function buildForm(
  { document_type, person_id }: Need,
  { file, expires_on }: { file: File; expires_on: string },
): FormData {
  const form = new FormData();
  form.append('document_type', document_type);
  if (person_id !== null) form.append('person_id', person_id);
  if (expires_on !== '') form.append('expires_on', expires_on);
  form.append(DOCUMENT_UPLOAD.field, file);
  return form;
}

/** Checks of the browser before the file is sent; the server decides. */
function findProblem({ size, type }: File): string | null {
  const t = messages().documents;
  if (size > DOCUMENT_UPLOAD.max_bytes) return t.too_large;
  return type === '' || /^(application\/pdf|image\/(png|jpeg))$/.test(type) ? null : t.wrong_type;
}
