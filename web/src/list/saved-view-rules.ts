/** Application of a saved view to the filter of a list. Pure. */
/** What views need of the filter of a screen. */
export interface ViewForm<F> {
  /** Unknown or invalid fields are ignored. */
  parseFilter: (fields: Record<string, string>) => F;
  /** Only what differs from no filter. */
  toSearch: (filter: F) => Record<string, string>;
  isFiltered: (filter: F) => boolean;
  /** The parts that clear everything but the order. */
  cleared: (filter: F) => Partial<F>;
}

/** Query fields of the time range; `range` and `period` are named ones. */
const RANGE_FIELDS = ['range', 'period', 'from', 'to'] as const;

const parseFields = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export const hasRange = (fields: Record<string, unknown>): boolean =>
  RANGE_FIELDS.some((name) => fields[name] !== undefined && fields[name] !== '');

/** The filter as a view saves it. */
export const toViewQuery = <F>(form: ViewForm<F>, filter: F): string =>
  new URLSearchParams(form.toSearch(filter)).toString();

/** The filter of a view; a view without a range keeps the current range (domain 0). */
export function applyView<F>(form: ViewForm<F>, filter: F, query: string): F {
  const fields = parseFields(query);
  if (hasRange(fields)) return form.parseFilter(fields);
  const now = form.toSearch(filter);
  const range = Object.entries(now).filter(([name]) => name === 'date_field' || hasRange({ [name]: now[name] }));
  return form.parseFilter({ ...fields, ...Object.fromEntries(range) });
}

/** Whether a view equals the current filter. */
export const isViewShown = <F>(form: ViewForm<F>, filter: F, query: string): boolean =>
  toViewQuery(form, applyView(form, filter, query)) === toViewQuery(form, filter);
