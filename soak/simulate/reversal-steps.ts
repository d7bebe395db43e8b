/** The bank takes back payments that were a success. */
import type { Paid, Scene, Step } from './scene.ts';

async function reverse(scene: Scene): Promise<void> {
  const { world, pick, book } = scene;
  const paid = pick(book.paid.filter(({ is_wrong, is_reversed, bank_no }) => !is_wrong && !is_reversed && bank_no));
  if (paid === undefined || !(await isKnown(scene, paid))) return;
  const [path, body] =
    paid.method === 'qris'
      ? ['/simulate/qris/reverse', { reference_no: paid.bank_no }]
      : ['/simulate/va/reverse', { payment_request_id: paid.bank_no }];
  const answer = await world.simulate('POST', path, body);
  // 409: a part of it was given back already.
  if (answer.status === 200) paid.is_reversed = true;
}

/** Whether the product has taken it: a bank takes back what it has told of. */
async function isKnown({ world }: Scene, { found_by }: Paid): Promise<boolean> {
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

export const REVERSAL_STEPS: Step[] = [{ name: 'the bank takes a payment back', weight: 2, run: reverse }];
