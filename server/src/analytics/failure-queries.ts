/** SQL of the messages that came with failures. */
import type { AnalyticsTab } from '@dasbor/contract/analytics';
import { sql } from 'kysely';
import type { DayRange, MerchantOf } from '../db/day-roll-up.ts';
import { type CountOptions, type Reader, buildScope, toRanges } from './queries.ts';

const buildRange = (alias: string, merchant_id: MerchantOf, { from, to }: DayRange) =>
  sql`${sql.ref(`${alias}.merchant_id`)} = ${merchant_id}
    and ${sql.ref(`${alias}.created_at`)} >= ${from.toISOString()}::timestamptz
    and ${sql.ref(`${alias}.created_at`)} < ${to.toISOString()}::timestamptz`;

/** The latest failure message of each code in the period. */
export async function listFailureMessages(
  tx: Reader,
  { tab, period }: Pick<CountOptions, 'tab' | 'period'>,
): Promise<{ code: string; message: string | null }[]> {
  const { present } = toRanges(period);
  const { table, code, message, statuses } = FAILURES[tab];
  const limit = 'merchant_id' in tx ? LATEST_FAILURES : LATEST_OF_EACH;
  const { rows } = await sql<{ code: string; message: string | null }>`
    select distinct on (f.code) f.code, f.message
    from ${buildScope(
      tx,
      (of) => sql`(select coalesce(${sql.ref(code)}, '') as code, ${sql.ref(message)} as message
        from ${sql.raw(table)} t
        where ${buildRange('t', of, present)} and t.status = any (${statuses})
        order by t.created_at desc limit ${limit})`,
    )} f`.execute(tx.sql);
  return rows;
}

const FAILURES = {
  payments: {
    table: 'app.transaction',
    code: 't.failure_code',
    message: 't.failure_message',
    statuses: ['failed'],
  },
  refunds: { table: 'app.refund', code: 't.error_code', message: 't.error_message', statuses: ['failed'] },
  disbursements: {
    table: 'app.disbursement',
    code: 't.failure_code',
    message: 't.failure_message',
    statuses: ['failed', 'reversed'],
  },
} as const satisfies Record<AnalyticsTab, object>;

/** Failures whose messages are looked at: of one merchant, and of each of several. */
const LATEST_FAILURES = 2_000;
const LATEST_OF_EACH = 50;
