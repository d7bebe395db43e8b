/** SQL on transfers from the available to the payout balance. */
import { sql } from 'kysely';
import { type BalanceTransfer, type BalanceTransferStatus, balanceTransfer } from '@dasbor/contract/payout-balance';
import type { Rupiah } from '@dasbor/contract/money';
import { buildColumns } from '../db/columns.ts';
import { executeTransition } from '../db/status-transition.ts';
import type { MerchantTx } from '../db/tx.ts';

export interface Requester {
  type: 'user' | 'api_key';
  id: string;
  name: string;
  /** Id of the user who acts, directly or through an API key. */
  owner_id: string;
}

export async function insertTransfer(
  tx: MerchantTx,
  move: { id: string; amount: Rupiah; by: Requester; created_at: Date },
): Promise<void> {
  const { id, amount, by, created_at } = move;
  const requested = {
    requested_by_type: by.type,
    requested_by_id: by.id,
    requested_by_name: by.name,
    requested_by_owner: by.owner_id,
  };
  await tx.sql
    .insertInto('balance_transfer')
    .values({
      merchant_id: tx.merchant_id,
      id,
      amount,
      status: 'pending',
      ...requested,
      created_at,
      updated_at: created_at,
    })
    .execute();
}

/** Locks a transfer of the merchant. */
export const lockTransfer = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('balance_transfer')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .select(['id', 'amount', 'requested_by_id', 'requested_by_owner', 'status'])
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Changes the status. Throws if the status changed meanwhile, which rolls the transaction back. */
export async function transitionTransfer(
  tx: MerchantTx,
  { id, status: from }: { id: string; status: BalanceTransferStatus },
  change: {
    status: BalanceTransferStatus;
    updated_at: Date;
    decided_by_id?: string;
    decided_by_name?: string;
    decided_at?: Date;
    remark?: string | null;
  },
): Promise<void> {
  await executeTransition(tx, { table: 'balance_transfer', id, from, change });
}

const COLUMNS = buildColumns(
  'b',
  balanceTransfer.omit({
    requested_by: true,
    decided_by: true,
    is_own: true,
    may_decide: true,
    approvals_missing: true,
  }).shape,
);

export type TransferRow = Omit<BalanceTransfer, 'may_decide' | 'approvals_missing'>;

const buildTransferQuery = (tx: MerchantTx, reader_id: string) =>
  tx.sql
    .selectFrom('balance_transfer as b')
    .where('b.merchant_id', '=', tx.merchant_id)
    .select(COLUMNS)
    .select(['b.requested_by_name as requested_by', 'b.decided_by_name as decided_by'])
    .select(sql<boolean>`b.requested_by_owner = ${reader_id}`.as('is_own'));

export const findTransfer = (tx: MerchantTx, id: string, reader_id: string): Promise<TransferRow | undefined> =>
  buildTransferQuery(tx, reader_id).where('b.id', '=', id).executeTakeFirst();

/** One page after the cursor, newest first, plus one row when there is a next page. */
export function listTransferRows(
  tx: MerchantTx,
  reader_id: string,
  status: BalanceTransferStatus[] | undefined,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<TransferRow[]> {
  let rows = buildTransferQuery(tx, reader_id);
  if (status?.length) rows = rows.where('b.status', 'in', status);
  if (after !== null) rows = rows.where(sql<boolean>`(b.created_at, b.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit + 1)
    .execute();
}
