/** SNAP BI signatures (domain 4.7), all in base64: RSA for tokens, HMAC for everything else. */
import { createHmac, createSign, createVerify, hash, timingSafeEqual } from 'node:crypto';
import {
  asymmetricStringToSign,
  minifyJson,
  tokenStringToSign,
  transactionStringToSign,
} from '@dasbor/contract/snap-signature';

/** SHA256withRSA over `client_key|timestamp`, for token requests. */
export const signToken = (private_key_pem: string, client_key: string, timestamp: string): string =>
  createSign('sha256').update(tokenStringToSign(client_key, timestamp)).sign(private_key_pem, 'base64');

export function isValidTokenSignature(
  public_key_pem: string,
  client_key: string,
  timestamp: string,
  signature: string,
): boolean {
  return createVerify('sha256')
    .update(tokenStringToSign(client_key, timestamp))
    .verify(public_key_pem, signature, 'base64');
}

/** The signed fields of a request. `body` is the exact text on the wire. */
export interface SignatureInput {
  method: string;
  /** Path and query as requested. */
  relative_url: string;
  access_token: string;
  body: Buffer | string;
  timestamp: string;
}

/** HMAC-SHA512 over method, path, token, hash of the exact body, and timestamp. */
export function signMessage(client_secret: string, parts: SignatureInput): string {
  const body_sha256_hex = hash('sha256', parts.body);
  const text = transactionStringToSign({ ...parts, body_sha256_hex });
  return createHmac('sha512', client_secret).update(text).digest('base64');
}

/** SHA256withRSA over method, path, hash of the exact body, and timestamp, for requests without an access token. */
export function signWithoutToken(private_key_pem: string, parts: Omit<SignatureInput, 'access_token'>): string {
  const body_sha256_hex = hash('sha256', parts.body);
  return createSign('sha256')
    .update(asymmetricStringToSign({ ...parts, body_sha256_hex }))
    .sign(private_key_pem, 'base64');
}

/**
 * Verifies a signature over the received bytes. Banks that send indented JSON sign it minified, as the standard requires,
 * so the minified form is accepted too.
 */
export function isValidMessageSignature(client_secret: string, parts: SignatureInput, signature: string): boolean {
  if (isEqualInConstantTime(signMessage(client_secret, parts), signature)) return true;
  const minified = minifyJson(parts.body.toString());
  return (
    minified !== parts.body.toString() &&
    isEqualInConstantTime(signMessage(client_secret, { ...parts, body: minified }), signature)
  );
}

/** Compares the base64 texts, because decoders accept several spellings of the same bytes. */
function isEqualInConstantTime(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
