/** Which rows are selected. Pure. */

/** Maximum of selected rows (domain 1.5). */
export const SELECTION_MAX = 100;

const capped = (ids: Iterable<string>): ReadonlySet<string> => new Set([...ids].slice(0, SELECTION_MAX));

export function toggleRow(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (selected.has(id)) return new Set([...selected].filter((each) => each !== id));
  return capped([...selected, id]);
}

/** All rows between two, both inclusive, take the new state of the second one. */
export function toggleRange(
  selected: ReadonlySet<string>,
  shown: readonly string[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const [start, end] = [shown.indexOf(from), shown.indexOf(to)];
  if (start < 0 || end < 0) return toggleRow(selected, to);
  const range = shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  if (selected.has(to)) return new Set([...selected].filter((id) => !range.includes(id)));
  return capped([...selected, ...range]);
}

export const selectAll = (shown: readonly string[]): ReadonlySet<string> => capped(shown);
