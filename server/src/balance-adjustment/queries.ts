/** SQL of balance adjustments. */
import { sql } from 'kysely';
import { type AdjustableAccount, type BalanceAdjustment, balanceAdjustment } from '@dasbor/contract/balance-adjustment';
import type { Rupiah } from '@dasbor/contract/money';
import { buildColumns } from '../db/columns.ts';
import { executeTransition } from '../db/status-transition.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

export const insertAdjustment = (
  tx: MerchantTx,
  adjustment: {
    id: string;
    account_type: AdjustableAccount;
    amount: Rupiah;
    reason: string;
    requested_by_id: string;
    requested_by: string;
    created_at: Date;
  },
) =>
  tx.sql
    .insertInto('balance_adjustment')
    .values({ merchant_id: tx.merchant_id, status: 'pending', ...adjustment })
    .execute();

/** Locks an adjustment of the merchant. */
export const lockAdjustment = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('balance_adjustment')
    .select(['id', 'account_type', 'amount', 'reason', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Decides a locked adjustment. Throws if its status changed meanwhile, which rolls the transaction back. */
export const decideAdjustment = (
  tx: MerchantTx,
  id: string,
  change: {
    status: 'posted' | 'rejected';
    decided_by_id: string | null;
    decided_by: string | null;
    decided_at: Date;
    remark: string | null;
  },
) => executeTransition(tx, { table: 'balance_adjustment', id, from: 'pending', change });

const COLUMNS = buildColumns('a', balanceAdjustment.omit({ approval_id: true }).shape);

const buildAdjustmentQuery = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('balance_adjustment as a')
    .leftJoin('approval_request as r', (join) =>
      join
        .on('r.merchant_id', '=', tx.merchant_id)
        .on('r.subject_type', '=', 'balance_adjustment')
        .onRef('r.subject_id', '=', 'a.id')
        .on('r.status', '=', 'pending'),
    )
    .where('a.merchant_id', '=', tx.merchant_id)
    .select(COLUMNS)
    .select('r.id as approval_id');

export const findAdjustment = (tx: MerchantTx, id: string): Promise<BalanceAdjustment | undefined> =>
  buildAdjustmentQuery(tx).where('a.id', '=', id).executeTakeFirst();

/** One page after the cursor, newest first, plus one row when there is a next page. */
export function listAdjustments(
  tx: MerchantTx,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<BalanceAdjustment[]> {
  let rows = buildAdjustmentQuery(tx);
  if (after !== null) rows = rows.where(sql<boolean>`(a.created_at, a.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute();
}
