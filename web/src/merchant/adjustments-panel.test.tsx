import type { ApprovalDetail } from '@dasbor/contract/approval';
import type { BalanceAdjustment } from '@dasbor/contract/balance-adjustment';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const PATH = `/merchants/${MERCHANT_ID}/balance-adjustments`;
const APPROVAL_ID = 'apr_01kaj6x7v3q2m8n4p5r6s70001';
const ADJUSTMENT: BalanceAdjustment = {
  id: 'adj_01kaj6x7v3q2m8n4p5r6s70001',
  created_at: '2026-11-21T07:00:00.000Z',
  account_type: 'available',
  amount: -25_000,
  reason: 'Fee of a hardware order',
  status: 'pending',
  requested_by: 'Panji Wicaksono',
  decided_by: null,
  decided_at: null,
  remark: null,
  approval_id: APPROVAL_ID,
};
const APPROVAL: ApprovalDetail = {
  id: APPROVAL_ID,
  created_at: ADJUSTMENT.created_at,
  subject_type: 'balance_adjustment',
  subject_id: ADJUSTMENT.id,
  merchant_id: MERCHANT_ID,
  amount: -25_000,
  details: {
    transaction_id: null,
    merchant_reference: null,
    reason: ADJUSTMENT.reason,
    bank_code: null,
    account_last4: null,
    holder_name: null,
    batch_id: null,
    account_type: 'available',
  },
  status: 'pending',
  approvals_required: 1,
  approvals_given: 0,
  requested_by: 'Panji Wicaksono',
  requested_by_type: 'user',
  is_own: false,
  may_decide: true,
  may_reject: true,
  expires_at: '2026-11-24T07:00:00.000Z',
  closed_at: null,
  decisions: [],
  policy: { version: 0, roles: [], role_names: {}, people: [] },
};

let rows: BalanceAdjustment[];
beforeEach(() => {
  rows = [ADJUSTMENT];
  mockEndpoint(`GET /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
  mockEndpoint(`GET /merchants/${MERCHANT_ID}/balances`, () => ({
    json: { data: [], as_of: '2026-11-22T07:00:00.000Z' },
  }));
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: rows as never, next_cursor: null } }));
  mockEndpoint(`GET /approvals/${APPROVAL_ID}`, () => ({ json: { data: APPROVAL as never } }));
});
const openPanel = async (role: 'platform_finance' | 'platform_support' = 'platform_finance') => {
  signIn({ role });
  const { user } = openApp(`/merchant/${MERCHANT_ID}?tab=balances`);
  return { user, panel: await screen.findByRole('region', { name: 'Adjustments' }) };
};

test('an adjustment of someone else is approved with exactly what it does', async () => {
  mockEndpoint(`POST /approvals/${APPROVAL_ID}/approve`, () => ({
    json: { data: { ...APPROVAL, status: 'approved', may_decide: false } as never },
  }));
  const { user, panel } = await openPanel();
  expect(await within(panel).findByText('Awaiting approval')).toBeVisible();
  await user.click(await within(panel).findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this request?' });
  expect(within(dialog).getByText(/is posted to: Available balance/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Approve request' }));
  await waitFor(() => expect(requestsTo(`/approvals/${APPROVAL_ID}/approve`)).toHaveLength(1));
  await waitFor(() => expect(requestsTo(PATH).length).toBeGreaterThan(1));
});

test('a debit is requested once, with its amount below zero', async () => {
  rows = [];
  mockEndpoint(`POST ${PATH}`, () => ({ status: 201, json: { data: ADJUSTMENT as never } }));
  const { user, panel } = await openPanel();
  expect(await within(panel).findByText('No adjustments yet')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Request adjustment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Request adjustment' });
  await user.click(within(dialog).getByRole('button', { name: 'Request adjustment' }));
  expect(within(dialog).getByText('Enter an amount.')).toBeVisible();
  expect(within(dialog).getByText('Enter a reason.')).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: /Debit/ }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount (required)' }), '25000');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (required)' }), 'Hardware');
  expect(within(dialog).getByText(/Rp 25.000 is debited from: Available balance/)).toBeVisible();
  await user.dblClick(within(dialog).getByRole('button', { name: 'Request adjustment' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const sent = requestsTo(PATH).filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { account_type: 'available', amount: -25_000, reason: 'Hardware' },
  ]);
});

test('a refusal stays in the form', async () => {
  const detail = 'The balance does not cover this adjustment. Enter a smaller debit.';
  mockEndpoint(`POST ${PATH}`, () => ({
    status: 422,
    json: { detail, status_code: 422, code: 'insufficient_balance', request_id: 'req_1' },
  }));
  const { user, panel } = await openPanel();
  await user.click(within(panel).getByRole('button', { name: 'Request adjustment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Request adjustment' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount (required)' }), '1');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (required)' }), 'x');
  await user.click(within(dialog).getByRole('button', { name: 'Request adjustment' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(detail);
});

test('support reads adjustments, and cannot request one', async () => {
  const { panel } = await openPanel('platform_support');
  expect(within(panel).getByRole('button', { name: 'Request adjustment' })).toHaveAttribute('aria-disabled', 'true');
});
