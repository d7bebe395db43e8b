/** Transfers to the bank: what each response means in each status, and when another attempt is allowed. */
import { describe, expect, test } from 'vitest';
import {
  TRANSFER_TRANSITIONS,
  type TransferState,
  type BankTransferStatus,
  type TransferStep,
  decideAfterInquiry,
  decideAfterSending,
  calculateRetryTime,
  isOpen,
  nextInquiryAt,
  toResolvedStep,
} from './transfer-rules.ts';
import type { TransferStatus } from './transfer-status.ts';

const SENT_AT = new Date('2026-11-24T03:00:00Z');
const at = (seconds: number): Date => new Date(SENT_AT.getTime() + seconds * 1_000);
const TRANSFER_STATUSES = Object.keys(TRANSFER_TRANSITIONS) as BankTransferStatus[];

const transfer = (status: BankTransferStatus, more: Partial<TransferState> = {}): TransferState => ({
  status,
  first_sent_at: SENT_AT,
  last_sent_at: SENT_AT,
  not_executed_since: null,
  ended_at: status === 'sent' || status === 'unknown' ? null : at(60),
  late_at: null,
  resolved_at: null,
  send_count: 1,
  failure_code: null,
  response_code: null,
  failure_message: null,
  ...more,
});

const ANSWERS = {
  succeeded: { status: 'succeeded', reference_no: 'REF1' },
  failed: { status: 'failed', code: '4031809', message: 'Dormant' },
  returned: { status: 'returned', message: 'Returned' },
  not_found: { status: 'not_found' },
  unknown: { status: 'unknown' },
} satisfies Record<string, TransferStatus>;

const name = (step: TransferStep): string => {
  if (step.kind === 'succeed') return step.is_late ? 'succeed late' : 'succeed';
  if (step.kind === 'return') return step.was_succeeded ? 'return' : 'fail as returned';
  return step.kind;
};

describe('the response to the transfer itself', () => {
  test.each<[BankTransferStatus, Partial<Record<keyof typeof ANSWERS, string>>]>([
    ['sent', { succeeded: 'succeed', failed: 'fail' }],
    ['unknown', { succeeded: 'succeed', failed: 'fail' }],
    // It arrives after an inquiry has ended the transfer.
    ['failed', { succeeded: 'succeed late' }],
    ['succeeded', {}],
    ['returned', {}],
  ])('%s', (status, steps) => {
    for (const [answer, found] of Object.entries(ANSWERS)) {
      const step = decideAfterSending(transfer(status), found);
      expect([answer, name(step)]).toEqual([answer, steps[answer as keyof typeof ANSWERS] ?? 'wait']);
    }
  });

  test.each(TRANSFER_STATUSES)('of a copy that is refused decides nothing (%s)', (status) => {
    const step = decideAfterSending(transfer(status, { send_count: 2 }), ANSWERS.failed);
    expect(step.kind).toBe('wait');
  });

  test('a late response keeps since when the transfer is confirmed as not executed', () => {
    const failed = transfer('failed', { not_executed_since: at(90) });
    expect(decideAfterSending(failed, ANSWERS.failed)).toEqual({ kind: 'wait', not_executed_since: at(90) });
  });
});

describe('the response to an inquiry', () => {
  const decide = (state: TransferState, found: TransferStatus, seconds: number) =>
    decideAfterInquiry(state, found, { now: at(seconds), not_found_after_s: 600 });

  test.each<[BankTransferStatus, Record<keyof typeof ANSWERS, string>]>([
    [
      'sent',
      { succeeded: 'succeed', failed: 'fail', returned: 'fail as returned', not_found: 'wait', unknown: 'wait' },
    ],
    [
      'unknown',
      { succeeded: 'succeed', failed: 'fail', returned: 'fail as returned', not_found: 'wait', unknown: 'wait' },
    ],
    ['succeeded', { succeeded: 'wait', failed: 'wait', returned: 'return', not_found: 'wait', unknown: 'wait' }],
    ['failed', { succeeded: 'succeed late', failed: 'wait', returned: 'wait', not_found: 'wait', unknown: 'wait' }],
    ['returned', { succeeded: 'wait', failed: 'wait', returned: 'wait', not_found: 'wait', unknown: 'wait' }],
  ])('%s', (status, steps) => {
    for (const [answer, found] of Object.entries(ANSWERS)) {
      expect([answer, name(decide(transfer(status), found, 90))]).toEqual([
        answer,
        steps[answer as keyof typeof ANSWERS],
      ]);
    }
  });

  test.each([
    ['not yet for long enough', 599, null, 'wait'],
    ['for the configured time', 600, null, 'resend'],
    ['a day after the first transfer', 86_400, null, 'fail'],
    ['after the bank refused a copy', 600, 'account_dormant', 'fail'],
  ])('without a record %s', (_, seconds, failure_code, kind) => {
    const response_code = failure_code === null ? null : '4031809';
    const state = transfer('unknown', { not_executed_since: SENT_AT, failure_code, response_code, send_count: 2 });
    const step = decide(state, ANSWERS.not_found, seconds);
    const code = kind === 'fail' ? (failure_code ?? 'not_received') : undefined;
    expect([step.kind, 'code' in step ? step.code : undefined]).toEqual([kind, code]);
  });

  test('any other response interrupts the time without a record, and the confirmation that a failed transfer was not executed', () => {
    for (const status of ['unknown', 'failed'] as const) {
      const state = transfer(status, { not_executed_since: SENT_AT });
      expect(decide(state, ANSWERS.unknown, 300)).toEqual({ kind: 'wait', not_executed_since: null });
    }
  });
});

