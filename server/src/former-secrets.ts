/** Secrets that rotations replaced: each is accepted until its own time, however often it is rotated meanwhile. */

export interface FormerSecret {
  secret: string;
  expires_at: string;
}

/** Rotations within an overlap that are remembered; each accepted secret costs a signature. */
const FORMER_MAX = 5;

/** Reads a stored text. Null: none. A text that is no list is one secret, which expires at `expires_at`. */
export function parseFormerSecrets(text: string | null, expires_at: string | null, now: Date): FormerSecret[] {
  if (text === null || expires_at === null) return [];
  const stored = text.startsWith('[') ? (JSON.parse(text) as FormerSecret[]) : [{ secret: text, expires_at }];
  return stored.filter((former) => Date.parse(former.expires_at) > now.getTime());
}

/** Adds the secret that a rotation replaces, first. Returns the text to store and when the last one of all expires. */
export function addFormerSecret(
  former: readonly FormerSecret[],
  secret: string,
  expires_at: Date,
): { text: string; expires_at: Date } {
  const all = [{ secret, expires_at: expires_at.toISOString() }, ...former].slice(0, FORMER_MAX);
  const last_ms = Math.max(...all.map((each) => Date.parse(each.expires_at)));
  return { text: JSON.stringify(all), expires_at: new Date(last_ms) };
}
