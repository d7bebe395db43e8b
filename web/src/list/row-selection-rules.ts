/** Which rows are chosen. Pure. */

/** Rows that can be chosen at once (domain 1.5). */
export const SELECTION_MAX = 100;

const capped = (ids: Iterable<string>): ReadonlySet<string> => new Set([...ids].slice(0, SELECTION_MAX));

export function toggleRow(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (chosen.has(id)) return new Set([...chosen].filter((each) => each !== id));
  return capped([...chosen, id]);
}

/** Everything between two rows, both included, becomes what the second one becomes. */
export function toggleRange(
  chosen: ReadonlySet<string>,
  shown: readonly string[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const [start, end] = [shown.indexOf(from), shown.indexOf(to)];
  if (start < 0 || end < 0) return toggleRow(chosen, to);
  const stretch = shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  if (chosen.has(to)) return new Set([...chosen].filter((id) => !stretch.includes(id)));
  return capped([...chosen, ...stretch]);
}

export const selectAll = (shown: readonly string[]): ReadonlySet<string> => capped(shown);
