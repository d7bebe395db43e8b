/** Time, the bank's bad habits, and the work that the product does by itself. */
import { MERCHANT_EMAIL } from '../users.ts';
import type { SimulationContext, Step } from './context.ts';

const MINUTE_MS = 60_000;

/** Bad habits, each alone or with others; `offline` answers nothing at all. */
const FAILURE_SWITCHES: readonly Record<string, unknown>[] = [
  { duplicate: 3 },
  { late: true },
  { lost: true },
  { pay_expired: true },
  { wrong_signature: true },
  { wrong_amount: true },
  { offline: true },
  { generate_refuse: true },
  { refuse: true },
  // Numbers are paid without asking: a second time, and after their end.
  { va_skip_inquiry: true },
  { va_skip_inquiry: true, pay_expired: true },
  { refund_outcome: 'refused' },
  { refund_outcome: 'lost' },
  { refund_outcome: 'time_out' },
  { paid_before_cancel: true },
  // Later messages overtake earlier ones.
  { callback_delay_ms: 90_000 },
  { callback_delay_ms: 5_000, duplicate: 2 },
];
export const NORMAL_SWITCHES = {
  duplicate: 1,
  late: false,
  lost: false,
  pay_expired: false,
  wrong_signature: false,
  wrong_amount: false,
  offline: false,
  generate_refuse: false,
  refuse: false,
  va_skip_inquiry: false,
  refund_outcome: 'success',
  paid_before_cancel: false,
  callback_delay_ms: 0,
};

const JOBS = [
  'fold_balances',
  'roll_up_transactions',
  'expire_qris_payments',
  'sweep_unissued_qris_payments',
  'expire_virtual_accounts',
  'sweep_unissued_virtual_accounts',
  'sweep_refunds',
  'check_returned_refunds',
  'find_lost_sticker_payments',
  'expire_payment_links',
  'sweep_unfinished_deposit_vas',
  'find_lost_deposits',
];

async function setFailureSwitches({ environment: world, pick }: SimulationContext): Promise<void> {
  await world.simulate('PUT', '/simulate/switches', pick(FAILURE_SWITCHES));
}

async function resetSwitches({ environment: world }: SimulationContext): Promise<void> {
  await world.simulate('PUT', '/simulate/switches', NORMAL_SWITCHES);
}

/** Callbacks that are due go out, many at once. */
export async function deliverCallbacks({ environment: world }: SimulationContext): Promise<void> {
  await world.bank.delivery.deliverDue();
}

async function advanceTime({ clock, between, random }: SimulationContext): Promise<void> {
  clock.advance(random() < 0.7 ? between(200, 90_000) : between(1, 40) * MINUTE_MS);
}

async function runJobs({ environment: world, pick }: SimulationContext): Promise<void> {
  await world.runDueJobs();
  await world.runJob(pick(JOBS) ?? 'fold_balances');
}

/** Everything that would happen by itself in some hours of quiet. */
export async function runUntilIdle(scene: SimulationContext): Promise<void> {
  const { environment: world, clock } = scene;
  await resetSwitches(scene);
  for (const pause_ms of [0, 2_000, 70_000, 20 * MINUTE_MS, 61 * MINUTE_MS, 2 * MINUTE_MS]) {
    clock.advance(pause_ms);
    await deliverCallbacks(scene);
    await world.runDueJobs();
    for (const job of JOBS) await world.runJob(job);
  }
  // News that was lost of something that had ended before: a person asks.
  for (const { transaction_id } of scene.records.codes) {
    await world.call(MERCHANT_EMAIL, 'POST', `/transactions/${transaction_id}/sync`);
  }
  for (const { id } of scene.records.numbers) await world.call(MERCHANT_EMAIL, 'POST', `/virtual-accounts/${id}/sync`);
  await world.runDueJobs();
}

export const BANK_STEPS: Step[] = [
  { name: 'the bank misbehaves', weight: 4, run: setFailureSwitches },
  { name: 'the bank behaves', weight: 4, run: resetSwitches },
  { name: 'callbacks are delivered', weight: 12, run: deliverCallbacks },
  { name: 'time passes', weight: 10, run: advanceTime },
  { name: 'jobs run', weight: 8, run: runJobs },
];
