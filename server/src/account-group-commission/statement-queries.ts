/** SQL writes of commission statements: opening, lines and status transitions. */
import type { OperationNodeSource } from 'kysely';
import type { CommissionCycle } from '@dasbor/contract/account-group-commission-fields';
import type { CommissionStatementStatus } from '@dasbor/contract/commission-statement';
import type { Rupiah } from '@dasbor/contract/money';
import { publishToStaff } from '../db/live-events.ts';
import { buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { type Actor, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import type { StatementLine } from './collect-queries.ts';
import { type StatementTotals, canTransition } from './statement-rules.ts';

export interface NewStatement {
  id: string;
  number: string;
  series_id: string;
  group_id: string;
  rule_name: string;
  cycle: CommissionCycle;
  period_from: string;
  period_to: string;
  collects: string[];
  created_at: Date;
}

/** First days of the periods of a rule that have a statement. */
export const listPeriods = (tx: MerchantTx, series_id: string, cycle: CommissionCycle) =>
  tx.sql
    .selectFrom('commission_statement')
    .select('period_from')
    .where('merchant_id', '=', tx.merchant_id)
    .where('series_id', '=', series_id)
    .where('cycle', '=', cycle)
    .execute();

export const countOnDay = async (tx: MerchantTx, period_to: string): Promise<number> =>
  (
    await tx.sql
      .selectFrom('commission_statement')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('merchant_id', '=', tx.merchant_id)
      .where('period_to', '=', period_to)
      .executeTakeFirstOrThrow()
  ).count;

export async function insertStatement(tx: MerchantTx, statement: NewStatement): Promise<void> {
  const { merchant_id } = tx;
  const { id, created_at } = statement;
  await executeWriteBatch(tx, {
    statement: tx.sql
      .insertInto('commission_statement')
      .values({ merchant_id, ...statement, status: 'open', last_event_seq: 1, updated_at: created_at })
      .returning('id'),
    event: buildEventInsert(tx, id, {
      seq: 1,
      at: created_at,
      from_status: null,
      to_status: 'open',
      reason: null,
      ...SYSTEM_ACTOR,
    }),
  });
  publishToStaff(tx, { topic: 'commission-statement', id, change: 'created' });
}

interface NewEvent extends Actor {
  seq: number;
  at: Date;
  from_status: CommissionStatementStatus | null;
  to_status: CommissionStatementStatus;
  reason: string | null;
}

const buildEventInsert = (tx: MerchantTx, statement_id: string, event: NewEvent): OperationNodeSource =>
  tx.sql
    .insertInto('commission_statement_event')
    .values({ merchant_id: tx.merchant_id, statement_id, ...event })
    .returning('seq');

export const insertLines = (tx: MerchantTx, statement_id: string, lines: readonly StatementLine[]) =>
  tx.sql
    .insertInto('commission_statement_line')
    .values(lines.map((line) => ({ merchant_id: tx.merchant_id, statement_id, ...line })))
    .execute();

export const listOpenStatements = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('commission_statement')
    .select(['id', 'number', 'series_id', 'cycle', 'period_from', 'period_to', 'collects'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'open')
    .orderBy('period_to')
    .orderBy('id')
    .execute();
export type OpenStatement = Awaited<ReturnType<typeof listOpenStatements>>[number];

/** Negative statements of a rule that no later one has settled. */
export const lockUnsettled = (tx: MerchantTx, series_id: string) =>
  tx.sql
    .selectFrom('commission_statement')
    .select(['id', 'payable_amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('series_id', '=', series_id)
    .where('status', '=', 'closed')
    .where('payable_amount', '<', 0)
    .where('carried_to_id', 'is', null)
    .forNoKeyUpdate()
    .execute();

export const storeCarriedTo = (tx: MerchantTx, ids: readonly string[], carried_to_id: string) =>
  tx.sql
    .updateTable('commission_statement')
    .set({ carried_to_id })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', ids)
    .execute();

export interface LockedStatement {
  id: string;
  status: CommissionStatementStatus;
  last_event_seq: number;
  number: string;
  series_id: string;
  rule_name: string;
  net_amount: Rupiah;
  tax_amount: Rupiah;
  bank_account_id: string | null;
  attempts: number;
  partner_reference_no: string | null;
}

export const lockStatement = (tx: MerchantTx, id: string): Promise<LockedStatement | undefined> =>
  tx.sql
    .selectFrom('commission_statement')
    .select(['id', 'status', 'last_event_seq', 'number', 'series_id', 'rule_name', 'net_amount', 'tax_amount'])
    .select(['bank_account_id', 'attempts', 'partner_reference_no'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface StatementChange extends Partial<StatementTotals> {
  closed_at?: Date;
  bank_account_id?: string;
  attempts?: number;
  partner_reference_no?: string | null;
  rail?: string;
  bank_reference?: string | null;
  sent_at?: Date | null;
  paid_at?: Date | null;
  submitted_by?: string;
  approved_by?: string | null;
  remark?: string | null;
  failure_code?: string | null;
  failure_message?: string | null;
}

/** Transitions a locked statement together with its timeline. Fails if the status changed meanwhile. */
export async function transitionStatement(
  tx: MerchantTx,
  statement: Pick<LockedStatement, 'id' | 'status' | 'last_event_seq'>,
  { path, change }: { path: CommissionStatementStatus[]; change: StatementChange },
  context: { now: Date; actor: Actor; reason: string | null },
): Promise<void> {
  const { id, status: from } = statement;
  for (const [step, to] of path.entries()) {
    const previous = path[step - 1] ?? from;
    if (!canTransition(previous, to)) throw new Error(`Illegal transition of ${id} from ${previous} to ${to}`);
  }
  const { status, last_event_seq, events } = buildTransitionEvents(statement, { path, ...context });
  await executeTransition(tx, {
    table: 'commission_statement',
    id,
    from,
    change: { ...change, status, last_event_seq, updated_at: context.now },
    more: Object.fromEntries(events.map((event, step) => [`event_${step}`, buildEventInsert(tx, id, event)])),
  });
  publishToStaff(tx, { topic: 'commission-statement', id, change: 'updated' });
}

/** Statements of the merchant whose payout is on hold. */
export async function listHeldStatementIds(tx: MerchantTx): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('commission_statement')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'on_hold')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Merchants with a payout on hold. */
export async function listMerchantsOnHold(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('commission_statement')
    .select('merchant_id')
    .distinct()
    .where('status', '=', 'on_hold')
    .orderBy('merchant_id')
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Approved statements of every merchant with an unsent payout, the least recently checked first. */
export const listUnsentStatements = (tx: PlatformTx, limit: number): Promise<{ merchant_id: string; id: string }[]> =>
  tx.sql
    .selectFrom('commission_statement')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'approved')
    .orderBy('last_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
