/** Steps of reports, which are requested in the middle of everything else, and the comparison of what they say with the ledger. */
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { KOPI_NUSANTARA } from '../../server/src/sandbox/people.ts';
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

const TYPES = ['transactions', 'deposit', 'refund', 'balance', 'disbursement', 'fee_invoice'] as const;

async function requestReport(
  context: SimulationContext,
  report: { report_type: (typeof TYPES)[number] | undefined; period_from: string; period_to: string; format?: string },
): Promise<void> {
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', '/report-runs', {
    body: { ...report, channels: [] },
    key: context.nextKey(),
  });
  expectStatus(context, 'createReportRun', answer, [202]);
}

/** A report of yesterday, to which nothing is posted any more. */
async function requestYesterday(context: SimulationContext): Promise<void> {
  const { clock, pick } = context;
  const day = addDays(toBusinessDay(clock.now()), -1);
  const format = pick(['csv', 'xlsx']) ?? 'csv';
  await requestReport(context, { report_type: pick(TYPES), period_from: day, period_to: day, format });
}

export const REPORT_STEPS: Step[] = [{ name: 'request a report', weight: 1, run: requestYesterday }];

interface Run {
  id: string;
  report_type: string;
  period_from: string;
  period_to: string;
  status: string;
  is_finished: boolean;
  row_count: number | null;
  net_total: string | null;
}

/**
 * Every report has its file, and a report of transactions says what the ledger says: the number of payments that were posted
 * in its days, and their net. One report of the whole time is requested now.
 */
export async function checkReports(context: SimulationContext): Promise<string[]> {
  const { environment, clock } = context;
  const { rows: first } = await environment.owner.query<{ at: Date }>('select min(posted_at) as at from app.transfer');
  const period_to = toBusinessDay(clock.now());
  const period_from = toBusinessDay(first[0]?.at ?? clock.now());
  await requestReport(context, { report_type: 'transactions', period_from, period_to, format: 'csv' });
  await environment.runDueJobs();
  const { rows: runs } = await environment.owner.query<Run>(
    `select id, report_type, period_from::text, period_to::text, status, row_count::int, net_total::text,
       finished_at is not null and file_id is not null as is_finished
     from app.report_run order by id`,
  );
  const violations: string[] = [];
  for (const run of runs) {
    if (run.status !== 'delivered' || !run.is_finished) violations.push(`report ${run.id} is ${run.status}`);
    else if (run.report_type === 'transactions') violations.push(...(await compareWithLedger(context, run)));
  }
  return violations;
}

async function compareWithLedger({ environment }: SimulationContext, run: Run): Promise<string[]> {
  const { id, period_from, period_to, row_count, net_total } = run;
  const { rows } = await environment.owner.query<{ count: number; net: string }>(
    `select count(*) filter (where kind = 'payment')::int as count,
       coalesce(sum(case kind when 'payment' then amount else -amount end), 0)::text as net
     from app.transfer
     where merchant_id = $1 and kind in ('payment', 'payment_fee', 'payment_fee_vat') and posted_at >= $2 and posted_at < $3`,
    [KOPI_NUSANTARA.merchant_id, startOfBusinessDay(period_from), startOfBusinessDay(addDays(period_to))],
  );
  const ledger = rows[0] ?? { count: 0, net: '0' };
  return ledger.count === row_count && ledger.net === net_total
    ? []
    : [
        `report ${id} of ${period_from} to ${period_to} has ${row_count} payments of Rp ${net_total}, ` +
          `the ledger ${ledger.count} of Rp ${ledger.net}`,
      ];
}
