/** Requests each kind of the model of approvals over the API, and reads what became of it. */
import { checkAccount } from '@dasbor/contract/account-check';
import { createBalanceAdjustment } from '@dasbor/contract/balance-adjustment';
import { decideWriteOff } from '@dasbor/contract/bank-statement';
import { approveDisbursement, createDisbursement, rejectDisbursement } from '@dasbor/contract/disbursement';
import {
  approveDisbursementBatch,
  rejectDisbursementBatch,
  submitDisbursementBatch,
  uploadDisbursementBatch,
} from '@dasbor/contract/disbursement-batch';
import { approveBalanceTransfer, createBalanceTransfer, rejectBalanceTransfer } from '@dasbor/contract/payout-balance';
import { approveRefund, createRefund, rejectRefund } from '@dasbor/contract/refund';
import { API_BASE, type Route } from '@dasbor/contract/route';
import {
  approveBankAccount,
  approveMerchantBankAccount,
  rejectBankAccount,
  rejectMerchantBankAccount,
  setSettlementBankAccount,
} from '@dasbor/contract/settlement-admin';
import { JOBS } from '../src/jobs/registry.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import type { ModelKindName, ModelRequest } from './approval-model.ts';
import { nextKey } from './approval-model-keys.ts';
import { MODEL_OBJECT_REQUESTS, type ModelObjects } from './approval-model-objects.ts';
import { insertPaidPayment } from './paid-payment.ts';
import type { TestApp, TestClient } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
let count = 0;
export const runJob = (t: TestApp, name: string, payload: Record<string, string> = {}) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, payload);

interface NewRequest {
  t: TestApp;
  by: TestClient;
  amount: number;
  /** Checked account of refunds. */
  account_check_id: string;
  objects: ModelObjects;
  /** A subject whose request was not approved, to request it again; null: a new one. */
  again: string | null;
}
type Create = (request: NewRequest) => Promise<string>;

const ACCOUNT = { bank_code: '014', account_no: '8010000001' };

/** Checks the account of all refunds once: checks are limited per minute. */
export const checkRefundAccount = async (by: TestClient): Promise<string> =>
  (await by.ok(checkAccount, { body: ACCOUNT })).data.id;

/** How each kind is requested. Returns the id of its subject. */
export const REQUEST_KIND: Record<ModelKindName, Create> = {
  refund: async ({ t, by, amount, account_check_id }) => {
    const id = await insertPaidPayment(t, merchant_id, { amount: 100_000 });
    t.clock.advance(1);
    const body = { amount, reason: 'customer_request', method: 'transfer', account_check_id };
    return (await by.ok(createRefund, { params: { id }, body, headers: nextKey() })).data.id;
  },
  balance_transfer: async ({ by, amount }) =>
    (await by.ok(createBalanceTransfer, { body: { amount }, headers: nextKey() })).data.id,
  payout_account: async ({ by }) => {
    const { data } = await by.ok(setSettlementBankAccount, { body: ACCOUNT });
    if (data.pending_bank_account === null) throw new Error('The account does not wait');
    return data.pending_bank_account.id;
  },
  disbursement: async ({ by, amount }) => {
    const body = { ...ACCOUNT, amount, merchant_reference: `MODEL-${++count}` };
    return (await by.ok(createDisbursement, { body, headers: nextKey() })).data.id;
  },
  disbursement_batch: async ({ t, by, amount }) => {
    const id = await uploadBatch(t, by, amount);
    await runJob(t, 'validate_disbursement_batch', { merchant_id, id });
    await by.ok(submitDisbursementBatch, { params: { id }, body: {}, headers: nextKey() });
    return id;
  },
  balance_adjustment: async ({ by, amount }) => {
    const body = { account_type: 'available', amount: -amount, reason: 'Model' };
    return (await by.ok(createBalanceAdjustment, { params: { merchant_id }, body, headers: nextKey() })).data.id;
  },
  ...MODEL_OBJECT_REQUESTS,
};

