/** Removes secrets from error reports: tokens, passwords, one-time codes, account numbers. */
const SECRET_FIELD =
  /token|password|passwd|secret|otp|authorization|cookie|api[-_]?key|account[-_]?n(o|umber)|sftp|^redirect$/i;
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/Bearer\s+[\w.~+/-]+=*/gi, 'Bearer [removed]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[removed]'],
  [/((?:verification-email|reset-password)\/)[^/?#\s"]+/g, '$1[removed]'],
  [/([?&](?:token|otp|password|redirect)=)[^&#\s"]+/gi, '$1[removed]'],
  // Account numbers and codes; not the positions in source files, nor parts of ids.
  [/(?<!\.[cm]?[jt]sx?:(?:\d+:)?)(?<![A-Za-z\d])\d{5,}(?![A-Za-z\d])/g, '[number removed]'],
];
const DEPTH_MAX = 12;

const removeSecretText = (text: string): string =>
  SECRET_TEXT.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);

/** A deep copy without secrets. */
export function removeSecrets<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return removeSecretText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '[too deep]' as T;
  if (Array.isArray(value)) return value.map((item) => removeSecrets(item, depth + 1)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_FIELD.test(name) && field !== null && typeof field !== 'boolean'
        ? '[removed]'
        : removeSecrets(field, depth + 1),
    ]),
  ) as T;
}
