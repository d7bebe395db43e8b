/** Lets the session work in another merchant or account group; nothing of the former one stays in this browser. */
import { switchGroup, switchMerchant } from '@dasbor/contract/own-merchant';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { resetState } from './persisted-state.ts';

/** A merchant, or an account group of a shared user. */
export interface Workspace {
  merchant_id: string | null;
  group_id: string | null;
}

async function changeWorkspace({ merchant_id, group_id }: Workspace): Promise<void> {
  if (merchant_id !== null) await call(switchMerchant, { body: { merchant_id } });
  else if (group_id !== null) await call(switchGroup, { body: { group_id } });
}

export function useSwitchMerchant(open: (path: string) => void = (path) => window.location.assign(path)) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeWorkspace,
    onSuccess: () => {
      client.clear();
      resetState();
      // A full load: no screen, live stream or persisted slice of the former merchant remains.
      open('/dashboard');
    },
  });
}

/** The same outside the signed-in screens, which hold nothing of the former merchant but the persisted slices. */
export async function openWorkspace(workspace: Workspace): Promise<void> {
  await changeWorkspace(workspace);
  resetState();
  window.location.assign('/dashboard');
}
