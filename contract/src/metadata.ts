/** What a merchant's own system hangs on what it asks for. */
import { z } from 'zod';

export const METADATA_KEYS_MAX = 50;
/** What a merchant's own system hangs on a payment: at most 50 short texts by name. */
export const metadata = z
  .record(
    z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'Name it with up to 40 letters, digits and . _ -'),
    z.string().max(500),
  )
  .refine((given) => Object.keys(given).length <= METADATA_KEYS_MAX, `At most ${METADATA_KEYS_MAX} names`)
  .describe("The merchant's own texts by name: at most 50, each of up to 500 characters");
