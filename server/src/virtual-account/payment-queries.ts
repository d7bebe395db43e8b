/** SQL of the payments of a virtual account: pages and files. */
import { sql } from 'kysely';
import { type VaPayment, vaPayment } from '@dasbor/contract/virtual-account-fields';
import type { listVirtualAccountPayments } from '@dasbor/contract/virtual-account-payment';
import { buildColumns, listFields } from '../db/columns.ts';
import { buildCsvCells } from '../db/csv-cells.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { ListFile } from '../http/list-file.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { formatFileHeader } from './file-headers.ts';

type Rows = Pick<MerchantTx, 'merchant_id' | 'sql'>;

const buildPaymentQuery = (tx: Rows, virtual_account_id: string) =>
  tx.sql
    .selectFrom('va_payment as p')
    .innerJoin('virtual_account as v', (join) =>
      join.on('v.merchant_id', '=', tx.merchant_id).onRef('v.id', '=', 'p.virtual_account_id'),
    )
    .where('p.merchant_id', '=', tx.merchant_id)
    .where('p.virtual_account_id', '=', virtual_account_id)
    .orderBy('p.paid_at', 'desc')
    .orderBy('p.id', 'desc');

const COLUMNS = buildColumns('p', vaPayment.omit({ trx_id: true }).shape);

/** A page after a cursor, newest first; one extra row shows whether more follow. */
export function listVaPayments(
  tx: MerchantTx,
  virtual_account_id: string,
  after: Cursor | null,
  limit: number,
): Promise<VaPayment[]> {
  let rows = buildPaymentQuery(tx, virtual_account_id);
  if (after !== null) rows = rows.where(sql<boolean>`(p.paid_at, p.id) < (${after.at}, ${after.id})`);
  return rows
    .select(COLUMNS)
    .select('v.trx_id')
    .limit(limit + 1)
    .execute();
}

const FIELDS = listFields(vaPayment.shape);
/** Maximum rows of a file. */
const ROWS_MAX = 1_000_000;

export const vaPaymentFile: ListFile<typeof listVirtualAccountPayments> = {
  name: 'virtual-account-payments',
  columns: FIELDS,
  buildQuery: ({ params, language, time_zone, ...tx }) =>
    buildPaymentQuery(tx, params.id)
      .select(() =>
        buildCsvCells({
          shape: vaPayment.shape,
          names: FIELDS,
          getColumn: (field) => sql.ref(field === 'trx_id' ? 'v.trx_id' : `p.${field}`),
          formatHeader: (field) => formatFileHeader(field, language),
          time_zone,
        }),
      )
      .limit(ROWS_MAX),
};
