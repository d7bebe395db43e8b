/** Masks secrets before they are stored in the audit log, which records only that a secret existed. */
const SECRET = /password|secret|token|otp|private_key|authorization|cookie|signature/i;
const ACCOUNT_NUMBER = /account_(no|number)$|^va_number$|^virtualAccountNo$/i;
/** Names of metadata about secrets, which are not masked. */
const METADATA = /_set$|_reason$|_at$/i;

/** A JSON value with secrets as `•••` and account numbers reduced to their last four digits. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, maskField(key, part)]));
}

function maskField(key: string, part: unknown): unknown {
  if (part instanceof Date) return part.toISOString();
  if (part === null || part === undefined || part === '') return part ?? null;
  if (ACCOUNT_NUMBER.test(key)) return `•••${JSON.stringify(part).replaceAll('"', '').slice(-4)}`;
  if (SECRET.test(key) && !METADATA.test(key)) return '•••';
  return maskSecrets(part);
}
