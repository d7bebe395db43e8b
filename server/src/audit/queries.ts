/** SQL of the audit log. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { AuditRow } from './record.ts';

/** The head of the hash chain, locked until the end of the transaction. */
export const lockHead = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('audit_head')
    .select(['last_seq', 'last_hash'])
    .where('merchant_id', '=', tx.merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Creates the chain of a merchant; does nothing when a concurrent transaction created it. */
export const insertHead = (tx: MerchantTx, head: { last_seq: number; last_hash: string }) =>
  tx.sql
    .insertInto('audit_head')
    .values({ merchant_id: tx.merchant_id, ...head })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();

export const updateHead = (tx: MerchantTx, head: { last_seq: number; last_hash: string }) =>
  tx.sql.updateTable('audit_head').set(head).where('merchant_id', '=', tx.merchant_id).execute();

export const insertEntry = (tx: MerchantTx, row: AuditRow & { hash: string }) =>
  tx.sql
    .insertInto('audit_log')
    .values({ ...row, before: toJson(row.before), after: toJson(row.after) })
    .execute();

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The next entries of a chain, oldest first. */
export const listEntries = (tx: MerchantTx | PlatformTx, merchant_id: string, after_seq: number, limit: number) =>
  tx.sql
    .selectFrom('audit_log')
    .select([
      'version',
      'merchant_id',
      'seq',
      'at',
      'actor_type',
      'actor_id',
      'actor_name',
      'actor_email',
      'actor_role',
    ])
    .select(['ip', 'user_agent', 'session_id', 'action', 'object_type', 'object_id', 'before', 'after', 'reason'])
    .select(['result', 'prev_hash', 'hash'])
    .where('merchant_id', '=', merchant_id)
    .where('seq', '>', after_seq)
    .orderBy('seq')
    .limit(limit)
    .execute();

export const findHead = (tx: MerchantTx | PlatformTx, merchant_id: string) =>
  tx.sql
    .selectFrom('audit_head')
    .select(['last_seq', 'last_hash'])
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();

/** The heads of all chains. */
export const listHeads = (tx: PlatformTx) =>
  tx.sql.selectFrom('audit_head').select(['merchant_id', 'last_seq', 'last_hash']).where('last_seq', '>', 0).execute();

/** The hash of an entry; null when it does not exist. */
export async function findEntryHash(tx: PlatformTx, merchant_id: string, seq: number): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('audit_log')
    .select('hash')
    .where('merchant_id', '=', merchant_id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.hash ?? null;
}

export const listMerchantIds = async (tx: PlatformTx): Promise<string[]> =>
  (await tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute()).map(
    (row) => row.merchant_id,
  );
