/** Strings to sign of SNAP BI (domain 4.7). Both sides share this file; each implements its own signatures. */

/** String to sign for a token request (SHA256withRSA). */
export const tokenStringToSign = (client_key: string, timestamp: string): string => `${client_key}|${timestamp}`;

/** String to sign for every other service (HMAC-SHA512 with the client secret). */
export function transactionStringToSign(parts: {
  method: string;
  /** Path and query as requested, with any prefix. */
  relative_url: string;
  access_token: string;
  /** Hex SHA-256 of the minified body, or of the empty string without a body. */
  body_sha256_hex: string;
  timestamp: string;
}): string {
  const { method, relative_url, access_token, body_sha256_hex, timestamp } = parts;
  return [method.toUpperCase(), relative_url, access_token, body_sha256_hex.toLowerCase(), timestamp].join(':');
}

/** String to sign without an access token (SHA256withRSA). */
export const asymmetricStringToSign = ({
  method,
  relative_url,
  body_sha256_hex,
  timestamp,
}: Omit<Parameters<typeof transactionStringToSign>[0], 'access_token'>): string =>
  [method.toUpperCase(), relative_url, body_sha256_hex.toLowerCase(), timestamp].join(':');

/** Removes white space between JSON tokens; numbers and strings keep their spelling. */
export const minifyJson = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_match, string: string | undefined) => string ?? '');
