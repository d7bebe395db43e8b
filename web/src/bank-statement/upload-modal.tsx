import { STATEMENT_UPLOAD, listBankStatements, uploadBankStatement } from '@dasbor/contract/bank-statement';
import { formatAcceptedTypes } from '@dasbor/contract/upload';
import { FileInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
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
  const submit = () => {
    setTried(true);
    if (file === null || account_error !== null) return;
    const form = new FormData();
    form.set('file', file);
    if (is_csv) form.set('account_no', account_no.trim());
    upload.mutate(form);
  };
  return (
    <FormModal
      title={t.upload.title}
      submit={t.upload.submit}
      refusal={upload.isError ? toProblem(upload.error).detail : null}
      is_busy={upload.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormModal>
  );
}
