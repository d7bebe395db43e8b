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

/** Saves the delivery configuration; the answer becomes what is loaded, so that the form re-bases on it. */
export function useSaveConfiguration(onSaved: () => void) {
  const client = useQueryClient();
  const { queryKey } = buildQuery(getNotificationConfiguration);
  return useMutation({
    mutationFn: (body: CallBody<typeof saveNotificationConfiguration>) => call(saveNotificationConfiguration, { body }),
    onSuccess: async (saved) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, saved);
      onSaved();
      void showSuccess('Configuration updated successfully');
    },
  });
}

/** Tests the SFTP details as they are typed. The first success pins the host key, so what is loaded is read again. */
export function useTestConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallBody<typeof testSftpConnection>) => call(testSftpConnection, { body }),
    onSuccess: () => {
      void showSuccess('SFTP connection test successful');
      void client.invalidateQueries({ queryKey: buildQuery(getNotificationConfiguration).queryKey });
    },
  });
}
