/** The transfers that are not in the running balances and roll-ups yet. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the unfolded transfers of a merchant. The lateral subquery keeps the planner at one index lookup per journal: the
 * statistics of a queue say little, and a hash join would read every transfer of the merchant for the last few of them.
 */
export const buildUnfoldedTransfersQuery = (merchant_id: string): RawBuilder<unknown> => sql`
  select t.debit_account, t.credit_account, t.kind, t.amount, t.posted_at
  from app.unfolded_journal u
  cross join lateral (
    select x.debit_account, x.credit_account, x.kind, x.amount, x.posted_at
    from app.transfer x
    where x.merchant_id = ${merchant_id} and x.journal_id = u.journal_id
    offset 0) t
  where u.merchant_id = ${merchant_id}`;
