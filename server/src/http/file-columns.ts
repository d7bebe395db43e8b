/** The columns that a client selects for a file of a list. */
import { localized } from '@dasbor/contract/language';
import { Problem } from './problem.ts';

/** The requested columns in their order, or all of them. Throws 400 for an unknown column. */
export function parseColumns<Name extends string>(
  all: readonly Name[],
  requested: string | undefined,
): readonly Name[] {
  if (requested === undefined) return all;
  const names = [...new Set(requested.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown === undefined && names.length > 0) return names as Name[];
  const detail =
    unknown === undefined
      ? localized('Select at least one column.', 'Pilih minimal satu kolom.')
      : localized(`There is no column ${unknown}.`, `Tidak ada kolom ${unknown}.`);
  const message = localized(`columns: ${detail.en}`, `columns: ${detail.id}`);
  throw new Problem(400, 'invalid_request', message, { errors: [{ field: 'columns', detail }] });
}
