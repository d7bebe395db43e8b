/** Reading the dashboard of a merchant as a staff member of the provider; nothing of either side stays in this browser. */
import { endImpersonation } from '@dasbor/contract/impersonation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { paths } from '../routes/paths.ts';
import { resetState } from './persisted-state.ts';

/** A full load: no screen, live stream or persisted slice of the former access remains. */
function openAfresh(path: string): void {
  resetState();
  window.location.assign(path);
}

/** Opens the home screen of the merchant that the session reads from now on. */
export const openImpersonated = (): void => openAfresh(paths.dashboard());

/** Ends the reading and returns to the merchant in the list of the provider. */
export function useEndImpersonation(open: (path: string) => void = openAfresh) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endImpersonation),
    onSuccess: ({ data: { merchant_id } }) => {
      client.clear();
      open(merchant_id === null ? paths.merchants() : paths.merchant(merchant_id));
    },
  });
}
