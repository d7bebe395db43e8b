/** Refunds of QRIS payments: asked for by one person, agreed to or refused by another, in parts and whole. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../people.ts';
import { type Scene, type Step, expectStatus } from './scene.ts';

async function ask(scene: Scene): Promise<void> {
  const { world, pick, between, random, name, book } = scene;
  const paid = pick(book.paid);
  if (paid === undefined || !('transaction_id' in paid.found_by)) return;
  const body = {
    amount: random() < 0.4 ? paid.amount : between(1, paid.amount),
    reason: 'customer_request',
  };
  const at = `/transactions/${paid.found_by.transaction_id}/refunds`;
  const answer = await world.call(MERCHANT_EMAIL, 'POST', at, { body, key: name() });
  if (!expectStatus(scene, 'createRefund', answer, [201, 409, 422])) return;
  book.refunds.push(answer.json<{ data: { id: string } }>().data.id);
}

async function decide(scene: Scene): Promise<void> {
  const { world, pick, random, name, book } = scene;
  const id = pick(book.refunds);
  if (id === undefined) return;
  const [what, body] = random() < 0.8 ? ['approve', {}] : ['reject', { reason: 'Not agreed' }];
  const answer = await world.call(APPROVER_EMAIL, 'POST', `/refunds/${id}/${String(what)}`, { body, key: name() });
  expectStatus(scene, `${String(what)} refund`, answer, [200, 409, 422]);
}

export const REFUND_STEPS: Step[] = [
  { name: 'ask for a refund', weight: 5, run: ask },
  { name: 'decide on a refund', weight: 5, run: decide },
];
