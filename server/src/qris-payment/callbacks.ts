/** What the bank tells of QRIS payments. */
import { qrNotifyRequest } from '@dasbor/contract/snap';
import type { Deps } from '../deps.ts';
import { type CallbackRoute, defineCallback } from '../rails/callbacks.ts';
import { takeNotification } from './notification.ts';

export const qrisCallbacks = (deps: Deps): CallbackRoute[] => [
  defineCallback({
    call: 'qr_mpm_notify',
    schema: qrNotifyRequest,
    handle: async (message) => {
      await takeNotification(deps, message);
      return {};
    },
  }),
];
