import { STATEMENT_UPLOAD, listBankStatements, uploadBankStatement } from '@dasbor/contract/bank-statement';
import { formatAcceptedTypes } from '@dasbor/contract/upload';
import { Alert, Button, FileInput, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Uploads a statement and opens it with what was matched. */
export function UploadModal({ onClose }: { onClose: () => void }) {
  const t = messages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [account_no, setAccount] = useState('');
  const [is_tried, setTried] = useState(false);
  const upload = useMutation({
    mutationFn: (form: FormData) => call(uploadBankStatement, { form }),
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      void client.invalidateQueries({ queryKey: buildQueryKey(listBankStatements) });
      await navigate({ to: '/bank-statement/$id', params: { id: data.id } });
      await showSuccess(t.upload.done(data.matched_count, data.line_count));
    },
  });
  const is_csv = file !== null && /\.csv$/i.test(file.name);
  const account_error = is_csv && account_no.trim() === '' ? t.upload.account_missing : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (file === null || account_error !== null) return;
    const form = new FormData();
    form.set('file', file);
    if (is_csv) form.set('account_no', account_no.trim());
    upload.mutate(form);
  };
  return (
    <Modal opened onClose={onClose} title={t.upload.title} centered closeButtonProps={{ 'aria-label': t.close }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed" fz="sm">
            {t.upload.line}
          </Text>
          <FileInput
            label={fieldLabel({ label: t.upload.file, required: true })}
            accept={formatAcceptedTypes(STATEMENT_UPLOAD)}
            value={file}
            onChange={(next) => {
              upload.reset();
              setFile(next);
            }}
            error={is_tried && file === null ? t.upload.missing : null}
          />
          {is_csv && (
            <TextField
              label={t.upload.account}
              required
              description={t.upload.account_line}
              maxLength={35}
              value={account_no}
              onChange={setAccount}
              error={account_error}
              touched={is_tried}
            />
          )}
          {upload.isError && (
            <Alert color="red.9" variant="light" role="alert">
              {toProblem(upload.error).detail}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={upload.isPending}>
              {t.upload.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
