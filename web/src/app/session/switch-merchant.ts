/** Lets the session work in another merchant; nothing of the former one stays in this browser. */
import { switchMerchant } from '@dasbor/contract/own-merchant';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { resetState } from './persisted-state.ts';

export function useSwitchMerchant(open: (path: string) => void = (path) => window.location.assign(path)) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (merchant_id: string) => call(switchMerchant, { body: { merchant_id } }),
    onSuccess: () => {
      client.clear();
      resetState();
      // A full load: no screen, live stream or persisted slice of the former merchant remains.
      open('/dashboard');
    },
  });
}

/** The same outside the signed-in screens, which hold nothing of the former merchant but the persisted slices. */
export async function openMerchant(merchant_id: string): Promise<void> {
  await call(switchMerchant, { body: { merchant_id } });
  resetState();
  window.location.assign('/dashboard');
}
