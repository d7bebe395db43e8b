import {
  getBatchTemplate,
  listDisbursementBatches,
  uploadDisbursementBatch,
} from '@dasbor/contract/disbursement-batch';
import { BATCH_FILE_BYTES_MAX } from '@dasbor/contract/disbursement-batch-fields';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { formatBytes } from '../ui/bytes.ts';
import { TextField } from '../ui/text-field.tsx';
import { showError } from '../ui/toast.ts';
import { batchMessages } from './batch-messages.ts';
import classes from './upload-modal.module.css';

interface UploadProps {
  opened: boolean;
  onClose: () => void;
}

/** Uploads a file of disbursements and opens its review. */
export const UploadModal = (props: UploadProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={batchMessages().uploading.title}
    size={540}
    closeButtonProps={{ 'aria-label': batchMessages().close }}
  >
    {props.opened && <UploadForm onClose={props.onClose} />}
  </Modal>
);

/** Why a file cannot be sent; null when it can. */
function findFileError(file: File | null): string | null {
  const t = batchMessages().uploading;
  if (file === null) return t.missing;
  if (!/\.(?:csv|xlsx)$/i.test(file.name)) return t.wrong_type;
  return file.size > BATCH_FILE_BYTES_MAX ? t.too_large : null;
}

function buildForm(file: File, name: string, note: string): FormData {
  const form = new FormData();
  form.set('file', file);
  if (name.trim() !== '') form.set('batch_reference', name.trim());
  if (note.trim() !== '') form.set('note', note.trim());
  return form;
}

function UploadForm({ onClose }: Pick<UploadProps, 'onClose'>) {
  const t = batchMessages().uploading;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const [was_tried, setTried] = useState(false);
  const upload = useMutation({
    mutationFn: (form: FormData) => call(uploadDisbursementBatch, { form }),
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      void client.invalidateQueries({ queryKey: buildQueryKey(listDisbursementBatches) });
      return navigate({ to: '/disbursement/$id', params: { id: data.id } });
    },
  });
  const error = findFileError(file);
  const choose = (next: File | null) => {
    upload.reset();
    setFile(next);
    if (next !== null) setTried(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (file !== null && error === null) upload.mutate(buildForm(file, name, note));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          {t.line}
        </Text>
        <TemplateLinks />
        <DropZone file={file} error={was_tried ? error : null} onChoose={choose} />
        <TextField label={t.name} description={t.name_line} maxLength={100} value={name} onChange={setName} />
        <TextField label={t.note} maxLength={500} value={note} onChange={setNote} />
        {upload.isError && (
          <Alert color="red" role="alert">
            <Text fz="sm">{toProblem(upload.error).detail}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {batchMessages().cancel}
          </Button>
          <Button type="submit" loading={upload.isPending}>
            {t.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TemplateLinks() {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      downloadFile(getBatchTemplate, { query: { format }, file_name: `disbursement-template.${format}` }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <Group gap="xs">
      <Text fz="sm">{batchMessages().uploading.template}</Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFileSpreadsheet size={15} aria-hidden />}
        onClick={() => download.mutate('xlsx')}
      >
        Excel
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFileTypeCsv size={15} aria-hidden />}
        onClick={() => download.mutate('csv')}
      >
        CSV
      </Button>
    </Group>
  );
}

interface DropZoneProps {
  file: File | null;
  error: string | null;
  onChoose: (file: File | null) => void;
}

/** Takes a file by drag and drop or by the file dialog. */
function DropZone({ file, error, onChoose }: DropZoneProps) {
  const t = batchMessages().uploading;
  const input = useRef<HTMLInputElement>(null);
  const [is_over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  };
  return (
    <div>
      <div
        className={classes.zone}
        data-over={is_over || undefined}
        data-invalid={error !== null || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={22} stroke={1.6} aria-hidden />
        {file === null ? (
          <Text>{t.drop}</Text>
        ) : (
          <Text fw={600}>
            {file.name} · {formatBytes(file.size)}
          </Text>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,.xlsx"
          aria-label={t.choose}
          className={classes.input}
          onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
        />
        <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
          {file === null ? t.choose : t.other}
        </Button>
      </div>
      {error !== null && (
        <Text c="red" fz="sm" role="alert" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}
