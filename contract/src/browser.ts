/** Names of browsers and operating systems by user agent: the lists of sessions and security emails show them. */

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome, Windows`; the first word of an unknown user agent; null when there is none. */
export function formatBrowser(user_agent: string | null): string | null {
  if (user_agent === null || user_agent === '') return null;
  const findName = (known: readonly (readonly [string, string])[]) =>
    known.find(([token]) => user_agent.includes(token))?.[1];
  const names = [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : (user_agent.split(/[\s/]/)[0]?.slice(0, 60) ?? null);
}
