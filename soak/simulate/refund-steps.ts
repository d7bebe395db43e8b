/** Steps of refunds: partial and full refunds, requested by one user and approved or rejected by another. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

async function requestRefund(context: SimulationContext): Promise<void> {
  const { environment, pick, between, random, nextKey, records } = context;
  const paid = pick(records.paid);
  if (paid === undefined || !('transaction_id' in paid.match)) return;
  const body = {
    amount: random() < 0.4 ? paid.amount : between(1, paid.amount),
    reason: 'customer_request',
  };
  const at = `/transactions/${paid.match.transaction_id}/refunds`;
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', at, { body, key: nextKey() });
  if (!expectStatus(context, 'createRefund', answer, [201, 409, 422])) return;
  records.refunds.push(answer.json<{ data: { id: string } }>().data.id);
}

async function decideRefund(context: SimulationContext): Promise<void> {
  const { environment, pick, random, nextKey, records } = context;
  const id = pick(records.refunds);
  if (id === undefined) return;
  const [what, body] = random() < 0.8 ? ['approve', {}] : ['reject', { reason: 'Not approved' }];
  const answer = await environment.call(APPROVER_EMAIL, 'POST', `/refunds/${id}/${String(what)}`, {
    body,
    key: nextKey(),
  });
  expectStatus(context, `${String(what)} refund`, answer, [200, 409, 422]);
}

export const REFUND_STEPS: Step[] = [
  { name: 'request a refund', weight: 5, run: requestRefund },
  { name: 'decide on a refund', weight: 5, run: decideRefund },
];
