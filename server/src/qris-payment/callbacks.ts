/** What the bank tells of QRIS payments. */
import { qrNotifyRequest } from '@dasbor/contract/snap';
import type { Deps } from '../deps.ts';
import { type ServedCallback, callbackService } from '../rails/callbacks.ts';
import { takeNotification } from './notification.ts';

export const qrisCallbacks = (deps: Deps): ServedCallback[] => [
  callbackService({
    call: 'qr_mpm_notify',
    schema: qrNotifyRequest,
    take: async (message) => {
      await takeNotification(deps, message);
      return {};
    },
  }),
];
