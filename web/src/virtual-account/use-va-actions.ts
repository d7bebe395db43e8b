/** What people do with a number, and what is read again afterwards. */
import type { CallBody } from '@dasbor/contract/route';
import {
  deactivateVirtualAccount,
  getVirtualAccount,
  sendVirtualAccountInstructions,
  syncVirtualAccount,
  updateVirtualAccount,
} from '@dasbor/contract/virtual-account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { showInfo, showSuccess } from '../ui/toast.ts';
import type { VaDetail } from './use-live-va.ts';

export function useVaActions(id: string) {
  const client = useQueryClient();
  const params = { id };
  const key = buildQueryKey(getVirtualAccount, { params });
  const readAgain = () => client.invalidateQueries({ queryKey: key });
  const known = () => client.getQueryData<{ data: VaDetail }>(key)?.data;
  const sync = useMutation({
    mutationFn: async () => {
      const before = known();
      const { data } = await call(syncVirtualAccount, { params });
      return before?.status !== data.status || before.payments_count !== data.payments_count;
    },
    onSuccess: (is_changed) => {
      void (is_changed ? showSuccess('Taken over from the bank') : showInfo('The bank has nothing new'));
      return readAgain();
    },
  });
  const deactivate = useMutation({
    mutationFn: () => call(deactivateVirtualAccount, { params }),
    onSuccess: () => {
      void showSuccess('Virtual account deactivated');
      return readAgain();
    },
  });
  const change = useMutation({
    mutationFn: (body: CallBody<typeof updateVirtualAccount>) => call(updateVirtualAccount, { params, body }),
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess('Virtual account changed');
      return readAgain();
    },
  });
  const send = useMutation({
    mutationFn: (email: string) => call(sendVirtualAccountInstructions, { params, body: { email } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => void showSuccess(`Sent to ${data.email}`),
  });
  return { sync, deactivate, change, send };
}
