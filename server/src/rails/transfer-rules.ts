/**
 * Rules of bank transfers: the effect of each response of the bank in each status, and when the next inquiry is due. Pure.
 *
 * A transfer keeps its one reference. After a response that is not clear, only status inquiries decide. A transfer that the
 * bank reports as not found, by that response code and without interruption for the configured time, was never received:
 * it is sent again under the same reference, by which the bank recognises a duplicate, until it is too old.
 */
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import type { TransferRail } from '@dasbor/contract/transfer-rail';
import type { TransferService } from '@dasbor/contract/snap-transfer';
import { validationMessage } from '@dasbor/contract/language';
import { SNAP_SERVICES } from '@dasbor/contract/snap';
import type { TransferStatus } from './transfer-status.ts';

export type BankTransferStatus = 'sent' | 'unknown' | 'succeeded' | 'failed' | 'returned';

/** Service of SNAP BI of a rail. */
export const SERVICE_OF_RAIL: Record<TransferRail, TransferService> = {
  intrabank: SNAP_SERVICES.transfer_intrabank,
  bi_fast: SNAP_SERVICES.transfer_interbank,
  online: SNAP_SERVICES.transfer_interbank,
  skn: SNAP_SERVICES.transfer_skn,
  rtgs: SNAP_SERVICES.transfer_rtgs,
};

/**
 * Legal transitions. A failed transfer may turn out to be executed (a late success), and a successful one may be returned by
 * the receiving bank.
 */
export const TRANSFER_TRANSITIONS: Record<BankTransferStatus, readonly BankTransferStatus[]> = {
  sent: ['unknown', 'succeeded', 'failed', 'returned'],
  unknown: ['succeeded', 'failed', 'returned'],
  succeeded: ['returned'],
  failed: ['succeeded'],
  returned: [],
};

/** A transfer as far as the rules need it. */
export interface TransferState {
  status: BankTransferStatus;
  first_sent_at: Date;
  last_sent_at: Date;
  /** Since when the bank reports the transfer as not found or, of a failed one, confirms that it was not executed. */
  not_executed_since: Date | null;
  ended_at: Date | null;
  /** When it was found to be executed although it had been reported as failed. */
  late_at: Date | null;
  /** When two people ended it, because the bank did not report a clear status. */
  resolved_at: Date | null;
  /** Number of attempts, always under the same reference. */
  send_count: number;
  /** Why it failed or, of an open one, why the bank refused a copy of it. */
  failure_code: string | null;
  response_code: string | null;
  failure_message: string | null;
}

/** Why the bank refused a copy of a transfer that it may have executed before. */
interface CopyRefusal {
  failure_code: TransferFailure;
  response_code: string;
  failure_message: string;
}

export type TransferStep =
  /** Nothing changes; `not_executed_since` is stored, and why a copy was refused. */
  | { kind: 'wait'; not_executed_since: Date | null; refusal?: CopyRefusal }
  /** The bank never received it: send it again under the same reference. */
  | { kind: 'resend' }
  /** `executed_amount`: what two people found out that the bank executed; absent: the amount of the transfer. */
  | { kind: 'succeed'; bank_reference: string; is_late: boolean; executed_amount?: Rupiah }
  | { kind: 'fail'; code: TransferFailure; response_code: string | null; message: string; is_resolved?: true }
  /** The receiving bank returned it, after its success or instead of it. */
  | { kind: 'return'; was_succeeded: boolean; was_late: boolean; message: string };

/** The end of a transfer, or `unknown`: the bank did not report a clear status. */
export type TransferOutcome = Exclude<TransferStep, { kind: 'wait' | 'resend' }> | { kind: 'unknown' };

export type TransferFailure =
  | 'account_not_found'
  | 'account_closed'
  | 'account_dormant'
  | 'bank_refused'
  | 'outside_cutoff'
  | 'limit_exceeded'
  | 'not_received'
  | 'transfer_failed'
  | 'transfer_returned';

/** Response codes (HTTP status and case) with their own failure code. */
const FAILURE_BY_CASE: Record<string, TransferFailure> = {
  '40301': 'outside_cutoff',
  '40302': 'limit_exceeded',
  '40309': 'account_dormant',
  '40318': 'account_closed',
  '40411': 'account_not_found',
};

/** The failure that a response code of seven digits names. */
export const toTransferFailure = (response_code: string): TransferFailure =>
  FAILURE_BY_CASE[response_code.slice(0, 3) + response_code.slice(5)] ?? 'bank_refused';

/** Period in which a transfer that the bank never received is sent again; well within the two months of domain 4.4. */
export const RESEND_WITHIN_MS = duration.hours(24);

/** Stored in English and translated when it is shown. */
const NEVER_RECEIVED = validationMessage(
  'The bank has no record of the transfer',
  'Bank tidak memiliki catatan transfer ini',
);

/** Whether the bank has not reported a final status yet. */
export const isOpen = ({ status }: Pick<TransferState, 'status'>): boolean => status === 'sent' || status === 'unknown';

/**
 * The step after the response to the transfer itself, which may arrive after an inquiry has ended it. The refusal of a copy
 * does not concern the first one, which inquiries decide.
 */
export function decideAfterSending(transfer: TransferState, found: TransferStatus): TransferStep {
  const nothing: TransferStep = { kind: 'wait', not_executed_since: transfer.not_executed_since };
  switch (found.status) {
    case 'succeeded':
      if (!isOpen(transfer) && transfer.status !== 'failed') return nothing;
      return { kind: 'succeed', bank_reference: found.reference_no, is_late: transfer.status === 'failed' };
    case 'failed': {
      if (!isOpen(transfer)) return nothing;
      const { code: response_code, message } = found;
      const code = toTransferFailure(response_code);
      if (transfer.send_count === 1) return { kind: 'fail', code, response_code, message };
      return { ...nothing, refusal: { failure_code: code, response_code, failure_message: message } };
    }
    case 'returned':
    case 'not_found':
    case 'unknown':
      return nothing;
  }
}