test('two people end an open transfer: executed with an amount, or not executed, which allows another attempt', () => {
  expect(toResolvedStep({ outcome: 'executed', executed_amount: 90, bank_reference: 'REF9' })).toEqual({
    kind: 'succeed',
    bank_reference: 'REF9',
    is_late: false,
    executed_amount: 90,
  });
  expect(toResolvedStep({ outcome: 'not_executed' })).toMatchObject({ kind: 'fail', is_resolved: true });
  expect(calculateRetryTime(transfer('failed', { resolved_at: at(60) }), 600)).toEqual(at(60));
  expect(calculateRetryTime(transfer('succeeded', { resolved_at: at(60) }), 600)).toBeNull();
  expect(TRANSFER_STATUSES.filter((status) => isOpen({ status }))).toEqual(['sent', 'unknown']);
});

test('another attempt is allowed after a return, or when confirmed as not executed for the configured time', () => {
  const retryTime = (state: TransferState) => calculateRetryTime(state, 600)?.getTime() ?? null;
  expect(retryTime(transfer('returned'))).toBe(at(60).getTime());
  expect(retryTime(transfer('failed', { not_executed_since: at(90) }))).toBe(at(690).getTime());
  expect(retryTime(transfer('failed'))).toBeNull();
  for (const status of ['sent', 'unknown', 'succeeded'] as const) {
    expect(retryTime(transfer(status, { not_executed_since: SENT_AT }))).toBeNull();
  }
});

describe('domain 4.4: when the status is queried', () => {
  const TIMING = { after_ms: 600_000, watch_after_ms: 600_000, watch_ms: 60 * 86_400_000 };
  const wait = (state: TransferState, seconds: number): number | null => {
    const next = nextInquiryAt(state, TIMING, at(seconds));
    return next === null ? null : (next.getTime() - at(seconds).getTime()) / 1_000;
  };

  test.each([0, 30, 700, 100_000])('an open transfer after %i s: ten minutes later', (seconds) => {
    expect(wait(transfer('unknown'), seconds)).toBe(600);
  });

  test('an earlier first inquiry is asked again at half the age, at most every ten minutes', () => {
    const soon = (seconds: number) =>
      nextInquiryAt(transfer('sent'), { ...TIMING, after_ms: 2_000 }, at(seconds))!.getTime() - at(seconds).getTime();
    expect([0, 10, 60, 7_200].map(soon)).toEqual([2_000, 5_000, 30_000, 600_000]);
  });

  test.each([
    [0, 600],
    [600, 600],
    [7_200, 7_200],
    [20 * 86_400, 3 * 86_400],
    [60 * 86_400 - 1, 3 * 86_400],
    [60 * 86_400, null],
  ])('a transfer that ended %i s ago: after %s s', (seconds, expected) => {
    for (const status of ['succeeded', 'failed'] as const) {
      expect(wait(transfer(status, { ended_at: SENT_AT }), seconds)).toBe(expected);
    }
    expect(wait(transfer('returned', { ended_at: SENT_AT }), seconds)).toBeNull();
  });

  test('in two months, an ended transfer is asked about a few dozen times', () => {
    let count = 0;
    for (let now = 0; ; count++) {
      const seconds = wait(transfer('succeeded', { ended_at: SENT_AT }), now);
      if (seconds === null) break;
      now += seconds;
    }
    expect(count).toBeLessThan(40);
  });
});
