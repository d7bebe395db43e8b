/** The actions of a virtual account; each reloads it. */
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
import { messages } from './messages.ts';
import type { VaDetail } from './use-live-va.ts';

export function useVaActions(id: string) {
  const t = messages();
  const client = useQueryClient();
  const params = { id };
  const key = buildQueryKey(getVirtualAccount, { params });
  const reload = () => client.invalidateQueries({ queryKey: key });
  const known = () => client.getQueryData<{ data: VaDetail }>(key)?.data;
  const sync = useMutation({
    mutationFn: async () => {
      const before = known();
      const { data } = await call(syncVirtualAccount, { params });
      return before?.status !== data.status || before.payments_count !== data.payments_count;
    },
    onSuccess: (is_changed) => {
      void (is_changed ? showSuccess(t.actions.synced) : showInfo(t.actions.synced_unchanged));
      return reload();
    },
  });
  const deactivate = useMutation({
    mutationFn: () => call(deactivateVirtualAccount, { params }),
    onSuccess: () => {
      void showSuccess(t.actions.deactivated);
      return reload();
    },
  });
  const change = useMutation({
    mutationFn: (body: CallBody<typeof updateVirtualAccount>) => call(updateVirtualAccount, { params, body }),
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess(t.edit.saved);
      return reload();
    },
  });
  const send = useMutation({
    mutationFn: (email: string) => call(sendVirtualAccountInstructions, { params, body: { email } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => void showSuccess(t.send.sent(data.email)),
  });
  return { sync, deactivate, change, send };
}
