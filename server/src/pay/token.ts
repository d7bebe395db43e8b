/**
 * The token of a payment attempt, stored in the customer's browser: the payment id, encrypted and authenticated together
 * with the link id, so that it is opaque and cannot be forged. Deterministic (synthetic nonce): the same attempt always
 * has the same token, so nothing is stored.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { ID_PREFIXES } from '@dasbor/contract/id';
import { type KeySource, deriveKey } from '../derived-key.ts';

const NONCE_BYTES = 16;
const PREFIX = `${ID_PREFIXES.transaction}_`;

interface Keys {
  mac: Buffer;
  cipher: Buffer;
}

function deriveKeys(secrets: KeySource): Keys {
  const bytes = deriveKey(secrets, 'pay attempt token', 64);
  return { mac: bytes.subarray(0, 32), cipher: bytes.subarray(32) };
}

/** The token of a payment that was started on a link. */
export function createAttemptToken(secrets: KeySource, link_id: string, transaction_id: string): string {
  const { mac, cipher } = deriveKeys(secrets);
  const plain = Buffer.from(transaction_id.slice(PREFIX.length), 'ascii');
  const nonce = buildNonce(mac, link_id, plain);
  const encrypt = createCipheriv('aes-256-ctr', cipher, nonce);
  return Buffer.concat([nonce, encrypt.update(plain), encrypt.final()]).toString('base64url');
}

/** The payment id of a token; null when the token was not issued for this link. */
export function parseAttemptToken(secrets: KeySource, link_id: string, token: string): string | null {
  const { mac, cipher } = deriveKeys(secrets);
  const bytes = Buffer.from(token, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) return null;
  const decrypt = createDecipheriv('aes-256-ctr', cipher, nonce);
  const plain = Buffer.concat([decrypt.update(bytes.subarray(NONCE_BYTES)), decrypt.final()]);
  return timingSafeEqual(buildNonce(mac, link_id, plain), nonce) ? PREFIX + plain.toString('ascii') : null;
}

const buildNonce = (key: Buffer, link_id: string, plain: Buffer): Buffer =>
  createHmac('sha256', key).update(link_id).update('|').update(plain).digest().subarray(0, NONCE_BYTES);
