/** SQL of exported files of deposits, with the filter and order of the list. */
import { sql } from 'kysely';
import type { listDeposits } from '@dasbor/contract/deposit-va';
import { TIME_ZONE } from '@dasbor/contract/time';
import { plainCell, textCell, timeCell } from '../db/csv-cells.ts';
import type { MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import { type DepositFilter, selectFilteredDeposits } from './deposit-queries.ts';

/** Maximum number of rows of one export. */
const ROWS_MAX = 1_000_000;

const CELLS = [
  ['id', plainCell],
  ['received_at', timeCell],
  ['paid_at', timeCell],
  ['va_number', textCell],
  ['bank', plainCell],
  ['amount', plainCell],
  ['fee_amount', plainCell],
  ['fee_vat_amount', plainCell],
  ['net_amount', plainCell],
  ['sender_name', textCell],
  ['sender_bank', textCell],
  ['bank_reference', textCell],
  ['payment_request_id', textCell],
  ['status', plainCell],
  ['review_reason', plainCell],
  ['decision_note', textCell],
  ['ended_at', timeCell],
] as const;
const CELL_OF = new Map<string, (typeof CELLS)[number][1]>(CELLS);

type Name = (typeof CELLS)[number][0];
const NAMES: Name[] = CELLS.map(([name]) => name);

export const depositFile: ListFile<typeof listDeposits> = {
  name: 'deposits',
  buildQuery: ({ query, ...tx }) => buildFileQuery(tx, query, parseColumns(NAMES, query.columns)),
};

/** The deposits of a filter as rows of a file; headers of times name the time zone. */
const buildFileQuery = (tx: Pick<MerchantTx, 'merchant_id' | 'sql'>, filter: DepositFilter, names: readonly Name[]) =>
  selectFilteredDeposits(tx, filter)
    .select(() =>
      names.map((name) => {
        const toCell = CELL_OF.get(name);
        const column = sql.ref(`d.${name}`);
        return toCell === timeCell
          ? timeCell(column, TIME_ZONE).as(`${name} (WIB)`)
          : (toCell as typeof plainCell)(column).as(name);
      }),
    )
    .orderBy('d.received_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(ROWS_MAX);
