/** Steps of bank reversals. */
import type { PaidRecord, SimulationContext, Step } from './context.ts';

async function reversePayment(context: SimulationContext): Promise<void> {
  const { environment, pick, records } = context;
  const paid = pick(
    records.paid.filter(({ is_wrong, is_reversed, bank_reference: bank_no }) => !is_wrong && !is_reversed && bank_no),
  );
  if (paid === undefined || !(await isRecorded(context, paid))) return;
  const [path, body] =
    paid.method === 'qris'
      ? ['/simulate/qris/reverse', { reference_no: paid.bank_reference }]
      : ['/simulate/va/reverse', { payment_request_id: paid.bank_reference }];
  const answer = await environment.simulate('POST', path, body);
  // 409: the payment was partially refunded.
  if (answer.status === 200) paid.is_reversed = true;
}

/** Whether the payment is recorded; a bank reverses only payments that it has notified. */
async function isRecorded({ environment }: SimulationContext, { match: found_by }: PaidRecord): Promise<boolean> {
  const [column, value] =
    'transaction_id' in found_by
      ? ['id', found_by.transaction_id]
      : 'rrn' in found_by
        ? ['rrn', found_by.rrn]
        : ['provider_reference', found_by.provider_reference];
  const { rowCount } = await environment.owner.query(
    `select from app.transaction where ${column} = $1 and status in ('success', 'partially_refunded', 'refunded')`,
    [value],
  );
  return rowCount === 1;
}

export const REVERSAL_STEPS: Step[] = [{ name: 'reverse a payment', weight: 2, run: reversePayment }];
