/** Takes secrets out of error reports (decisions: tokens, passwords, one-time codes, account numbers never). */
const SECRET_FIELD =
  /token|password|passwd|secret|otp|authorization|cookie|api[-_]?key|account[-_]?n(o|umber)|sftp|^redirect$/i;
const SECRET_TEXT: readonly [RegExp, string][] = [
  [/Bearer\s+[\w.~+/-]+=*/gi, 'Bearer [removed]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[removed]'],
  [/((?:verification-email|reset-password)\/)[^/?#\s"]+/g, '$1[removed]'],
  [/([?&](?:token|otp|password|redirect)=)[^&#\s"]+/gi, '$1[removed]'],
  [/\b\d{10,19}\b/g, '[number removed]'],
];
const DEPTH_MOST = 12;

const scrubText = (text: string): string =>
  SECRET_TEXT.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text);

/** A copy without secrets, however deep they are. */
export function scrub<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return scrubText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MOST) return '[too deep]' as T;
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_FIELD.test(name) && field !== null && typeof field !== 'boolean' ? '[removed]' : scrub(field, depth + 1),
    ]),
  ) as T;
}
