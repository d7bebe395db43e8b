/** SQL of disbursements that retry others. */
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

/** The retry of a disbursement; there is at most one. */
export const findRetry = (tx: MerchantTx, id: string): Promise<{ id: string } | undefined> =>
  tx.sql
    .selectFrom('disbursement')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('retry_of', '=', id)
    .executeTakeFirst();

/** A disbursement that another one retries. */
export interface EarlierDisbursement {
  id: string;
  status: DisbursementStatus;
}

/** Everything that a disbursement retries, directly or through other retries. */
export async function listEarlier(tx: MerchantTx, id: string): Promise<EarlierDisbursement[]> {
  const { merchant_id } = tx;
  const { rows } = await sql<EarlierDisbursement>`
    with recursive earlier as (
      select d.id, d.retry_of, d.status from app.disbursement d where d.merchant_id = ${merchant_id} and d.id = ${id}
      union
      select d.id, d.retry_of, d.status from earlier e
      join app.disbursement d on d.merchant_id = ${merchant_id} and d.id = e.retry_of
    )
    select id, status from earlier where id <> ${id}`.execute(tx.sql);
  return rows;
}
