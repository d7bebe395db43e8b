/** One entry of the provider log: a request to or from a bank and its response, without headers and with secrets redacted. */
export interface RailMessage {
  at: Date;
  direction: 'out' | 'in';
  /** Id of the bank. */
  partner: string;
  /** SNAP BI path. */
  endpoint: string;
  /** X-EXTERNAL-ID. */
  external_id: string;
  /** null when no response arrived. */
  http_status: number | null;
  response_code: string | null;
  latency_ms: number | null;
  request: unknown;
  response: unknown;
}

const SECRET_NAME = /token|secret|signature|password|authorization|pin$/i;
const REMOVED = '[removed]';
const DEPTH_MAX = 8;
const TEXT_MAX = 2_000;

/** Copies a body with secrets redacted, limited in depth and length. */
export function redactSecrets(value: unknown, depth = 0): unknown {
  // jsonb rejects the NUL character and lone surrogates, which the cut may leave behind.
  if (typeof value === 'string') return value.replaceAll('\u0000', '').slice(0, TEXT_MAX).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return REMOVED;
  if (Array.isArray(value)) return value.slice(0, 50).map((part) => redactSecrets(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replaceAll('\u0000', ''),
      SECRET_NAME.test(name) ? REMOVED : redactSecrets(part, depth + 1),
    ]),
  );
}
