/** What the bank tells of QRIS payments. */
import { qrNotifyRequest } from '@dasbor/contract/snap';
import type { Deps } from '../deps.ts';
import { type CallbackRoute, defineCallback } from '../rails/callbacks.ts';
import { handleQrCallback } from './handle-callback.ts';

export const qrisCallbacks = (deps: Deps): CallbackRoute[] => [
  defineCallback({
    call: 'qr_mpm_notify',
    schema: qrNotifyRequest,
    handle: async (message) => {
      await handleQrCallback(deps, message);
      return {};
    },
  }),
];
