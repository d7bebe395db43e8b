/** The first payouts of every run, before anything is left to chance: a deposit, a single disbursement and a batch that are paid. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { buildBatchFile } from './batch-steps.ts';
import { deliverCallbacks } from './bank-steps.ts';
import { type SimulationContext, expectStatus } from './context.ts';

const ROWS = 5;
const DEPOSIT = 20_000_000;

export async function payFirst(context: SimulationContext): Promise<void> {
  await topUp(context);
  await paySingle(context);
  await payBatch(context);
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

async function paySingle(context: SimulationContext): Promise<void> {
  const { environment, nextKey } = context;
  const body = { bank_code: '014', account_no: '8010000001', amount: 50_000, merchant_reference: nextKey() };
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
