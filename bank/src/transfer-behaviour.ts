/** Outcomes of transfers by account: behaviour of real banks that a partner has to handle. */
import type { DatabaseSync } from 'node:sqlite';
import * as duration from '@dasbor/contract/duration';
import { z } from 'zod';
import type { Transfer } from './transfer-queries.ts';

export const BEHAVIOUR_SCHEMA = `
create table if not exists transfer_behaviour (
  account_no text primary key,
  outcome text not null
) strict, without rowid;
`;

export const TRANSFER_OUTCOMES = [
  'success',
  'failed',
  'unknown_then_success',
  'unknown_then_failed',
  'late_success',
  'returned',
  'returned_next_day',
  'offline',
  'slow',
  'wrong_amount',
  'duplicate',
  'cut_off',
] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

export const behaviourRequest = z.strictObject({
  account_no: z.string().regex(/^\d{5,20}$/),
  outcome: z
    .enum(TRANSFER_OUTCOMES)
    .describe(
      'failed: refused; unknown_then_: no clear answer, first in progress; late_success: no clear answer, reported as failed, ' +
        'then executed; returned: executed, then returned; returned_next_day: the same after 24 hours; offline: not executed, no answer; slow: answers after the time-out; ' +
        'wrong_amount: answers about another amount; duplicate: executed, answered as a duplicate; cut_off: refused until the ' +
        'next business day',
    ),
});

/** The outcome of transfers to an account; `success` removes what was set before. */
export function setBehaviour(database: DatabaseSync, account_no: string, outcome: TransferOutcome): void {
  if (outcome === 'success') {
    database.prepare('delete from transfer_behaviour where account_no = ?').run(account_no);
    return;
  }
  database
    .prepare(
      `insert into transfer_behaviour (account_no, outcome) values (?, ?)
       on conflict (account_no) do update set outcome = excluded.outcome`,
    )
    .run(account_no, outcome);
}

/** The outcome that was set for an account; null without one. */
export function findBehaviour(database: DatabaseSync, account_no: string): TransferOutcome | null {
  const row = database.prepare('select outcome from transfer_behaviour where account_no = ?').get(account_no);
  return row === undefined ? null : z.enum(TRANSFER_OUTCOMES).parse(row.outcome);
}

export const listBehaviours = (database: DatabaseSync): { account_no: string; outcome: TransferOutcome }[] =>
  database
    .prepare('select account_no, outcome from transfer_behaviour order by account_no')
    .all()
    .map(({ account_no, outcome }) => ({
      account_no: String(account_no),
      outcome: z.enum(TRANSFER_OUTCOMES).parse(outcome),
    }));

/** Execution and response of the bank. */
export interface Execution {
  /** Not executed at all, with this refusal. */
  refusal: 'do_not_honor' | 'cut_off' | 'unavailable' | null;
  first_state: Transfer['first_state'];
  ending: Transfer['ending'];
  /** Whether the ending comes later than the execution. */
  is_later: boolean;
  /** Time until the ending; null: as the switches say. */
  ends_after_ms: number | null;
  /** The answer to the request; `ok` names the reference of the transfer. */
  answer: 'ok' | 'time_out' | 'slow' | 'duplicate';
}

const EXECUTED: Execution = {
  refusal: null,
  first_state: 'pending',
  ending: 'success',
  is_later: false,
  ends_after_ms: null,
  answer: 'ok',
};
const RETURNED: Execution = { ...EXECUTED, first_state: 'success', ending: 'returned', is_later: true };

export const EXECUTION_BY_OUTCOME: Record<TransferOutcome, Execution> = {
  success: EXECUTED,
  wrong_amount: EXECUTED,
  failed: { ...EXECUTED, refusal: 'do_not_honor' },
  cut_off: { ...EXECUTED, refusal: 'cut_off' },
  offline: { ...EXECUTED, refusal: 'unavailable' },
  unknown_then_success: { ...EXECUTED, is_later: true, answer: 'time_out' },
  unknown_then_failed: { ...EXECUTED, ending: 'failed', is_later: true, answer: 'time_out' },
  late_success: { ...EXECUTED, first_state: 'failed', is_later: true, answer: 'time_out' },
  returned: RETURNED,
  returned_next_day: { ...RETURNED, ends_after_ms: duration.days(1) },
  slow: { ...EXECUTED, answer: 'slow' },
  duplicate: { ...EXECUTED, answer: 'duplicate' },
};
