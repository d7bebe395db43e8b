/** What an entry of the audit log changed, field by field. */
export interface FieldChange {
  field: string;
  /** Value before and after as text; null where there was none. */
  before: string | null;
  after: string | null;
}

interface States {
  before: unknown;
  after: unknown;
}

/** The fields whose values differ, in the order in which they were recorded. States that are no objects have none. */
export function listChanges({ before, after }: States): FieldChange[] {
  const [from, to] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((field) => ({ field, before: formatValue(from[field]), after: formatValue(to[field]) }))
    .filter((change) => change.before !== change.after);
}

const toFields = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Record<string, unknown>) : {};

function formatValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
