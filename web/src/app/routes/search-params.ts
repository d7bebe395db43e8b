/** The query of a screen's URL: plain text values, so that a filter is a readable link. */
export interface SearchFields {
  [name: string]: string | undefined;
}

export function parseSearch(search: string): SearchFields {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Omits absent and empty values. */
export function stringifySearch(fields: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    const is_plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (is_plain && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}
