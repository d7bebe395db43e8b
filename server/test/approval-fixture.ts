/** Test fixture: requests of a merchant that need approvals, with people who request and approve them. */
import {
  type ApprovalTier,
  approveRequest,
  listApprovals,
  rejectRequest,
  saveApprovalPolicy,
} from '@dasbor/contract/approval';
import { listBalances } from '@dasbor/contract/balance';
import { createBalanceTransfer } from '@dasbor/contract/payout-balance';
import { createRefund } from '@dasbor/contract/refund';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { insertPaidPayment } from './paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { asMerchant } from '../src/db/tx.ts';
import { postTransfers } from '../src/ledger/posting.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA, SANDBOX_USERS, getSandboxUserId } from '../src/sandbox/people.ts';

export const { merchant_id } = KOPI_NUSANTARA;
export let t: TestApp;
export let owner: pg.Client;
/** Requests; never approves. */
export let finance: TestClient;
export let superadmin: TestClient;
export let admin: TestClient;
export let approver: TestClient;
let count = 0;

/** Signs in again after the clock has moved past the end of the sessions. */
export async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  superadmin = await t.signIn('superadmin@kopi.example');
  admin = await t.signIn('admin@kopi.example');
  approver = await t.signIn('approver@kopi.example');
}

export const key = () => ({ 'idempotency-key': `approval-${++count}` });
export const getUserId = (email: string) => getSandboxUserId(SANDBOX_USERS.findIndex((user) => user.email === email));

export const requestTransfer = async (amount: number, by = finance) =>
  (await by.ok(createBalanceTransfer, { body: { amount }, headers: key() })).data;
export const requestRefund = async (amount: number, by = finance) => {
  const id = await insertPaidPayment(t, merchant_id, { amount: amount + 50_000, method: 'qris', issuer: 'GoPay' });
  t.clock.advance(20);
  const body = { amount, reason: 'customer_request' };
  return (await by.ok(createRefund, { params: { id }, body, headers: key() })).data;
};
export const findApproval = async (subject_id: string, by = superadmin) =>
  (await by.ok(listApprovals, { query: { limit: 100 } as never })).data.find((row) => row.subject_id === subject_id)!;
export const approve = (id: string, by: TestClient, headers = key()) =>
  by.call(approveRequest, { params: { id }, body: {}, headers });
export const reject = (id: string, by: TestClient) =>
  by.call(rejectRequest, { params: { id }, body: { reason: 'Not agreed' }, headers: key() });

export const buildTier = (approvals_required: number, more: Partial<ApprovalTier> = {}): ApprovalTier => ({
  amount_from: 0,
  approvals_required,
  roles: [],
  user_ids: [],
  ...more,
});
export const savePolicy = (
  subject_type: 'refund' | 'balance_transfer' | 'payout_account',
  tiers: ApprovalTier[],
  more: { daily_limit?: number | null; expires_after_hours?: number; version?: number } = {},
  by = superadmin,
) =>
  by.call(saveApprovalPolicy, {
    params: { subject_type },
    body: { version: 0, tiers, daily_limit: null, expires_after_hours: 72, ...more },
  });

/** Adds money to the available balance. */
async function fund(amount: number): Promise<void> {
  const account = Object.fromEntries((await finance.ok(listBalances)).data.map(({ type, id }) => [type, id]));
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    postTransfers(tx, {
      posted_at: t.clock.now(),
      transfers: [
        {
          kind: 'adjustment',
          debit_account: account['bank_clearing']!,
          credit_account: account['available']!,
          amount,
          reference_type: 'test',
          reference_id: `fund-${++count}`,
        },
      ],
    }),
  );
}

/** Starts the application before the tests of a file. Each test begins without a policy and ends with a correct ledger. */
export function setUpApprovals(): void {
  beforeAll(async () => {
    t = await startTestApp();
    owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
    await signIn();
    await fund(10_000_000);
  });
  afterAll(async () => {
    await owner?.end();
    await t?.close();
  });
  beforeEach(async () => {
    await owner.query('delete from app.approval_policy');
    await owner.query('delete from app.approval_usage');
  });
  afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));
}
