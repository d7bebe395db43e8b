/** Fields of a request in the API log. Pure. */
import { LOGGED_BODY_MAX_BYTES } from '@dasbor/contract/api-log';
import { maskSecrets } from '../audit/mask.ts';

/** Contact and identity data of people, which engineers do not need to find an error. */
const PERSONAL = /(^|_)(name|email|emails|phone|recipient|address|nik|npwp|birth_date|payer|user_agent)$/i;
/** The same in SNAP BI bodies. */
const PERSONAL_SNAP = /^(virtualAccount(Name|Email|Phone)|payerName|sourceAccountName)$/;
/** Of our own objects: kept, because they help and identify nobody. */
const NAMES_KEPT = /^(bank_name|channel_name|file_name|brand_name|merchant_name)$/i;
const TEXT_MAX = 1_000;

/** A body with secrets, account numbers and data of people masked, and long texts cut. */
export const redactBody = (body: unknown): unknown => maskPeople(maskSecrets(body));

function maskPeople(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = withoutNul(value);
    return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
  }
  if (Array.isArray(value)) return value.map(maskPeople);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      withoutNul(key),
      typeof part === 'string' && part !== '' && isPersonal(key) ? '•••' : maskPeople(part),
    ]),
  );
}

/** PostgreSQL stores no U+0000. Removed from the values, not from their JSON, where the same letters may be a text. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

const isPersonal = (key: string): boolean => (PERSONAL.test(key) && !NAMES_KEPT.test(key)) || PERSONAL_SNAP.test(key);

/** Query parameters that may hold data of people or secrets are masked; the rest shows what was asked for. */
export function redactPath(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return path.slice(0, TEXT_MAX);
  const shown = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${isHidden(name) ? '•••' : value}`);
  return withoutNul(`${path}?${shown.join('&')}`).slice(0, TEXT_MAX);
}

const isHidden = (parameter: string): boolean =>
  parameter === 'q' || PERSONAL.test(parameter) || /secret|token|signature|password/i.test(parameter);

/** The stored text of a body; null without one and above the limit. */
export function toStoredBody(body: unknown, bytes: number): string | null {
  if (body === undefined || body === null || bytes > LOGGED_BODY_MAX_BYTES) return null;
  return JSON.stringify(redactBody(body));
}

/** A JSON response; null for other text. */
export function parseResponse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export function readErrorCode(status: number, body: unknown): string | null {
  if (status < 400 || typeof body !== 'object' || body === null) return null;
  // SNAP BI responses have another name for it.
  const { code, responseCode } = body as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === 'string') return responseCode.slice(0, 100);
  return typeof code === 'string' ? code.slice(0, 100) : null;
}
