import type { Approval } from '@dasbor/contract/approval';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const buildId = (n: number): string => `apr_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
const buildApproval = (n: number, part: Partial<Approval> = {}): Approval => ({
  id: buildId(n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  subject_type: 'refund',
  subject_id: `rfd_${n}`,
  merchant_id: 'mer_01kaj6x7v3q2m8n4p5r6s70001',
  amount: 40_000 + n,
  details: {
    transaction_id: 'txn_1',
    merchant_reference: `ORDER-${n}`,
    reason: 'customer_request',
    bank_code: null,
    account_last4: null,
    holder_name: null,
    batch_id: null,
  },
  status: 'pending',
  approvals_required: 2,
  approvals_given: 0,
  requested_by: 'Budi Santoso',
  requested_by_type: 'user',
  is_own: false,
  may_decide: true,
  may_reject: true,
  expires_at: '2026-11-24T07:00:00.000Z',
  closed_at: null,
  ...part,
});
const CUSTOM_ROLE = 'rol_01kaj6x7v3q2m8n4p5r6s70001';
const detail = (approval: Approval) => ({
  ...approval,
  decisions: [],
  policy: {
    version: 3,
    roles: ['approver', CUSTOM_ROLE],
    role_names: { [CUSTOM_ROLE]: 'Treasury' },
    people: ['Sari Wulandari'],
  },
});

let rows: Approval[] = [];
beforeEach(() => {
  signIn();
  rows = [buildApproval(1)];
  mockEndpoint('GET /approvals', () => ({ json: { data: rows, next_cursor: null } }));
  mockEndpoint('GET /approvals/waiting', () => ({ json: { data: { count: rows.length, may_view: true } } }));
});
const list = () => screen.findByRole('region', { name: 'Approvals' });

test('what waits for the user has its amount and both decisions; the count is in the top bar', async () => {
  openApp('/approvals');
  const table = await list();
  expect(within(table).getByText('Rp 40.001')).toBeVisible();
  expect(within(table).getByText('0 of 2')).toBeVisible();
  expect(within(table).getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(within(table).getByRole('button', { name: 'Reject' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Approvals (1 waiting for you)' })).toBeVisible();
  expect(new URLSearchParams(requestsTo('/approvals').at(-1)?.query).get('view')).toBe('waiting');
});

test('a settlement can only be approved, and does not expire; a write-off names its reason', async () => {
  const details = { ...buildApproval(1).details, transaction_id: null, merchant_reference: null, reason: null };
  const settlement = {
    subject_type: 'settlement',
    subject_id: 'stl_1',
    details: { ...details, batch_id: 'stl_1', batch_no: 'STL-20261121', bank_code: '014', account_last4: '0001' },
    approvals_required: 1,
    requested_by: null,
    requested_by_type: 'system',
    expires_at: null,
    may_reject: false,
  } as const;
  const write_off = {
    subject_type: 'bank_write_off',
    subject_id: 'bsl_1',
    merchant_id: null,
    details: { ...details, reason: 'Bank charge', statement_id: 'bst_1', cents: 91, is_reversal: true },
    expires_at: null,
  } as const;
  rows = [buildApproval(1, settlement), buildApproval(2, write_off)];
  mockEndpoint(`GET /approvals/${buildId(1)}`, () => ({ json: { data: detail(buildApproval(1, settlement)) } }));
  const { user } = openApp('/approvals');
  const table = await list();
  expect(within(table).getByText('STL-20261121')).toBeVisible();
  expect(within(table).getByText('System')).toBeVisible();
  expect(within(table).getByText('Reversal of a write-off')).toBeVisible();
  expect(within(table).getByText('Bank charge')).toBeVisible();
  expect(within(table).getByText('Rp 40.002,91')).toBeVisible();
  expect(within(table).getAllByRole('button', { name: 'Approve' })).toHaveLength(2);
  expect(within(table).getAllByRole('button', { name: 'Reject' })).toHaveLength(1);
  await user.click(within(table).getByText('STL-20261121'));
  const sheet = await screen.findByRole('dialog', { name: 'Request for approval' });
  expect(await within(sheet).findByRole('link', { name: 'Open settlement' })).toHaveAttribute(
    'href',
    '/settlement/report/detail?batch_id=stl_1',
  );
  await user.click(within(sheet).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Rp 40.001 is paid out to BCA ••••0001.')).toBeVisible();
});

test('approving says what is missing, sends the remark once under a key, and refreshes the count', async () => {
  mockEndpoint(`POST /approvals/${buildId(1)}/approve`, () => {
    rows = [];
    return { json: { data: detail(buildApproval(1, { approvals_given: 1, may_decide: false })) } };
  });
  const { user } = openApp('/approvals');
  await user.click(within(await list()).getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this request?' });
  expect(within(dialog).getByText('1 more approval is required after yours.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Remark' }), 'Checked');
  await user.click(within(dialog).getByRole('button', { name: 'Approve request' }));
  expect(await screen.findByText('Approval recorded. 1 more is required.')).toBeVisible();
  const [sent] = requestsTo(`/approvals/${buildId(1)}/approve`);
  expect(JSON.parse(sent?.body ?? '')).toEqual({ reason: 'Checked' });
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  expect(await screen.findByRole('link', { name: 'Approvals' })).toBeVisible();
});

test('a rejection needs a reason, and a refusal of the server stays in the dialog', async () => {
  mockEndpoint(`POST /approvals/${buildId(1)}/reject`, () => ({
    status: 422,
    json: { detail: 'The approval policy of this request names other approvers.', code: 'not_an_approver' },
  }));
  const { user } = openApp('/approvals');
  await user.click(within(await list()).getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject this request?' });
  await user.click(within(dialog).getByRole('button', { name: 'Reject request' }));
  expect(within(dialog).getByText('Enter a reason for the requester.')).toBeVisible();
  expect(requestsTo(`/approvals/${buildId(1)}/reject`)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Wrong account');
  await user.click(within(dialog).getByRole('button', { name: 'Reject request' }));
  expect(await within(dialog).findByText(/names other approvers/)).toBeVisible();
});

test('a request shows who asked, its policy and the decisions, at its own address', async () => {
  const approval = buildApproval(1, { is_own: true, may_decide: false });
  mockEndpoint(`GET /approvals/${approval.id}`, () => ({
    json: {
      data: {
        ...detail(approval),
        decisions: [
          { person: 'Andi Kurniawan', decision: 'approve', reason: 'Fine', decided_at: '2026-11-21T08:00:00.000Z' },
        ],
      },
    },
  }));
  openApp(`/approvals?view=requested&approval=${approval.id}`);
  const sheet = await screen.findByRole('dialog', { name: 'Request for approval' });
  expect(await within(sheet).findByText('You requested this. Someone else must decide.')).toBeVisible();
  expect(within(sheet).getByText('Version 3: 2 approvals required')).toBeVisible();
  expect(within(sheet).getByText('Approver, Treasury, Sari Wulandari')).toBeVisible();
  expect(within(sheet).getByText(/Andi Kurniawan/)).toBeVisible();
  expect(within(sheet).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
});

test('a credit note leads to the invoice that it corrects', async () => {
  const note = buildApproval(2, { subject_type: 'credit_note', amount: 111_000 });
  const approval = { ...note, details: { ...note.details, invoice_id: 'inv_1' } };
  rows = [approval];
  mockEndpoint(`GET /approvals/${approval.id}`, () => ({ json: { data: detail(approval) } }));
  openApp(`/approvals?view=requested&approval=${approval.id}`);
  const sheet = await screen.findByRole('dialog', { name: 'Request for approval' });
  expect(await within(sheet).findByRole('link', { name: 'Open invoice' })).toHaveAttribute('href', '/invoice/inv_1');
  expect(within(await list()).getByText('Credit note')).toBeInTheDocument();
});

test('a request that somebody else decided leaves what waits for the user', async () => {
  const publish = openLiveStream();
  openApp('/approvals');
  expect(await screen.findByText('Rp 40.001')).toBeVisible();
  rows = [];
  mockEndpoint(`GET /approvals/${buildId(1)}`, () => ({
    json: { data: detail(buildApproval(1, { may_decide: false })) },
  }));
  publish({ topic: 'approval', id: null, change: 'updated' });
  await waitFor(() => expect(screen.queryByText('Rp 40.001')).not.toBeInTheDocument());
  expect(screen.getByText('No pending approvals')).toBeVisible();
});

test('of several requests, the one that somebody else decided leaves, and the others stay', async () => {
  rows = [buildApproval(1), buildApproval(2)];
  const publish = openLiveStream();
  openApp('/approvals');
  expect(await screen.findByText('Rp 40.001')).toBeVisible();
  rows = [buildApproval(2)];
  mockEndpoint(`GET /approvals/${buildId(1)}`, () => ({
    json: { data: detail(buildApproval(1, { status: 'approved', may_decide: false, may_reject: false })) },
  }));
  publish({ topic: 'approval', id: buildId(1), change: 'updated' });
  await waitFor(() => expect(screen.queryByText('Rp 40.001')).not.toBeInTheDocument());
  expect(screen.getByText('Rp 40.002')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Approvals (1 waiting for you)' })).toBeVisible();
});

testListScreen({
  address: '/approvals?view=all',
  path: '/approvals',
  name: { en: 'Approvals', id: 'Persetujuan' },
  empty: { en: 'No requests yet', id: 'Belum ada permintaan' },
  topic: 'approval',
  filter: { status: 'expired', subject_type: 'refund', q: 'ORDER-1' },
  rows: () => ({ shown: [buildApproval(1)], arriving: buildApproval(0) }),
  texts: { shown: 'Rp 40.001', arriving: 'Rp 40.000' },
});
