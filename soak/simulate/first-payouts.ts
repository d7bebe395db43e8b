/**
 * The first payouts of every run, before anything is left to chance: a deposit, a single disbursement, a batch, a refund by
 * transfer and a settlement that are paid, a request by an API key, a transfer that the bank never answers, ended by two
 * people, and a blocked account.
 */
import { KOPI_NUSANTARA } from '../../server/src/sandbox/people.ts';
import { APPROVER_EMAIL, MERCHANT_EMAIL, PROVIDER_EMAIL } from '../users.ts';
import { NORMAL_SWITCHES, deliverCallbacks } from './bank-steps.ts';
import { buildBatchFile } from './batch-steps.ts';
import { type Code, type SimulationContext, expectStatus } from './context.ts';
import { blockAccount, requestByKeyTo } from './control-steps.ts';
import { payCode } from './qris-steps.ts';
import { resolveTransfer } from './resolution-steps.ts';
import { changePayout } from './settlement-steps.ts';

const ROWS = 5;
const DEPOSIT = 20_000_000;
const PAYMENT = 100_000;
const REFUND = 40_000;
const ACCOUNT = { bank_code: '014', account_no: '8010000001' };
/** Later steps request disbursements to it, too. */
const BLOCKED_ACCOUNT = { bank_code: '002', account_no: '0020000004' };
const UNUSED_ACCOUNT = { bank_code: '022', account_no: '0220000006' };
const MINUTE_MS = 60_000;
/** Longer than the circuit breaker waits before it tries a bank again. */
const BREAKER_PAUSE_MS = 2 * MINUTE_MS;
/** The cooling-off period of a payout account, and an hour. */
const COOLING_OFF_MS = 25 * 60 * MINUTE_MS;

export async function payFirst(context: SimulationContext): Promise<void> {
  await topUp(context);
  await paySingle(context);
  await payBatch(context);
  await payRefund(context);
  await paySettlement(context);
  await requestByKeyTo(context, ACCOUNT);
  await endWithoutAnswer(context);
  await blockAccount(context, BLOCKED_ACCOUNT);
}

async function topUp(context: SimulationContext): Promise<void> {
  const { environment, records } = context;
  const opened = await environment.call(MERCHANT_EMAIL, 'POST', '/deposit-vas', { body: { bank: 'BNI' } });
  if (!expectStatus(context, 'openDepositVa', opened, [201])) return;
  const { data } = opened.json<{ data: { id: string; va_number: string } }>();
  records.deposit_vas.push(data);
  await environment.runDueJobs();
  const body = { va_number: data.va_number, amount: DEPOSIT };
  const paid = await environment.simulate('POST', '/simulate/va/pay', body);
  if (!expectStatus(context, 'pay a deposit', paid, [200])) return;
  const { payment_request_id, paid_amount } = paid.json<{ payment_request_id: string; paid_amount: number }>();
  records.deposits.push({ payment_request_id, amount: paid_amount });
  await deliverCallbacks(context);
  await environment.runDueJobs();
}

async function paySingle(context: SimulationContext, account = ACCOUNT): Promise<void> {
  const { environment, nextKey } = context;
  const body = { ...account, amount: 50_000, merchant_reference: nextKey() };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/disbursements', { body, key: nextKey() });
  if (!expectStatus(context, 'createDisbursement', answer, [201])) return;
  const { id } = answer.json<{ data: { id: string } }>().data;
  const at = `/disbursements/${id}/approve`;
  const approved = await environment.call(APPROVER_EMAIL, 'POST', at, { body: {}, key: nextKey() });
  expectStatus(context, 'approveDisbursement', approved, [200]);
  await environment.runDueJobs();
}

