/** Mentions of team members in the text of a note. Pure. */

export interface NoteSegment {
  text: string;
  is_mention: boolean;
}

/** Splits a text into mentions and plain text. Longer names match before shorter ones. */
export function splitMentions(text: string, colleagues: readonly string[]): NoteSegment[] {
  const names = colleagues
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `@${name}`.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (names.length === 0) return [{ text, is_mention: false }];
  const parts = text.split(new RegExp(`(${names.join('|')})`));
  return parts.map((part, index) => ({ text: part, is_mention: index % 2 === 1 })).filter((part) => part.text !== '');
}

/** The text typed after the last `@` before the caret; null without a mention. */
export function findTypedMention(text: string, caret: number): string | null {
  return /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))?.[1] ?? null;
}

/** Team members whose name, or a word in it, starts with the typed text. */
export function suggestColleagues(typed: string, colleagues: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const fits = (name: string) =>
    name
      .toLowerCase()
      .split(' ')
      .some((word, at, words) => words.slice(at).join(' ').startsWith(wanted));
  return colleagues.filter((name) => name.toLowerCase() !== wanted.trim() && fits(name)).slice(0, 5);
}

/** The text with the completed mention, and the new caret position. */
export function completeMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = findTypedMention(text, caret) ?? '';
  const begin = caret - typed.length;
  return { text: `${text.slice(0, begin)}${name} ${text.slice(caret)}`, caret: begin + name.length + 1 };
}
