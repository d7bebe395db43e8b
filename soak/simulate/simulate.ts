/**
 * Seeded simulation: random steps of merchants, payers, time and a bank that misbehaves, against the real application,
 * the real database and the real sandbox bank on a clock of their own. After each step payments and prices are checked,
 * every few steps the whole ledger; at the end everything comes to rest and every payment must have arrived once.
 */
import { createManualClock } from '../../server/src/db/clock.ts';
import { createRandom } from '../random.ts';
import type { Result } from '../result.ts';
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
import { DEPOSIT_STEPS } from './deposit-steps.ts';
import { LINK_STEPS } from './link-steps.ts';
import { QRIS_STEPS } from './qris-steps.ts';
import { REFUND_STEPS } from './refund-steps.ts';
import { REVERSAL_STEPS } from './reversal-steps.ts';
import type { SimulationRecords, SimulationContext, Step } from './context.ts';
import { STICKER_STEPS } from './sticker-steps.ts';
import { VA_STEPS } from './va-steps.ts';

const START = new Date('2026-11-18T02:00:00.000Z');
/** Steps of one seed. */
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
  ...BANK_STEPS,
];

/** Runs one seed after another until the time is over, each on a database of its own, so that any of them replays. */
export async function runSimulation(options: { seed: number; minutes: number; steps?: number }): Promise<Result> {
  const { seed, minutes, steps = STEPS } = options;
  const end = Date.now() + minutes * 60_000;
  const lines: string[] = [];
  for (let each = seed; ; each += 1) {
    const round = await runSeed(each, steps);
    lines.push(...round.lines);
    if (!round.ok) return { ok: false, lines: [...lines, `replay with SEED=${each} MINUTES=0.01`] };
    if (Date.now() >= end) return { ok: true, lines };
  }
}

async function runSeed(seed: number, steps: number): Promise<Result> {
  const clock = createManualClock(START);
  const world = await startEnvironment({ clock });
  const random = createRandom(seed);
  const nothing = { stickers: [], links: [], deposit_vas: [], deposits: [] };
  const book: SimulationRecords = {
    paid: [],
    codes: [],
    numbers: [],
    ...nothing,
    refunds: [],
    violations: [],
    step_counts: {},
  };
  let names = 0;
  const scene: SimulationContext = {
    environment: world,
    clock,
    records: book,
    random,
    between: (least, greatest) => least + Math.floor(random() * (greatest - least + 1)),
    pick: (from) => from[Math.floor(random() * from.length)],
    nextKey: () => `sim-${seed}-${++names}`,
  };
  try {
    const faults = await runSteps(scene, steps);
    const summary = `seed ${seed}: ${steps} steps, ${book.paid.length} payments taken by the bank, ${JSON.stringify(book.step_counts)}`;
    return { ok: faults.length === 0, lines: [summary, ...faults.map((fault) => `FAULT ${fault}`)] };
  } finally {
    await world.stop();
  }
}

async function runSteps(scene: SimulationContext, steps: number): Promise<string[]> {
  const { records: book } = scene;
  const seen: LastStatuses = new Map();
  for (let count = 1; count <= steps; count += 1) {
    const step = chooseStep(scene);
    book.step_counts[step.name] = (book.step_counts[step.name] ?? 0) + 1;
    try {
      await step.run(scene);
    } catch (error) {
      book.violations.push(`threw ${error instanceof Error ? error.message : String(error)}`);
    }
    book.violations.push(...(await checkPayments(scene, seen)));
    if (count % LEDGER_EVERY === 0) book.violations.push(...(await checkLedger(scene)));
    if (book.violations.length > 0)
      return book.violations.slice(0, VIOLATIONS_MAX).map((fault) => `step ${count}, ${step.name}: ${fault}`);
  }
  await runUntilIdle(scene);
  const at_rest = [
    ...(await checkPayments(scene, seen)),
    ...(await checkLedger(scene)),
    ...(await checkAllPaymentsRecorded(scene)),
    ...(await checkDeposits(scene)),
    ...(await checkLinks(scene)),
  ];
  return [...book.violations, ...at_rest].slice(0, VIOLATIONS_MAX).map((fault) => `at rest: ${fault}`);
}

function chooseStep({ random }: SimulationContext): Step {
  const all = ALL_STEPS.reduce((sum, { weight }) => sum + weight, 0);
  let place = random() * all;
  return ALL_STEPS.find(({ weight }) => (place -= weight) < 0) ?? (ALL_STEPS[0] as Step);
}
