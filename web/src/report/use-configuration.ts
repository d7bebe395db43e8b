import {
  getNotificationConfiguration,
  saveNotificationConfiguration,
  testSftpConnection,
} from '@dasbor/contract/report-delivery';
import type { CallBody } from '@dasbor/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Saves the delivery configuration; the response replaces the cached one, which the form is based on. */
export function useSaveConfiguration(onSaved: () => void) {
  const client = useQueryClient();
  const { queryKey } = buildQuery(getNotificationConfiguration);
  return useMutation({
    mutationFn: (body: CallBody<typeof saveNotificationConfiguration>) => call(saveNotificationConfiguration, { body }),
    onSuccess: async (saved) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, saved);
      onSaved();
      void showSuccess(messages().configuration.saved);
    },
  });
}

/** Tests the entered SFTP details. The first success pins the host key, so the configuration is refetched. */
export function useTestConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallBody<typeof testSftpConnection>) => call(testSftpConnection, { body }),
    onSuccess: () => {
      void showSuccess(messages().configuration.tested);
      void client.invalidateQueries({ queryKey: buildQuery(getNotificationConfiguration).queryKey });
    },
  });
}
