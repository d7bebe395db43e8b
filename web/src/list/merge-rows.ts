/** Merges live changes into a list on the screen: known rows update in place, new ones are only counted. */

/** The fields of a row of any list. */
export interface ListRow {
  id: string;
  created_at: string;
}

/** A list as the query cache holds it. */
export interface Pages<Row> {
  pages: { data: Row[]; next_cursor: string | null }[];
  pageParams: unknown[];
}

/** Replaces rows by those of `changed` with the same id: no row moves, is added or removed. */
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
  /** Ids of the live events; null when events may have been missed. */
  changed_ids: ReadonlySet<string> | null;
}

/**
 * Ids that match the filter but are not on the screen yet. After missed events only rows newer than
 * all shown ones count, because other rows may belong to a later page.
 */
export function listNewRows({ top, shown, changed_ids }: ListComparison): string[] {
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown.reduce((latest, { created_at }) => (created_at > latest ? created_at : latest), '');
  const isNew = (row: ListRow): boolean => (changed_ids === null ? row.created_at > newest : changed_ids.has(row.id));
  return top.filter((row) => !known.has(row.id) && isNew(row)).map(({ id }) => id);
}

/**
 * Ids of shown rows that changed but are not on the first page: they must be read one by one. With `is_complete`
 * the first page is the whole list, so every shown row that is not on it has changed.
 */
export function listUnreadRows({
  top,
  shown,
  changed_ids,
  is_complete = false,
}: ListComparison & { is_complete?: boolean }): string[] {
  const in_top = new Set(top.map(({ id }) => id));
  const hasChanged = (id: string): boolean => is_complete || changed_ids?.has(id) === true;
  return shown.filter(({ id }) => hasChanged(id) && !in_top.has(id)).map(({ id }) => id);
}
