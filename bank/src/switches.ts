/** Failure switches: behaviour of real banks that a partner has to handle. */
import * as duration from '@dasbor/contract/duration';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const delay_ms = z.int().min(0).max(duration.hours(1));

export const switches = z.strictObject({
  callback_delay_ms: delay_ms.describe('Delay between a payment and its first callback'),
  refuse: z.boolean().describe('Payments are declined'),
  pay_expired: z.boolean().describe('Expired codes can still be paid, which makes the callback late'),
  duplicate: z.int().min(1).max(10).describe('Number of times each callback is sent'),
  late: z.boolean().describe('Callbacks are held until the code has expired'),
  lost: z.boolean().describe('Callbacks are never sent; the status query still says paid'),
  wrong_signature: z.boolean().describe('Callbacks carry a signature that does not verify'),
  wrong_amount: z.boolean().describe('Codes are paid with a wrong amount'),
  callback_before_answer: z.boolean().describe('A code is paid and notified before its creation request returns'),
  paid_before_cancel: z.boolean().describe('A code is paid just before it is cancelled'),
  va_skip_inquiry: z.boolean().describe('Virtual accounts are paid without an inquiry, even when already paid'),
  generate_delay_ms: delay_ms.describe('Response delay of code creation'),
  generate_refuse: z.boolean().describe('Code creation is rejected'),
  transfer_outcome: z
    .enum(['success', 'refused', 'lost', 'time_out', 'later_success', 'later_failed', 'later_returned'])
    .describe(
      'Outcome of transfers; lost: not executed, time_out: executed without a response, later_: first in progress',
    ),
  transfer_status: z
    .enum(['normal', 'refused', 'wrong_amount'])
    .describe('Answer of transfer status queries; wrong_amount: about another amount'),
  transfer_answer_delay_ms: delay_ms.describe('Response delay of transfers'),
  transfer_settle_ms: z
    .int()
    .min(0)
    .max(duration.days(7))
    .describe('Duration of a transfer in progress, and delay until a later return; up to seven days'),
  transfer_hours: z.boolean().describe('SKN and RTGS are refused outside their hours on working days, in WIB'),
  refund_outcome: z
    .enum(['success', 'refused', 'lost', 'time_out'])
    .describe('Outcome of QR refunds; lost: not executed, time_out: executed without a response'),
  offline: z.boolean().describe('Every SNAP request returns 503'),
});
export type Switches = z.infer<typeof switches>;
export const switchChange = switches.partial();

export const DEFAULT_SWITCHES: Switches = {
  callback_delay_ms: 0,
  refuse: false,
  pay_expired: false,
  duplicate: 1,
  late: false,
  lost: false,
  wrong_signature: false,
  wrong_amount: false,
  callback_before_answer: false,
  paid_before_cancel: false,
  va_skip_inquiry: false,
  generate_delay_ms: 0,
  generate_refuse: false,
  transfer_outcome: 'success',
  transfer_status: 'normal',
  transfer_answer_delay_ms: 0,
  transfer_settle_ms: 5000,
  transfer_hours: false,
  refund_outcome: 'success',
  offline: false,
};

/** Reads the current switches. */
export function readSwitches(database: DatabaseSync): Switches {
  const row = database.prepare('select value from switches where id = 1').get();
  return row ? { ...DEFAULT_SWITCHES, ...switchChange.parse(JSON.parse(String(row.value))) } : DEFAULT_SWITCHES;
}

/** Updates the given switches. */
export function updateSwitches(database: DatabaseSync, change: Partial<Switches>): Switches {
  const turned = { ...readSwitches(database), ...change };
  database
    .prepare('insert into switches (id, value) values (1, ?) on conflict (id) do update set value = excluded.value')
    .run(JSON.stringify(turned));
  return turned;
}
