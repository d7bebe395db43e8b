/**
 * Makes the statements of a merchant that earns commissions, once their period is over. A statement is opened with the
 * merchants that it collects from; the bookings of each are collected in one transaction of its own, once; then the
 * statement is closed. Every step is idempotent, and a later run finishes what one left open. The jobs of one merchant run
 * sequentially: a member without bookings has no mark that it was collected from.
 */
import { add } from '@dasbor/contract/money';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { lockProgress } from './entry-queries.ts';
import { lockRules } from './queries.ts';
import { postCollected } from './statement-journal.ts';
import {
  type StatementLine,
  type StatementRule,
  type UncollectedBooking,
  collectBookings,
  listCollected,
  listStatementRules,
  listUncollected,
  sumCollected,
} from './collect-queries.ts';
import {
  type OpenStatement,
  countOnDay,
  insertLines,
  insertStatement,
  listOpenStatements,
  listPeriods,
  lockStatement,
  lockUnsettled,
  storeCarriedTo,
  transitionStatement,
} from './statement-queries.ts';
import { type StatementPeriod, formatStatementNumber, planPeriods, sumStatement } from './statement-rules.ts';

type StatementDeps = Pick<Deps, 'db' | 'clock'>;

/** Makes every statement whose period was over before `today`. Returns the number of statements that it closed. */
export async function createStatements(deps: StatementDeps, earned_by: string, today: string): Promise<number> {
  const rules = await asMerchant(deps.db, earned_by, listStatementRules);
  let closed = await finishOpen(deps, earned_by, rules);
  const bookings = await asPlatform(deps.db, (tx) => listUncollected(tx, earned_by));
  for (const versions of groupSeries(rules)) {
    const ids = new Set(versions.map(({ id }) => id));
    const own = bookings.filter(({ rule_id }) => ids.has(rule_id));
    if (own.length > 0) closed += await makeSeries(deps, { earned_by, rules, versions, bookings: own }, today);
  }
  return closed;
}

/** Versions of one rule with the same cycle: their periods are those of one series of statements. */
const groupSeries = (rules: readonly StatementRule[]): StatementRule[][] => [
  ...Map.groupBy(rules, ({ series_id, cycle }) => `${series_id} ${cycle}`).values(),
];

interface Series {
  earned_by: string;
  rules: readonly StatementRule[];
  versions: readonly StatementRule[];
  bookings: readonly UncollectedBooking[];
}

async function makeSeries(
  deps: StatementDeps,
  { earned_by, rules, versions, bookings }: Series,
  today: string,
): Promise<number> {
  const rule = versions.at(-1);
  if (rule === undefined) return 0;
  const made = await asMerchant(deps.db, earned_by, (tx) => listPeriods(tx, rule.series_id, rule.cycle));
  const has_statement = new Set(made.map(({ period_from }) => period_from));
  const days = bookings.map(({ day }) => day);
  let closed = 0;
  // Each statement takes what the one before it has left.
  let collected_to = '';
  for (const period of planPeriods(rule.cycle, days, { has_statement, today })) {
    const due = bookings.filter(({ day }) => day > collected_to && day <= period.period_to);
    collected_to = period.period_to;
    const collects = [...new Set(due.map(({ merchant_id }) => merchant_id))].toSorted();
    if (collects.length === 0) continue;
    await asMerchant(deps.db, earned_by, (tx) => openStatement(tx, { rule, period, collects }, deps.clock.now()));
    closed += await finishOpen(deps, earned_by, rules);
  }
  return closed;
}

/** Opens a statement unless another run has. */
async function openStatement(
  tx: MerchantTx,
  { rule, period, collects }: { rule: StatementRule; period: StatementPeriod; collects: string[] },
  now: Date,
): Promise<void> {
  await lockRules(tx);
  const { series_id, group_id, cycle, name: rule_name } = rule;
  const made = await listPeriods(tx, series_id, cycle);
  if (made.some(({ period_from }) => period_from === period.period_from)) return;
  const number = formatStatementNumber(period.period_to, await countOnDay(tx, period.period_to));
  const id = newId('commission_statement', now);
  await insertStatement(tx, {
    id,
    number,
    series_id,
    group_id,
    rule_name,
    cycle,
    ...period,
    collects,
    created_at: now,
  });
}

/** Collects for every open statement and closes it, oldest first. */
async function finishOpen(deps: StatementDeps, earned_by: string, rules: readonly StatementRule[]): Promise<number> {
  let closed = 0;
  for (const statement of await asMerchant(deps.db, earned_by, listOpenStatements)) {
    const versions = rules.filter(
      ({ series_id, cycle }) => series_id === statement.series_id && cycle === statement.cycle,
    );
    const { id: statement_id, period_to } = statement;
    const collection = { statement_id, earned_by, rule_ids: versions.map(({ id }) => id), period_to };
    for (const member of statement.collects) {
      await asMerchant(deps.db, member, async (tx) => {
        // Serialises with the run that books, and with other runs that collect.
        await lockProgress(tx);
        if ((await sumCollected(tx, statement_id)) !== null) return;
        await collectBookings(tx, collection);
        const amount = await sumCollected(tx, statement_id);
        if (amount === null || amount === 0) return;
        await postCollected(
          tx,
          'commission_collected',
          { id: statement_id, number: statement.number, amount },
          deps.clock.now(),
        );
      });
    }
    // Nothing can be collected for it any more, so that these amounts are final.
    const lines = await asPlatform(deps.db, (tx) => listCollected(tx, statement));
    const tax_rate_ppm = chooseTaxRate(versions, period_to);
    const has_closed = await asMerchant(deps.db, earned_by, (tx) =>
      closeStatement(tx, statement, { lines, tax_rate_ppm }, deps.clock.now()),
    );
    if (has_closed) closed += 1;
  }
  return closed;
}

/** The rate of the version that applied at the end of the period, or of the last one before. */
const chooseTaxRate = (versions: readonly StatementRule[], period_to: string): number => {
  const begun = versions.filter(
    ({ effective_from, effective_to }) => effective_from <= period_to && effective_to !== effective_from,
  );
  return (begun.at(-1) ?? versions.at(-1))?.tax_rate_ppm ?? 0;
};

async function closeStatement(
  tx: MerchantTx,
  { id, series_id, number }: OpenStatement,
  { lines, tax_rate_ppm }: { lines: readonly StatementLine[]; tax_rate_ppm: number },
  now: Date,
): Promise<boolean> {
  await lockRules(tx);
  const statement = await lockStatement(tx, id);
  if (statement?.status !== 'open') return false;
  const unsettled = await lockUnsettled(tx, series_id);
  const carried_amount = add(0, ...unsettled.map(({ payable_amount }) => payable_amount));
  const totals = sumStatement(lines, { carried_amount, tax_rate_ppm });
  if (lines.length > 0) await insertLines(tx, id, lines);
  const carried = unsettled.map((earlier) => earlier.id);
  if (carried.length > 0) await storeCarriedTo(tx, carried, id);
  const amount = add(totals.commission_amount, totals.adjustment_amount);
  if (amount !== 0) await postCollected(tx, 'commission_statement', { id, number, amount }, now);
  const change = { ...totals, closed_at: now };
  await transitionStatement(tx, statement, { path: ['closed'], change }, { now, actor: SYSTEM_ACTOR, reason: null });
  return true;
}
