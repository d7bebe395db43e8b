/** Steps of time, bank failures and background jobs. */
import { MERCHANT_EMAIL } from '../users.ts';
import { resetBehaviours } from './disbursement-steps.ts';
import type { SimulationContext, Step } from './context.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Failure switches and combinations of them. */
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
  // Virtual accounts are paid without an inquiry, repeatedly and after their expiry.
  { va_skip_inquiry: true },
  { va_skip_inquiry: true, pay_expired: true },
  { refund_outcome: 'refused' },
  { refund_outcome: 'lost' },
  { refund_outcome: 'time_out' },
  { paid_before_cancel: true },
  // Payouts that are refused, lost, answered late, or end otherwise than they began.
  { transfer_outcome: 'refused' },
  { transfer_outcome: 'lost' },
  { transfer_outcome: 'time_out' },
  { transfer_outcome: 'later_success' },
  { transfer_outcome: 'later_failed' },
  { transfer_outcome: 'later_returned' },
  { transfer_outcome: 'time_out', transfer_status: 'refused' },
  { transfer_outcome: 'time_out', transfer_status: 'wrong_amount' },
  // Callbacks arrive out of order.
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
  transfer_outcome: 'success',
  transfer_status: 'normal',
};

const JOBS = [
  'fold_balances',
  'roll_up_transactions',
  'expire_qris_payments',
  'sweep_unissued_qris_payments',
  'expire_virtual_accounts',
  'sweep_unissued_virtual_accounts',
  'sweep_refunds',
  'sweep_settlements',
  'sweep_disbursements',
  'sweep_bank_transfers',
  'sweep_disbursement_batches',
  'find_lost_sticker_payments',
  'expire_payment_links',
  'sweep_unfinished_deposit_vas',
  'find_lost_deposits',
];

async function setFailureSwitches({ environment, pick }: SimulationContext): Promise<void> {
  await environment.simulate('PUT', '/simulate/switches', pick(FAILURE_SWITCHES));
}

async function resetSwitches({ environment }: SimulationContext): Promise<void> {
  await environment.simulate('PUT', '/simulate/switches', NORMAL_SWITCHES);
}

/** Sends all due callbacks concurrently. */
export async function deliverCallbacks({ environment }: SimulationContext): Promise<void> {
  await environment.bank.delivery.deliverDue();
}

async function advanceTime({ clock, between, random }: SimulationContext): Promise<void> {
  clock.advance(random() < 0.7 ? between(200, 90_000) : between(1, 40) * MINUTE_MS);
}

async function runJobs({ environment, pick }: SimulationContext): Promise<void> {
  await environment.runDueJobs();
  await environment.runJob(pick(JOBS) ?? 'fold_balances');
}

/**
 * Pauses of more than a day in all: a transfer that the bank has received and lost is not accepted again on the same day, as
 * its X-EXTERNAL-ID stays the same, and ends after a day. What is sent then is asked about as well.
 */
const PAUSES_MS = [
  0,
  2_000,
  70_000,
  20 * MINUTE_MS,
  61 * MINUTE_MS,
  2 * HOUR_MS,
  22 * HOUR_MS,
  11 * MINUTE_MS,
  61 * MINUTE_MS,
];

/** Lets time pass without failures, so that all retries and sweeps complete. */
export async function runUntilIdle(context: SimulationContext): Promise<void> {
  const { environment, clock } = context;
  await resetSwitches(context);
  await resetBehaviours(context);
  for (const pause_ms of PAUSES_MS) {
    clock.advance(pause_ms);
    await deliverCallbacks(context);
    await environment.runDueJobs();
    for (const job of JOBS) await environment.runJob(job);
  }
  await checkAtBank(context);
  await environment.runDueJobs();
}

/**
 * Recovers lost callbacks by a manual status check: of payments that were made after their expiry, and of numbers that
 * expire later than the simulation ends, as those of payment links do.
 */
async function checkAtBank({ environment, records }: SimulationContext): Promise<void> {
  for (const { transaction_id } of records.codes)
    await environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${transaction_id}/sync`);
  const { rows: numbers } = await environment.owner.query<{ id: string }>('select id from app.virtual_account');
  for (const { id } of numbers) await environment.call(MERCHANT_EMAIL, 'POST', `/virtual-accounts/${id}/sync`);
}

export const BANK_STEPS: Step[] = [
  { name: 'set failure switches', weight: 4, run: setFailureSwitches },
  { name: 'reset switches', weight: 4, run: resetSwitches },
  { name: 'deliver callbacks', weight: 12, run: deliverCallbacks },
  { name: 'advance time', weight: 10, run: advanceTime },
  { name: 'run jobs', weight: 8, run: runJobs },
];
