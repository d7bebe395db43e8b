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
