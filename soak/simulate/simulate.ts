/**
 * Seeded simulation: random steps of merchants, payers, time and bank failures against the real application, database and
 * sandbox bank with a manual clock. Checks payments and fees after each step and the ledger every few steps; at the end all
 * work completes and every payment must be recorded exactly once.
 */
import { createManualClock } from '../../server/src/db/clock.ts';
import { createRandom } from '../random.ts';
import type { Result } from '../result.ts';
import { type Databases, startDatabases } from '../databases.ts';
import { startEnvironment } from '../environment.ts';
import { BANK_STEPS, runUntilIdle } from './bank-steps.ts';
import {
  type LastStatuses,
  checkAllPaymentsRecorded,
  checkDeposits,
  checkLedger,
  checkLinks,
  checkPayments,
} from './checks.ts';
import { CONTROL_STEPS, checkBlocked } from './control-steps.ts';
import { DEPOSIT_STEPS } from './deposit-steps.ts';
import { BATCH_STEPS } from './batch-steps.ts';
import { DISBURSEMENT_STEPS } from './disbursement-steps.ts';
import { loseOrder, payFirst } from './first-payouts.ts';
import { KILL_STEPS } from './kill-sender.ts';
import { LINK_STEPS } from './link-steps.ts';
import { QRIS_STEPS, recordPaidBeforeCancel } from './qris-steps.ts';
import { REFUND_STEPS } from './refund-steps.ts';
import { REPORT_STEPS, checkReports } from './report-steps.ts';
import { REVERSAL_STEPS } from './reversal-steps.ts';
import type { SimulationRecords, SimulationContext, Step } from './context.ts';
import { SETTLEMENT_STEPS, checkPayouts } from './settlement-steps.ts';
import { RESOLUTION_STEPS } from './resolution-steps.ts';
import { STICKER_STEPS } from './sticker-steps.ts';
import {
  checkApprovals,
  checkBankBalance,
  checkHeldMoney,
  checkSomethingPaid,
  checkTransfers,
  inquireEverything,
} from './transfer-checks.ts';
import { VA_STEPS } from './va-steps.ts';

const START = new Date('2026-11-18T02:00:00.000Z');
/** Steps per seed. */
const STEPS = 1_000;
const LEDGER_EVERY = 20;
const VIOLATIONS_MAX = 10;
const ALL_STEPS: readonly Step[] = [
  ...QRIS_STEPS,
  ...STICKER_STEPS,
  ...VA_STEPS,
  ...LINK_STEPS,
  ...DEPOSIT_STEPS,
  ...REFUND_STEPS,
  ...REVERSAL_STEPS,
  ...SETTLEMENT_STEPS,
  ...REPORT_STEPS,
  ...DISBURSEMENT_STEPS,
  ...BATCH_STEPS,
  ...CONTROL_STEPS,
  ...RESOLUTION_STEPS,
  ...BANK_STEPS,
];
/** A run of at least so many steps starts processes to kill, and must have seen everything happen. */
const LONG_STEPS = 500;

/**
 * Runs consecutive seeds, each on its own database, so that every seed can be replayed: as many as asked for, or until the
 * time is over.
 */
export async function runSimulation(options: {
  seed: number;
  minutes: number;
  seeds?: number | undefined;
  steps?: number | undefined;
}): Promise<Result> {
  const { seed, minutes, seeds, steps = STEPS } = options;
  const end = Date.now() + minutes * 60_000;
  const lines: string[] = [];
  const databases = await startDatabases();
  try {
    for (let each = seed; ; each += 1) {
      const round = await runSeed(each, steps, databases);
      lines.push(...round.lines);
      if (!round.ok) return { ok: false, lines: [...lines, `replay with SEED=${each} SEEDS=1 STEPS=${steps}`] };
      if (seeds === undefined ? Date.now() >= end : each - seed + 1 >= seeds) return { ok: true, lines };
    }
  } finally {
    await databases.stop();
  }
}

async function runSeed(seed: number, steps: number, databases: Databases): Promise<Result> {
  const clock = createManualClock(START);
  const environment = await startEnvironment({ clock, databases });
  const random = createRandom(seed);
  const nothing = { stickers: [], links: [], deposit_vas: [], deposits: [] };
  const records: SimulationRecords = {
    paid: [],
    codes: [],
    numbers: [],
    ...nothing,
    refunds: [],
    blocked: new Map(),
    keys: [],
    outcomes: {},
    violations: [],
    step_counts: {},
  };
  let names = 0;
  const context: SimulationContext = {
    environment,
    clock,
    records,
    random,
    between: (least, greatest) => least + Math.floor(random() * (greatest - least + 1)),
    pick: (from) => from[Math.floor(random() * from.length)],
    nextKey: () => `sim-${seed}-${++names}`,
  };
  try {
    const violations = await runSteps(context, steps);
    const summary = `seed ${seed}: ${steps} steps, ${records.paid.length} payments received by the bank, ${JSON.stringify({ ...records.step_counts, ...records.outcomes })}`;
    return {
      ok: violations.length === 0,
      lines: [summary, ...violations.map((violation) => `VIOLATION ${violation}`)],
    };
  } finally {
    await environment.stop();
  }
}

async function runSteps(context: SimulationContext, steps: number): Promise<string[]> {
  const { records } = context;
  const seen: LastStatuses = new Map();
  const is_long = steps >= LONG_STEPS;
  const choices = is_long ? [...ALL_STEPS, ...KILL_STEPS] : ALL_STEPS;
  await payFirst(context);
  for (let count = 1; count <= steps; count += 1) {
    const step = chooseStep(context, choices);
    records.step_counts[step.name] = (records.step_counts[step.name] ?? 0) + 1;
    try {
      await step.run(context);
    } catch (error) {
      records.violations.push(`threw ${error instanceof Error ? error.message : String(error)}`);
    }
    await recordPaidBeforeCancel(context);
    records.violations.push(...(await checkPayments(context, seen)));
    if (count % LEDGER_EVERY === 0) records.violations.push(...(await checkLedger(context)));
    if (records.violations.length > 0)
      return records.violations
        .slice(0, VIOLATIONS_MAX)
        .map((violation) => `step ${count}, ${step.name}: ${violation}`);
  }
  await checkBlocked(context);
  // What is lost last must end as well.
  await loseOrder(context);
  await runUntilIdle(context);
  await inquireEverything(context);
  await checkBlocked(context);
  const final_violations = [
    ...(await checkPayments(context, seen)),
    ...(await checkLedger(context)),
    ...(await checkAllPaymentsRecorded(context)),
    ...(await checkDeposits(context)),
    ...(await checkLinks(context)),
    ...(await checkPayouts(context)),
    ...(await checkTransfers(context)),
    ...(await checkBankBalance(context)),
    ...(await checkHeldMoney(context)),
    ...(await checkApprovals(context)),
    ...(await checkReports(context)),
    ...(await checkSomethingPaid(context, is_long)),
  ];
  return [...records.violations, ...final_violations]
    .slice(0, VIOLATIONS_MAX)
    .map((violation) => `final check: ${violation}`);
}

function chooseStep({ random }: SimulationContext, steps: readonly Step[]): Step {
  const all = steps.reduce((sum, { weight }) => sum + weight, 0);
  let remaining = random() * all;
  return steps.find(({ weight }) => (remaining -= weight) < 0) ?? (steps[0] as Step);
}