async function payBatch(context: SimulationContext): Promise<void> {
  const { environment, nextKey } = context;
  const rows = Array.from({ length: ROWS }, (_, index) => ({ account: index % 5, amount: 10_000 + index }));
  const file = { name: `${nextKey()}.csv`, content: buildBatchFile(context, rows) };
  const uploaded = await environment.upload(MERCHANT_EMAIL, '/disbursement-batches', file);
  if (!expectStatus(context, 'uploadDisbursementBatch', uploaded, [201])) return;
  const { id } = uploaded.json<{ data: { id: string } }>().data;
  await environment.runDueJobs();
  const act = (email: string, action: string) =>
    environment.call(email, 'POST', `/disbursement-batches/${id}/${action}`, { body: {}, key: nextKey() });
  expectStatus(context, 'submitDisbursementBatch', await act(MERCHANT_EMAIL, 'submit'), [200]);
  expectStatus(context, 'approveDisbursementBatch', await act(APPROVER_EMAIL, 'approve'), [200]);
  await environment.runDueJobs();
}

async function payRefund(context: SimulationContext): Promise<void> {
  const { environment, nextKey, records } = context;
  const body = { amount: PAYMENT, merchant_reference: nextKey(), expires_in_minutes: 60 };
  const created = await environment.call(MERCHANT_EMAIL, 'POST', '/qris-payments', { body, key: nextKey() });
  if (!expectStatus(context, 'createQrisPayment', created, [201])) return;
  const code = created.json<{ data: Code }>().data;
  records.codes.push(code);
  await payCode(context, code);
  await deliverCallbacks(context);
  const check = await environment.call(MERCHANT_EMAIL, 'POST', '/account-checks', { body: ACCOUNT });
  if (!expectStatus(context, 'checkAccount', check, [200, 201])) return;
  const { id: account_check_id } = check.json<{ data: { id: string } }>().data;
  const refund = { amount: REFUND, reason: 'order_cancelled', method: 'transfer', account_check_id };
  const at = `/transactions/${code.transaction_id}/refunds`;
  const requested = await environment.call(MERCHANT_EMAIL, 'POST', at, { body: refund, key: nextKey() });
  if (!expectStatus(context, 'createRefund by transfer', requested, [201])) return;
  const { id } = requested.json<{ data: { id: string } }>().data;
  const approval = { body: {}, key: nextKey() };
  const approved = await environment.call(APPROVER_EMAIL, 'POST', `/refunds/${id}/approve`, approval);
  expectStatus(context, 'approve refund', approved, [200]);
  await environment.runDueJobs();
}

/** What the refund has left of its payment is settled to an approved account of the merchant. */
async function paySettlement(context: SimulationContext): Promise<void> {
  const { environment, clock, nextKey } = context;
  const changed = await environment.call(MERCHANT_EMAIL, 'PUT', '/settlement-setting/bank-account', { body: ACCOUNT });
  if (!expectStatus(context, 'setSettlementBankAccount', changed, [200])) return;
  const { pending_bank_account } = changed.json<{ data: { pending_bank_account: { id: string } } }>().data;
  const at = `/settlement-setting/bank-accounts/${pending_bank_account.id}/approve`;
  expectStatus(context, 'approve a payout account', await environment.call(APPROVER_EMAIL, 'POST', at), [200]);
  await changePayout(context, 'auto');
  clock.advance(COOLING_OFF_MS);
  const early = `/merchants/${KOPI_NUSANTARA.merchant_id}/settlements/early`;
  const settled = await environment.call(PROVIDER_EMAIL, 'POST', early, { key: nextKey() });
  expectStatus(context, 'settleEarly', settled, [200]);
  await environment.runJob('sweep_settlements');
  await environment.runJob('sweep_bank_transfers');
}

async function endWithoutAnswer(context: SimulationContext): Promise<void> {
  await loseOrder(context, ACCOUNT);
  context.clock.advance(2 * MINUTE_MS);
  await resolveTransfer(context);
}

/** A disbursement whose transfer the bank receives and forgets. By default to an account that nothing else is sent to. */
export async function loseOrder(context: SimulationContext, account = UNUSED_ACCOUNT): Promise<void> {
  const { environment, clock } = context;
  await environment.simulate('PUT', '/simulate/switches', { ...NORMAL_SWITCHES, transfer_outcome: 'lost' });
  // The bank may have been offline before; it is tried again after a pause.
  clock.advance(BREAKER_PAUSE_MS);
  await paySingle(context, account);
  await environment.simulate('PUT', '/simulate/switches', NORMAL_SWITCHES);
}
