/** How live changes meet a list that somebody is reading: known rows change in place, new ones wait to be asked for. */
import type { Transaction } from '@dasbor/contract/transaction';

interface Pages {
  pages: { data: Transaction[]; next_cursor: string | null }[];
  pageParams: unknown[];
}

/** The same pages with the rows of `changed` in place of those with their ids: no row moves, comes or goes. */
export function withChanged<P extends Pages>(list: P, changed: readonly Transaction[]): P {
  const by_id = new Map(changed.map((row) => [row.id, row]));
  return {
    ...list,
    pages: list.pages.map((page) => ({ ...page, data: page.data.map((row) => by_id.get(row.id) ?? row) })),
  };
}

export interface Newcomers {
  /** The first page as the server has it now. */
  top: readonly Transaction[];
  /** The rows on the screen. */
  shown: readonly Transaction[];
  /** Ids that live events named; null when events may have been missed. */
  named: ReadonlySet<string> | null;
}

/**
 * Ids that match the filter but are not on the screen yet. After missed events only what is newer
 * than everything shown counts, because other rows may simply belong to a later page.
 */
export function newcomersOf({ top, shown, named }: Newcomers): string[] {
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown.reduce((latest, { created_at }) => (created_at > latest ? created_at : latest), '');
  const isNew = (row: Transaction): boolean => (named === null ? row.created_at > newest : named.has(row.id));
  return top.filter((row) => !known.has(row.id) && isNew(row)).map(({ id }) => id);
}

/** Ids of shown rows that events named but the first page does not hold: they must be read one by one. */
export function unreadOf({ top, shown, named }: Newcomers): string[] {
  const in_top = new Set(top.map(({ id }) => id));
  return shown.filter(({ id }) => named?.has(id) === true && !in_top.has(id)).map(({ id }) => id);
}