/** Two rows, which add up to the amount. */
async function uploadBatch(t: TestApp, by: TestClient, amount: number): Promise<string> {
  const rows = [amount - 4_000, 4_000].map(
    (each) => `MODEL-${++count},${each},014,SARI PRATIWI,8010000001,Salary,sari@example.com`,
  );
  const header = 'reference_id,amount,bank_code,account_name,account_number,description,email';
  const form = new FormData();
  form.set('file', new Blob([[header, ...rows, ''].join('\n')]), 'model.csv');
  const request = new Request('http://model', { method: 'POST', body: form });
  const answer = await t.app.inject({
    method: 'POST',
    url: `${API_BASE}${uploadDisbursementBatch.path}`,
    headers: { authorization: by.authorization ?? '', 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ data: { id: string } }>().data.id;
}

/** Decisions at the subject itself; the other kinds of the provider are decided from the list only. */
export const SUBJECT_ROUTES: Partial<Record<ModelKindName, { approve: Route; reject: Route }>> = {
  refund: { approve: approveRefund, reject: rejectRefund },
  balance_transfer: { approve: approveBalanceTransfer, reject: rejectBalanceTransfer },
  payout_account: { approve: approveBankAccount, reject: rejectBankAccount },
  disbursement: { approve: approveDisbursement, reject: rejectDisbursement },
  disbursement_batch: { approve: approveDisbursementBatch, reject: rejectDisbursementBatch },
  bank_write_off: { approve: decideWriteOff, reject: decideWriteOff },
  write_off_reversal: { approve: decideWriteOff, reject: decideWriteOff },
};

/** The provider decides accounts at their merchant only. */
export const PROVIDER_ROUTES: typeof SUBJECT_ROUTES = {
  payout_account: { approve: approveMerchantBankAccount, reject: rejectMerchantBankAccount },
};

/** The body of a decision at its subject; undefined: the route takes none. */
export function buildSubjectBody(kind: ModelKindName, is_approval: boolean): object | undefined {
  if (kind === 'payout_account') return undefined;
  if (kind === 'bank_write_off' || kind === 'write_off_reversal')
    return { decision: is_approval ? 'approve' : 'reject' };
  if (is_approval) return {};
  return kind === 'balance_transfer' ? { remark: 'No' } : { reason: 'No' };
}

/** Status of each subject, by kind. */
export const SUBJECT_STATUS_SQL: Record<ModelKindName, string> = {
  refund: 'select id, status from app.refund',
  balance_transfer: 'select id, status from app.balance_transfer',
  payout_account: `select id, case when rejected_at is not null then 'rejected' when approved_at is not null then 'approved'
    else 'pending' end as status from app.bank_account`,
  disbursement: 'select id, status from app.disbursement',
  disbursement_batch: 'select id, status from app.disbursement_batch',
  balance_adjustment: 'select id, status from app.balance_adjustment',
  commission_rule: 'select id, status from app.commission_rule',
  commission_statement: 'select id, status from app.commission_statement',
  credit_note: 'select id, status from app.credit_note_request',
  bank_write_off: 'select id, status from app.bank_statement_line',
  write_off_reversal: 'select id, status from app.bank_statement_line',
};

const STATUSES: Record<ModelKindName, { pending: string; approved: string; rejected: string }> = {
  refund: { pending: 'pending', approved: 'approved', rejected: 'rejected' },
  balance_transfer: { pending: 'pending', approved: 'posted', rejected: 'rejected' },
  payout_account: { pending: 'pending', approved: 'approved', rejected: 'rejected' },
  disbursement: { pending: 'pending_approval', approved: 'queued', rejected: 'rejected' },
  disbursement_batch: { pending: 'pending_approval', approved: 'approved', rejected: 'rejected' },
  balance_adjustment: { pending: 'pending', approved: 'posted', rejected: 'rejected' },
  commission_rule: { pending: 'pending_approval', approved: 'active', rejected: 'draft' },
  commission_statement: { pending: 'pending_approval', approved: 'approved', rejected: 'closed' },
  credit_note: { pending: 'pending', approved: 'issued', rejected: 'rejected' },
  bank_write_off: { pending: 'open', approved: 'written_off', rejected: 'open' },
  write_off_reversal: { pending: 'written_off', approved: 'open', rejected: 'written_off' },
};

/** The status that a subject must have, before the jobs of what was approved run. */
export function getSubjectStatus({ kind, status, is_stopped }: ModelRequest, is_replaced: boolean): string {
  if (status === 'pending') return STATUSES[kind].pending;
  // A payout account that another one replaced keeps its state.
  if (is_replaced) return status === 'approved' ? 'approved' : 'pending';
  if (status === 'approved' && !is_stopped) return STATUSES[kind].approved;
  return STATUSES[kind].rejected;
}
