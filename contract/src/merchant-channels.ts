/** Channels through which a merchant may create payments. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { merchantDetail } from './merchant-fields.ts';
import { LINK_CHANNELS } from './payment-link-terms.ts';
import { route } from './route.ts';

export const setMerchantChannels = route({
  name: 'setMerchantChannels',
  method: 'PUT',
  path: '/merchants/{merchant_id}/channels',
  summary: 'Set the channels that are off for a merchant. Open payments can still be paid',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({
    disabled_channels: z
      .array(z.enum(LINK_CHANNELS))
      .max(LINK_CHANNELS.length)
      .describe('QRIS and banks through which no new payments are created; empty: all channels are on'),
  }),
  output: z.object({ data: merchantDetail }),
});
