import { LOGO_UPLOAD, getBranding, removeLogo, uploadLogo } from '@dasbor/contract/branding';
import { formatAcceptedTypes, formatUploadLimit, formatUploadTypes } from '@dasbor/contract/upload';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { showSuccess } from '../ui/toast.ts';
import classes from './branding.module.css';
import { messages } from './messages.ts';

export function LogoPanel({ logo_url, onChange }: { logo_url: string | null; onChange: () => void }) {
  const t = messages().logo;
  const may_manage = useMay('Business profile', 'manage');
  const { upload, remove, refusal } = useLogoChanges(onChange);
  const resetFile = useRef<() => void>(null);
  const limit = formatUploadLimit(LOGO_UPLOAD.max_bytes);
  return (
    <Panel title={t.title}>
      <Stack gap="sm">
        <Group gap="md" wrap="nowrap">
          <div className={classes.frame}>{logo_url !== null && <img src={logo_url} alt={t.current} />}</div>
          <Text fz="sm" c="dimmed">
            {logo_url === null && `${t.none} `}
            {t.line(formatUploadTypes(LOGO_UPLOAD.types), limit)}
          </Text>
        </Group>
        {refusal !== null && (
          <Text fz="sm" c="var(--mantine-color-error)" role="alert">
            {refusal}
          </Text>
        )}
        {may_manage && (
          <Group gap="xs">
            <FileButton
              accept={formatAcceptedTypes(LOGO_UPLOAD)}
              resetRef={resetFile}
              onChange={(file) => {
                if (file !== null) upload.mutate(file);
                // The same file may be chosen again after an error.
                resetFile.current?.();
              }}
            >
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} aria-hidden />} loading={upload.isPending}>
                  {logo_url === null ? t.upload : t.replace}
                </Button>
              )}
            </FileButton>
            {logo_url !== null && (
              <Button
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden />}
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {t.remove}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

class TooLargeError extends Error {}

/** Upload and removal. A refusal stays at the panel. */
function useLogoChanges(onChange: () => void) {
  const t = messages().logo;
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const shared = {
    meta: { quiet: true },
    onMutate: () => setRefusal(null),
    onError: (error: Error) => setRefusal(error instanceof TooLargeError ? error.message : toProblem(error).detail),
  };
  const finish = async (saved: unknown, text: string) => {
    client.setQueryData(buildQueryKey(getBranding), saved);
    onChange();
    await showSuccess(text);
  };
  const upload = useMutation({
    ...shared,
    mutationFn: (file: File) => {
      // Refused here already, because the server cuts the connection of a much larger file.
      if (file.size > LOGO_UPLOAD.max_bytes)
        throw new TooLargeError(t.too_large(formatUploadLimit(LOGO_UPLOAD.max_bytes)));
      const form = new FormData();
      form.append(LOGO_UPLOAD.field, file);
      return call(uploadLogo, { form });
    },
    onSuccess: (saved) => finish(saved, t.saved),
  });
  const remove = useMutation({
    ...shared,
    mutationFn: () => call(removeLogo),
    onSuccess: (saved) => finish(saved, t.removed),
  });
  return { upload, remove, refusal };
}
