/** How a saved view applies to the filter of a list. Pure. */
import type { FilterEnds, FilterForm } from './filter.ts';

/** Query fields of the time range. */
const RANGE_FIELDS = ['range', 'from', 'to'] as const;

const parseFields = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export const hasRange = (fields: Record<string, unknown>): boolean =>
  RANGE_FIELDS.some((name) => fields[name] !== undefined && fields[name] !== '');

/** The filter as a view saves it. */
export const toViewQuery = <F extends FilterEnds>(form: FilterForm<F>, filter: F): string =>
  new URLSearchParams(form.toSearch(filter)).toString();

/** The filter of a view; a view without a range keeps the current range (domain 0). */
export function applyView<F extends FilterEnds>(form: FilterForm<F>, filter: F, query: string): F {
  const fields = parseFields(query);
  if (hasRange(fields)) return form.parseFilter(fields);
  const now = form.toSearch(filter);
  const range = [...RANGE_FIELDS, 'date_field'].filter((name) => now[name] !== undefined);
  return form.parseFilter({ ...fields, ...Object.fromEntries(range.map((name) => [name, now[name]])) });
}

/** Whether a view equals the current filter. */
export const isViewShown = <F extends FilterEnds>(form: FilterForm<F>, filter: F, query: string): boolean =>
  toViewQuery(form, applyView(form, filter, query)) === toViewQuery(form, filter);
