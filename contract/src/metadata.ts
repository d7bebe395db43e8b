/** Metadata that a merchant's system attaches to an object. */
import { z } from 'zod';
import { validationMessage } from './language.ts';

export const METADATA_KEYS_MAX = 50;
const INVALID_NAME = validationMessage(
  'Use up to 40 letters, digits and . _ - in a name.',
  'Gunakan paling banyak 40 huruf, angka, dan . _ - untuk nama.',
);
const TOO_MANY_KEYS = validationMessage(
  `Send at most ${METADATA_KEYS_MAX} names.`,
  `Kirim paling banyak ${METADATA_KEYS_MAX} nama.`,
);
/** Up to 50 short texts by name. */
export const metadata = z
  .record(z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, INVALID_NAME), z.string().max(500))
  .refine((given) => Object.keys(given).length <= METADATA_KEYS_MAX, TOO_MANY_KEYS)
  .describe('Your own data by name: up to 50 texts of up to 500 characters');
