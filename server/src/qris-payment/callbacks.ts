/** The callback of the bank about QRIS payments, for dynamic and static codes. */
import { type QrNotifyRequest, qrNotifyRequest } from '@dasbor/contract/snap';
import type { Deps } from '../deps.ts';
import { type CallbackMessage, type CallbackRoute, defineCallback } from '../rails/callbacks.ts';
import { handleQrCallback } from './handle-callback.ts';
import { parsePartnerReference } from './reference-rules.ts';

/** Handles callbacks about static codes, which another feature owns. */
export type HandleStickerCallback = (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  merchant_id: string,
  message: CallbackMessage<QrNotifyRequest>,
) => Promise<void>;

export const qrisCallbacks = (deps: Deps, handleStickerCallback: HandleStickerCallback): CallbackRoute[] => [
  defineCallback({
    call: 'qr_mpm_notify',
    schema: qrNotifyRequest,
    handle: async (message) => {
      const reference = parsePartnerReference(message.body.originalPartnerReferenceNo);
      if (reference?.is_sticker) await handleStickerCallback(deps, reference.merchant_id, message);
      else await handleQrCallback(deps, message);
      return {};
    },
  }),
];