/** The step after a status inquiry. */
export function decideAfterInquiry(
  transfer: TransferState,
  found: TransferStatus,
  { now, not_found_after_s }: { now: Date; not_found_after_s: number },
): TransferStep {
  const nothing: TransferStep = { kind: 'wait', not_executed_since: null };
  const is_open = isOpen(transfer);
  switch (found.status) {
    case 'succeeded':
      if (!is_open && transfer.status !== 'failed') return nothing;
      return { kind: 'succeed', bank_reference: found.reference_no, is_late: transfer.status === 'failed' };
    case 'returned':
      if (!is_open && transfer.status !== 'succeeded') return nothing;
      return {
        kind: 'return',
        was_succeeded: transfer.status === 'succeeded',
        was_late: transfer.late_at !== null,
        message: found.message,
      };
    case 'failed':
      if (!is_open) return buildNotExecutedStep(transfer, now);
      return { kind: 'fail', code: 'transfer_failed', response_code: null, message: found.message };
    case 'not_found': {
      if (!is_open) return buildNotExecutedStep(transfer, now);
      const since = transfer.not_executed_since ?? now;
      if (now.getTime() - since.getTime() < duration.seconds(not_found_after_s)) {
        return { kind: 'wait', not_executed_since: since };
      }
      // Neither the first one nor its copy: another copy would be refused as well.
      if (transfer.failure_code !== null) return { kind: 'fail', ...toRefusal(transfer) };
      return now.getTime() - transfer.first_sent_at.getTime() < RESEND_WITHIN_MS
        ? { kind: 'resend' }
        : { kind: 'fail', code: 'not_received', response_code: null, message: NEVER_RECEIVED };
    }
    case 'unknown':
      return nothing;
  }
}

/** Resolution, by two people, of a transfer without a clear status at the bank. */
export type Resolution =
  | { outcome: 'executed'; executed_amount: Rupiah; bank_reference: string }
  | { outcome: 'not_executed' };

/** Stored in English and translated when it is shown. */
const NOT_EXECUTED = validationMessage(
  'The provider confirmed with the bank that it did not execute the transfer',
  'Penyedia memastikan kepada bank bahwa transfer tidak dijalankan',
);

/** The step that ends an open order by what two people found out. */
export const toResolvedStep = (found: Resolution): Extract<TransferStep, { kind: 'succeed' | 'fail' }> =>
  found.outcome === 'executed'
    ? {
        kind: 'succeed',
        bank_reference: found.bank_reference,
        is_late: false,
        executed_amount: found.executed_amount,
      }
    : { kind: 'fail', code: 'transfer_failed', response_code: null, message: NOT_EXECUTED, is_resolved: true };

const toRefusal = ({ response_code, failure_message }: TransferState) => ({
  code: response_code === null ? ('bank_refused' as const) : toTransferFailure(response_code),
  response_code,
  message: failure_message ?? '',
});

/** The bank confirms that a failed transfer was not executed: since when, without interruption. */
const buildNotExecutedStep = ({ status, not_executed_since }: TransferState, now: Date): TransferStep => ({
  kind: 'wait',
  not_executed_since: status === 'failed' ? (not_executed_since ?? now) : null,
});

/**
 * When another attempt under another reference may be sent; null: not as things stand. The bank must have returned the
 * transfer, or have confirmed it as not executed without interruption for the configured time, or two people confirmed that.
 */
export function calculateRetryTime(
  { status, not_executed_since, ended_at, resolved_at }: TransferState,
  not_found_after_s: number,
): Date | null {
  if (status === 'returned') return ended_at;
  if (status !== 'failed') return null;
  if (resolved_at !== null) return resolved_at;
  if (not_executed_since === null) return null;
  return new Date(not_executed_since.getTime() + duration.seconds(not_found_after_s));
}

const POLL_MAX_MS = duration.minutes(10);
const WATCH_POLL_MAX_MS = duration.days(3);

/** When the status of transfers is queried (domain 4.4). */
export interface InquiryTiming {
  /** Delay before the first inquiry of a transfer. */
  after_ms: number;
  /** Delay before the first inquiry of an ended transfer. */
  watch_after_ms: number;
  /** Period in which an ended transfer is checked for a return, or for a late success: as long as the bank responds to inquiries. */
  watch_ms: number;
}

/**
 * When the next inquiry is due. Open transfers: half their age, at most every ten minutes. Ended ones: at twice their age since
 * the end, at least every three days, for as long as the bank responds to inquiries; then null. Returned ones: never.
 */
export function nextInquiryAt(
  { status, last_sent_at, ended_at }: TransferState,
  { after_ms, watch_after_ms, watch_ms }: InquiryTiming,
  now: Date,
): Date | null {
  if (status === 'returned') return null;
  if (ended_at === null) {
    const age_ms = now.getTime() - last_sent_at.getTime();
    return new Date(now.getTime() + Math.max(Math.min(age_ms / 2, POLL_MAX_MS), after_ms));
  }
  const age_ms = now.getTime() - ended_at.getTime();
  if (age_ms >= watch_ms) return null;
  return new Date(now.getTime() + Math.max(Math.min(age_ms, WATCH_POLL_MAX_MS), watch_after_ms));
}
