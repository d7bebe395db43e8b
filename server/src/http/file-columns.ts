/** The columns that a file of a list is asked for. */
import { Problem } from './problem.ts';

/** The columns asked for, in their order, or all of them. Refuses a name that is no column with 400. */
export function parseColumns<Name extends string>(all: readonly Name[], asked: string | undefined): readonly Name[] {
  if (asked === undefined) return all;
  const names = [...new Set(asked.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown === undefined && names.length > 0) return names as Name[];
  const detail = unknown === undefined ? 'Name at least one column.' : `There is no column ${unknown}.`;
  throw new Problem(400, 'invalid_request', `columns: ${detail}`, { errors: [{ field: 'columns', detail }] });
}
