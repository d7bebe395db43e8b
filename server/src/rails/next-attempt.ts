/** Attempts at a payout. A further one requires that every earlier one is confirmed as not executed, and a rail that is open. */
import { BANKS } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import type { TransferServices } from './bank-transfer.ts';
import type { BankTransfer, TransferSubject } from './transfer-queries.ts';
import { calculateRetryTime } from './transfer-rules.ts';
import { type RailCalendar, type RailPlan, chooseRailPlan, getTerms } from './rail-terms.ts';
import { type TransferDeps, type TransferPort, checkTransferNow, sendTransfer } from './send-transfer.ts';

export type PayoutStep =
  /** A new attempt is stored and has to be sent. */
  | { kind: 'send'; transfer_id: string }
  /** A retry: the status of the earlier attempts has to be queried first. */
  | { kind: 'recheck'; transfer_ids: string[] };

interface Payout {
  merchant_id: string;
  subject_type: TransferSubject;
  port: TransferPort;
}

/**
 * Sends the attempt that `prepare` stores, if any. `prepare` runs in a transaction of its own, and once more after the
 * status of earlier attempts was queried: no lock is held during the calls to the bank.
 */
export async function sendNextAttempt(
  deps: TransferDeps,
  { merchant_id, subject_type, port }: Payout,
  prepare: (is_rechecked: boolean) => Promise<PayoutStep | null>,
): Promise<void> {
  let step = await prepare(false);
  if (step?.kind === 'recheck') {
    for (const transfer_id of step.transfer_ids)
      await checkTransferNow(deps, { [subject_type]: port }, merchant_id, transfer_id);
    step = await prepare(true);
  }
  if (step?.kind === 'send') await sendTransfer(deps, port, merchant_id, step.transfer_id);
}

/** Time that a retry waits for the status of an earlier attempt. */
const RECHECK_AFTER_MS = duration.minutes(1);

/** When every earlier attempt has been confirmed as not executed for long enough; not later than now: retry allowed. */
export function calculateEarliestRetryTime(
  transfers: readonly BankTransfer[],
  { terms }: RailCalendar,
  now: Date,
): Date {
  const retry_times_ms = transfers.map((transfer) => {
    const { not_found_after_s } = getTerms(terms, transfer.rail, toBusinessDay(transfer.first_sent_at));
    return calculateRetryTime(transfer, not_found_after_s)?.getTime() ?? now.getTime() + RECHECK_AFTER_MS;
  });
  return new Date(Math.max(0, ...retry_times_ms));
}

/** The rail of a payout and when it opens; null: no rail carries the amount. */
export function choosePayoutRail(
  bank: Pick<TransferServices, 'isOwnBank'>,
  calendar: RailCalendar,
  { bank_code, amount }: { bank_code: string; amount: Rupiah },
  at: Date,
): RailPlan | null {
  const info = BANKS.find(({ code }) => code === bank_code);
  if (info === undefined) throw new Error(`No bank ${bank_code}`);
  const transfer = { bank: info, is_own_bank: bank.isOwnBank(bank_code), amount, at };
  const plan = chooseRailPlan(calendar, 'auto', transfer);
  return typeof plan === 'string' ? null : plan;
}
