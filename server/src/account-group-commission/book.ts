/**
 * Books the commissions of a merchant: what each payment earned, and what refunds reverse. Every run compares what is
 * booked with what is earned now, so that it is idempotent, and repeated, late and concurrent runs book nothing twice.
 */
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { type AccountIds, getAccountId } from '../ledger/payment.ts';
import { type NewTransfer, postTransfers } from '../ledger/posting.ts';
import {
  type StoredBooking,
  findProgress,
  findVolume,
  insertBooking,
  listAssignments,
  listBooked,
  listChangedPayments,
  lockProgress,
  storeProgress,
  storeVolume,
  sumMonthVolume,
} from './entry-queries.ts';
import { type Assignment, type PaidPayment, chooseAssignments, planBookings } from './entry-rules.ts';

type BookingDeps = Pick<Deps, 'db' | 'clock'>;

/** Payments per transaction. */
const PAGE_SIZE = 2_000;
/** Postings that were committed after a run had passed their time are found by the next one. */
const OVERLAP_MS = duration.days(1);

/** Books everything that was posted before `to`. Returns the number of payments that were examined. */
export async function bookCommissions(deps: BookingDeps, merchant_id: string, to: Date): Promise<number> {
  const assignments = await asPlatform(deps.db, (tx) => listAssignments(tx, merchant_id));
  const progress = await asMerchant(deps.db, merchant_id, findProgress);
  const from = calculateStart(assignments, progress);
  if (from === null) return 0;
  const run = { merchant_id, assignments, from, to, volumes: new Map<string, Rupiah>() };
  let examined = 0;
  for (let after_id = ''; ;) {
    const payments = await readPage(deps, run, after_id);
    await readVolumes(deps, run, payments);
    await asMerchant(deps.db, merchant_id, (tx) => bookPage(tx, run, payments, deps.clock.now()));
    examined += payments.length;
    after_id = payments.at(-1)?.id ?? '';
    if (payments.length < PAGE_SIZE) break;
  }
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const booked_to = await lockProgress(tx);
    if (booked_to === null || Date.parse(booked_to) < to.getTime()) await storeProgress(tx, to);
  });
  return examined;
}

interface Run {
  merchant_id: string;
  assignments: readonly Assignment[];
  from: Date;
  to: Date;
  /** Volumes of the month by rule and day. */
  volumes: Map<string, Rupiah>;
}

/** Start of a run: before the end of the last one, or on the first day of any rule; null: there is nothing to earn. */
function calculateStart(assignments: readonly Assignment[], progress: string | null): Date | null {
  if (progress !== null) return new Date(Date.parse(progress) - OVERLAP_MS);
  const [first] = assignments.map(({ effective_from }) => effective_from).toSorted();
  return first === undefined ? null : startOfBusinessDay(first);
}

const readPage = ({ db }: BookingDeps, { merchant_id, from, to }: Run, after_id: string): Promise<PaidPayment[]> =>
  asMerchant(db, merchant_id, async (tx) => {
    const pending_account = getAccountId(await listAccountIds(tx), 'pending_settlement');
    return listChangedPayments(tx, { from, to, pending_account }, { after_id, limit: PAGE_SIZE });
  });

const toVolumeKey = (series_id: string, day: string): string => `${series_id} ${day}`;

/** Reads the volumes that decide the tiers of the payments. The first run of any merchant on a day stores them. */
async function readVolumes({ db }: BookingDeps, { assignments, volumes }: Run, payments: readonly PaidPayment[]) {
  for (const payment of payments) {
    const day = toBusinessDay(new Date(payment.paid_at));
    for (const rule of chooseAssignments(assignments, payment)) {
      const key = toVolumeKey(rule.series_id, day);
      if (rule.terms.tiers.length === 0 || volumes.has(key)) continue;
      const stored = await asMerchant(db, rule.earned_by, (tx) => findVolume(tx, rule.series_id, day));
      volumes.set(key, stored?.volume_amount ?? (await decideVolume(db, rule, day)));
    }
  }
}

async function decideVolume(db: BookingDeps['db'], rule: Assignment, day: string): Promise<Rupiah> {
  const volume = await asPlatform(db, (tx) => sumMonthVolume(tx, rule, day));
  const stored = await asMerchant(db, rule.earned_by, async (tx) => {
    await storeVolume(tx, rule.series_id, day, volume);
    return findVolume(tx, rule.series_id, day);
  });
  return stored?.volume_amount ?? volume;
}

async function bookPage(
  tx: MerchantTx,
  { assignments, volumes, to }: Run,
  payments: readonly PaidPayment[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return;
  await lockProgress(tx);
  const booked = await listBooked(
    tx,
    payments.map(({ id }) => id),
  );
  const bookings = planBookings(payments, {
    assignments,
    booked,
    run_day: toBusinessDay(new Date(to.getTime() - 1)),
    findVolume: (series_id, day) => volumes.get(toVolumeKey(series_id, day)) ?? 0,
  });
  const accounts = await listAccountIds(tx);
  for (const planned of bookings) {
    const booking = await insertBooking(tx, planned, now);
    const transfers = buildTransfers(booking, accounts);
    if (transfers.length > 0) await postTransfers(tx, { posted_at: now, transfers });
  }
}

/**
 * The provider's share of the fee, or a part of the merchant's pending balance, becomes commission. Posted without the floor
 * of the pending balance: when the payment was settled before, the next payments cover it, as for a bank reversal.
 */
function buildTransfers(
  { id, bearer, day, earned_amount, returned_amount }: StoredBooking,
  accounts: AccountIds,
): NewTransfer[] {
  const bearing = getAccountId(accounts, bearer === 'from_platform_fee' ? 'fees_paid' : 'pending_settlement');
  const commission = getAccountId(accounts, 'commission');
  const reference = { reference_type: 'commission_booking', reference_id: id, description: day };
  return [
    { kind: 'commission', amount: earned_amount, debit_account: bearing, credit_account: commission, ...reference },
    {
      kind: 'commission_return',
      amount: returned_amount,
      debit_account: commission,
      credit_account: bearing,
      ...reference,
    },
  ].filter(({ amount }) => amount > 0);
}
