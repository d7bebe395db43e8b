/** The bank takes back payments that were a success. */
import type { PaidRecord, SimulationContext, Step } from './context.ts';

async function reversePayment(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, records: book } = scene;
  const paid = pick(
    book.paid.filter(({ is_wrong, is_reversed, bank_reference: bank_no }) => !is_wrong && !is_reversed && bank_no),
  );
  if (paid === undefined || !(await isRecorded(scene, paid))) return;
  const [path, body] =
    paid.method === 'qris'
      ? ['/simulate/qris/reverse', { reference_no: paid.bank_reference }]
      : ['/simulate/va/reverse', { payment_request_id: paid.bank_reference }];
  const answer = await world.simulate('POST', path, body);
  // 409: a part of it was given back already.
  if (answer.status === 200) paid.is_reversed = true;
}

/** Whether the product has taken it: a bank takes back what it has told of. */
async function isRecorded(
  { environment: world }: SimulationContext,
  { match: found_by }: PaidRecord,
): Promise<boolean> {
  const [column, value] =
    'transaction_id' in found_by
      ? ['id', found_by.transaction_id]
      : 'rrn' in found_by
        ? ['rrn', found_by.rrn]
        : ['provider_reference', found_by.provider_reference];
  const { rowCount } = await world.owner.query(
    `select from app.transaction where ${column} = $1 and status in ('success', 'partially_refunded', 'refunded')`,
    [value],
  );
  return rowCount === 1;
}

export const REVERSAL_STEPS: Step[] = [{ name: 'the bank takes a payment back', weight: 2, run: reversePayment }];
