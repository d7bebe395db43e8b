/** The bank's bad habits, each on a switch: what real banks do and a partner must survive. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const delay_ms = z.int().min(0).max(3_600_000);

export const switches = z.strictObject({
  callback_delay_ms: delay_ms.describe('Time from the payment to its first callback'),
  refuse: z.boolean().describe('Payments are refused'),
  pay_expired: z.boolean().describe('Expired codes can still be paid; the callback then comes late'),
  duplicate: z.int().min(1).max(10).describe('How many times each callback is sent'),
  late: z.boolean().describe('Callbacks are held until the code has expired'),
  lost: z.boolean().describe('Callbacks are never sent; the status query still says paid'),
  wrong_signature: z.boolean().describe('Callbacks carry a signature that does not verify'),
  wrong_amount: z.boolean().describe('A code is paid with another amount than it asks for'),
  callback_before_answer: z.boolean().describe('A code is paid and notified before its creation is answered'),
  paid_before_cancel: z.boolean().describe('A code that is to be cancelled is paid a moment before'),
  va_skip_inquiry: z
    .boolean()
    .describe('Numbers are paid without asking the biller first, even those that are paid already'),
  generate_delay_ms: delay_ms.describe('Time until the creation of a code is answered'),
  generate_refuse: z.boolean().describe('The creation of codes is refused'),
  transfer_outcome: z
    .enum(['success', 'refused', 'lost', 'time_out', 'later_success', 'later_failed', 'later_returned'])
    .describe('What becomes of transfers; lost: never booked, time_out: booked and not answered, later_: in progress'),
  transfer_answer_delay_ms: delay_ms.describe('Time from the booking of a transfer to its answer'),
  transfer_settle_ms: delay_ms.describe('How long a transfer in progress takes'),
  refund_outcome: z
    .enum(['success', 'refused', 'lost', 'time_out'])
    .describe('What becomes of QR refunds; lost: never booked, time_out: booked and not answered'),
  offline: z.boolean().describe('Every SNAP call is answered 503'),
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
  transfer_answer_delay_ms: 0,
  transfer_settle_ms: 5000,
  refund_outcome: 'success',
  offline: false,
};

/** The switches as they stand. */
export function readSwitches(database: DatabaseSync): Switches {
  const row = database.prepare('select value from switches where id = 1').get();
  return row ? { ...DEFAULT_SWITCHES, ...switchChange.parse(JSON.parse(String(row.value))) } : DEFAULT_SWITCHES;
}

/** Turns the named switches and leaves the others. */
export function updateSwitches(database: DatabaseSync, change: Partial<Switches>): Switches {
  const turned = { ...readSwitches(database), ...change };
  database
    .prepare('insert into switches (id, value) values (1, ?) on conflict (id) do update set value = excluded.value')
    .run(JSON.stringify(turned));
  return turned;
}
