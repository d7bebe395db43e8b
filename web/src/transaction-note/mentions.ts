/** Names of colleagues in the text of a note. Pure. */

export interface NoteSegment {
  text: string;
  is_mention: boolean;
}

/** The text in parts, so that `@Name` of a colleague can be shown as one. Longer names go before shorter ones. */
export function splitMentions(text: string, colleagues: readonly string[]): NoteSegment[] {
  const names = colleagues
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `@${name}`.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (names.length === 0) return [{ text, is_mention: false }];
  const parts = text.split(new RegExp(`(${names.join('|')})`));
  return parts.map((part, index) => ({ text: part, is_mention: index % 2 === 1 })).filter((part) => part.text !== '');
}

/** What is being typed after the last `@` before the caret; null when nobody is being mentioned. */
export function findTypedMention(text: string, caret: number): string | null {
  return /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))?.[1] ?? null;
}

/** Colleagues whose name begins with what is typed, or has a word that does. */
export function suggestColleagues(typed: string, colleagues: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const fits = (name: string) =>
    name
      .toLowerCase()
      .split(' ')
      .some((word, at, words) => words.slice(at).join(' ').startsWith(wanted));
  return colleagues.filter((name) => name.toLowerCase() !== wanted.trim() && fits(name)).slice(0, 5);
}

/** The text with the typed mention made whole, and where the caret then stands. */
export function completeMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = findTypedMention(text, caret) ?? '';
  const begin = caret - typed.length;
  return { text: `${text.slice(0, begin)}${name} ${text.slice(caret)}`, caret: begin + name.length + 1 };
}
