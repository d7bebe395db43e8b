/** What a kept view does to the filter of a list. Pure. */
import type { FilterEnds, FilterForm } from './filter.ts';

/** Fields of an address that say which times are shown. */
const RANGE_FIELDS = ['range', 'from', 'to'] as const;

const fieldsOf = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export const hasRange = (fields: Record<string, unknown>): boolean =>
  RANGE_FIELDS.some((name) => fields[name] !== undefined && fields[name] !== '');

/** The filter as a view keeps it. */
export const queryOfFilter = <F extends FilterEnds>(form: FilterForm<F>, filter: F): string =>
  new URLSearchParams(form.searchOf(filter)).toString();

/** The filter that a view stands for; one without a range keeps the range that is on the screen (domain 0). */
export function appliedView<F extends FilterEnds>(form: FilterForm<F>, filter: F, query: string): F {
  const fields = fieldsOf(query);
  if (hasRange(fields)) return form.filterOf(fields);
  const now = form.searchOf(filter);
  const range = [...RANGE_FIELDS, 'date_field'].filter((name) => now[name] !== undefined);
  return form.filterOf({ ...fields, ...Object.fromEntries(range.map((name) => [name, now[name]])) });
}

/** Whether a view is what the screen shows. */
export const isShown = <F extends FilterEnds>(form: FilterForm<F>, filter: F, query: string): boolean =>
  queryOfFilter(form, appliedView(form, filter, query)) === queryOfFilter(form, filter);
