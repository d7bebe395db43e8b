/** How live changes meet a list that somebody is reading: known rows change in place, new ones wait to be asked for. */
/** What a row of any list has. */
export interface ListRow {
  id: string;
  created_at: string;
}

/** A list as the query cache holds it. */
export interface Pages<Row> {
  pages: { data: Row[]; next_cursor: string | null }[];
  pageParams: unknown[];
}

/** The same pages with the rows of `changed` in place of those with their ids: no row moves, comes or goes. */
export function mergeChangedRows<Row extends ListRow, P extends Pages<Row>>(list: P, changed: readonly Row[]): P {
  const by_id = new Map(changed.map((row) => [row.id, row]));
  return {
    ...list,
    pages: list.pages.map((page) => ({ ...page, data: page.data.map((row) => by_id.get(row.id) ?? row) })),
  };
}

export interface ListComparison<Row extends ListRow = ListRow> {
  /** The first page as the server has it now. */
  top: readonly Row[];
  /** The rows on the screen. */
  shown: readonly Row[];
  /** Ids that live events named; null when events may have been missed. */
  named: ReadonlySet<string> | null;
}

/**
 * Ids that match the filter but are not on the screen yet. After missed events only what is newer
 * than everything shown counts, because other rows may simply belong to a later page.
 */
export function findNewRows({ top, shown, named }: ListComparison): string[] {
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown.reduce((latest, { created_at }) => (created_at > latest ? created_at : latest), '');
  const isNew = (row: ListRow): boolean => (named === null ? row.created_at > newest : named.has(row.id));
  return top.filter((row) => !known.has(row.id) && isNew(row)).map(({ id }) => id);
}

/** Ids of shown rows that events named but the first page does not hold: they must be read one by one. */
export function findUnreadRows({ top, shown, named }: ListComparison): string[] {
  const in_top = new Set(top.map(({ id }) => id));
  return shown.filter(({ id }) => named?.has(id) === true && !in_top.has(id)).map(({ id }) => id);
}
