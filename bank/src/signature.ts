/**
 * SNAP BI signatures of the bank (domain 4.7), in base64. Implemented independently of the server's, so that each side
 * verifies the other.
 */
import { createHash, createHmac, createSign, createVerify, timingSafeEqual } from 'node:crypto';
import { minifyJson, tokenStringToSign, transactionStringToSign } from '@dasbor/contract/snap-signature';

/** The signed fields of a request. `body` is the text as sent. */
export interface SignedRequest {
  method: string;
  /** Path and query as requested. */
  relative_url: string;
  access_token: string;
  body: string;
  /** X-TIMESTAMP, as sent. */
  timestamp: string;
}

/** SHA256withRSA (PKCS#1 v1.5) of a token request. */
export function signTokenRequest(private_key_pem: string, client_key: string, timestamp: string): string {
  return createSign('RSA-SHA256').update(tokenStringToSign(client_key, timestamp)).sign(private_key_pem, 'base64');
}

/** Verifies the signature of a token request. */
export function verifyTokenRequest(
  public_key_pem: string,
  client_key: string,
  timestamp: string,
  signature: string,
): boolean {
  return createVerify('RSA-SHA256')
    .update(tokenStringToSign(client_key, timestamp))
    .verify(public_key_pem, signature, 'base64');
}

/** HMAC-SHA512 of a request. */
export function signRequest(client_secret: string, call: SignedRequest): string {
  const body_sha256_hex = createHash('sha256').update(minifyJson(call.body)).digest('hex');
  const text = transactionStringToSign({ ...call, body_sha256_hex });
  return createHmac('sha512', client_secret).update(text).digest('base64');
}

/** Verifies the signature of a request in constant time. */
export function verifyRequest(client_secret: string, call: SignedRequest, signature: string): boolean {
  const expected = Buffer.from(signRequest(client_secret, call), 'base64');
  const received = Buffer.from(signature, 'base64');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
