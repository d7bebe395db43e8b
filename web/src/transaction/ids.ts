import { messages } from './messages.ts';

/** The IDs in a text, each once; separated by commas, spaces or lines. */
export const parseIds = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];

/** `txn_01…, 2 more`; undefined when none is named. */
export function formatIds(ids: string): string | undefined {
  const named = parseIds(ids);
  const [first] = named;
  if (first === undefined) return undefined;
  const short = first.length > 14 ? `${first.slice(0, 5)}…${first.slice(-4)}` : first;
  return named.length === 1 ? short : messages().ids.more(short, named.length - 1);
}
