/** Steps of refunds: partial and full refunds, requested by one user and approved or rejected by another. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { ACCOUNTS } from './disbursement-steps.ts';
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

/** A refund by bank transfer, of any paid payment. */
async function requestTransfer(context: SimulationContext): Promise<void> {
  const { environment, pick, between, random, nextKey, records } = context;
  const { rows } = await environment.owner.query<{ id: string; amount: string }>(
    `select id, amount::text from app.transaction where status in ('success', 'partially_refunded') order by id`,
  );
  const paid = pick(rows);
  if (paid === undefined) return;
  const check = await environment.call(MERCHANT_EMAIL, 'POST', '/account-checks', { body: pick(ACCOUNTS) });
  // 429: too many checks within a minute; 502: the bank is offline.
  if (!expectStatus(context, 'checkAccount', check, [200, 201, 422, 429, 502])) return;
  const { id: account_check_id } = check.json<{ data: { id: string } }>().data;
  const amount = random() < 0.4 ? Number(paid.amount) : between(1, Number(paid.amount));
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${paid.id}/refunds`, {
    body: { amount, reason: 'order_cancelled', method: 'transfer', account_check_id },
    key: nextKey(),
  });
  if (!expectStatus(context, 'createRefund by transfer', answer, [201, 409, 422])) return;
  const { id } = answer.json<{ data: { id: string } }>().data;
  records.refunds.push(id);
  const own = await environment.call(MERCHANT_EMAIL, 'POST', `/refunds/${id}/approve`, { body: {}, key: nextKey() });
  if (own.status !== 422) context.records.violations.push(`the requester approved a refund: ${own.status}`);
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
  { name: 'request a refund by transfer', weight: 4, run: requestTransfer },
  { name: 'decide on a refund', weight: 6, run: decideRefund },
];
