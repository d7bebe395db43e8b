/** SQL of exported files of deposits, with the filter and order of the list. */
import { sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { type Deposit, type listDeposits, deposit } from '@dasbor/contract/deposit-va';
import { listFields } from '../db/columns.ts';
import { buildCsvCells } from '../db/csv-cells.ts';
import type { FoundIds } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import { formatFileHeader } from './file-headers.ts';
import { type DepositFilter, buildFilteredDepositQuery } from './deposit-queries.ts';

/** Maximum number of rows of one export. */
const ROWS_MAX = 1_000_000;

type Name = keyof Deposit;
const NAMES = listFields(deposit.shape);

export const depositFile: ListFile<typeof listDeposits> = {
  name: 'deposits',
  columns: NAMES,
  search_function: 'search_deposits',
  buildQuery: ({ query, language, time_zone, found, ...tx }) =>
    buildDepositRows(tx, query, { names: parseColumns(NAMES, query.columns), language, time_zone, found }),
};

/** The deposits of a filter as rows of a file. */
const buildDepositRows = (
  tx: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  filter: DepositFilter,
  {
    names,
    language,
    time_zone,
    found,
  }: { names: readonly Name[]; language: Language; time_zone: TimeZone; found: FoundIds },
) =>
  buildFilteredDepositQuery(tx, filter, found)
    .select(() =>
      buildCsvCells({
        shape: deposit.shape,
        names,
        getColumn: (name) => sql.ref(`d.${name}`),
        formatHeader: (name) => formatFileHeader(name, language),
        time_zone,
      }),
    )
    .orderBy('d.received_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(ROWS_MAX);
