/** SQL of the hash chain of the provider's events. */
import { sql } from 'kysely';
import type { PlatformTx } from '../db/tx.ts';

type WritingTx = Pick<PlatformTx, 'sql'>;
interface Head {
  last_seq: number;
  last_hash: string;
}

/** The end of the chain, locked until the end of the transaction. */
export const lockProviderHead = (tx: WritingTx): Promise<Head> =>
  tx.sql
    .selectFrom('provider_event_head')
    .select(['last_seq', 'last_hash'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Error('the head of the provider events is missing'));

export const updateProviderHead = (tx: WritingTx, head: Head) =>
  tx.sql.updateTable('provider_event_head').set(head).where('id', '=', true).execute();

export const findProviderHead = (tx: PlatformTx): Promise<Head | undefined> =>
  tx.sql.selectFrom('provider_event_head').select(['last_seq', 'last_hash']).executeTakeFirst();

/** Rows from before the chain, and their digest. */
export const digestUnchainedEvents = (tx: PlatformTx): Promise<{ rows: number; digest: string }> =>
  tx.sql
    .selectFrom('provider_event')
    .where('hash', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .select(sql<string>`app.digest_unchained_provider_events()`.as('digest'))
    .executeTakeFirstOrThrow();

/** The next events of the chain, oldest first. */
export const listChainedEvents = (tx: PlatformTx, after_seq: number, limit: number) =>
  tx.sql
    .selectFrom('provider_event')
    .select([
      'seq',
      'id',
      'at',
      'actor_id',
      'actor_name',
      'actor_email',
      'actor_role',
      'ip',
      'user_agent',
      'session_id',
    ])
    .select(['action', 'object_type', 'object_id', 'merchant_of', 'before', 'after', 'result'])
    .select([sql<string>`coalesce(prev_hash, '')`.as('prev_hash'), sql<string>`coalesce(hash, '')`.as('hash')])
    .where('seq', '>', after_seq)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** The hash of an event, or of the rows before the chain; null when it does not exist. */
export async function findEventHash(tx: PlatformTx, seq: number): Promise<string | null> {
  const row = await tx.sql.selectFrom('provider_event').select('hash').where('seq', '=', seq).executeTakeFirst();
  return row?.hash ?? null;
}
