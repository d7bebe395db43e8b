/** Keys derived from the secret of the installation: one per purpose, so that no value is ever valid for another purpose. */
import { hkdfSync } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export type KeySource = Pick<Secrets, 'access_token_key'>;

/** Part of the keys in use: a changed text makes every token and signature of its purpose invalid. */
export const KEY_PURPOSES = [
  'access token',
  'refresh token successor',
  'account link',
  'mobile code',
  'invitation',
  'invitation_totp',
  'dasbor snap merchant token',
  'pay attempt token',
  'link to a stored file',
  'ledger head',
  'audit head',
] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

const KEY_BYTES = 32;

/** Derived once per process, because every request verifies a token. */
const derived_keys = new WeakMap<KeySource, Map<string, Buffer>>();

export function deriveKey(source: KeySource, purpose: KeyPurpose, bytes = KEY_BYTES): Buffer {
  const known = derived_keys.get(source) ?? new Map<string, Buffer>();
  derived_keys.set(source, known);
  const name = `${purpose} ${bytes}`;
  let key = known.get(name);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', Buffer.from(source.access_token_key, 'base64'), '', purpose, bytes));
    known.set(name, key);
  }
  return key;
}
