/** Refunds of QRIS payments: asked for by one person, agreed to or refused by another, in parts and whole. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

async function requestRefund(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, between, random, nextKey: name, records: book } = scene;
  const paid = pick(book.paid);
  if (paid === undefined || !('transaction_id' in paid.match)) return;
  const body = {
    amount: random() < 0.4 ? paid.amount : between(1, paid.amount),
    reason: 'customer_request',
  };
  const at = `/transactions/${paid.match.transaction_id}/refunds`;
  const answer = await world.call(MERCHANT_EMAIL, 'POST', at, { body, key: name() });
  if (!expectStatus(scene, 'createRefund', answer, [201, 409, 422])) return;
  book.refunds.push(answer.json<{ data: { id: string } }>().data.id);
}

async function decideRefund(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, random, nextKey: name, records: book } = scene;
  const id = pick(book.refunds);
  if (id === undefined) return;
  const [what, body] = random() < 0.8 ? ['approve', {}] : ['reject', { reason: 'Not agreed' }];
  const answer = await world.call(APPROVER_EMAIL, 'POST', `/refunds/${id}/${String(what)}`, { body, key: name() });
  expectStatus(scene, `${String(what)} refund`, answer, [200, 409, 422]);
}

export const REFUND_STEPS: Step[] = [
  { name: 'ask for a refund', weight: 5, run: requestRefund },
  { name: 'decide on a refund', weight: 5, run: decideRefund },
];
