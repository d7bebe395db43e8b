import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildBatchId, buildBatch, buildDisbursement, buildDisbursementId } from '../test/disbursement-fixtures.ts';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { simulatePhone } from '../test/phone.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();
beforeEach(() => {
  signIn();
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /disbursements/summary', () => ({
    json: { data: [{ status: 'pending_approval', count: 2, amount: 300_000 }] },
  }));
});

describe('the list of single disbursements', () => {
  testListScreen({
    address: '/disbursement',
    path: '/disbursements',
    name: { en: 'Disbursements', id: 'Disbursement' },
    empty: { en: 'No disbursements yet', id: 'Belum ada disbursement' },
    topic: 'disbursement',
    filter: {
      status: 'failed,reversed',
      bank_code: '014',
      rail: 'bi_fast',
      failure_code: 'none,account_closed',
      amount_min: '1000',
      q: 'PAYROLL',
    },
    rows: () => ({ shown: [buildDisbursement(2)], arriving: buildDisbursement(1) }),
    texts: { shown: 'PAYROLL-2', arriving: 'PAYROLL-1' },
  });
});

describe('the tab of what awaits approval', () => {
  const rows = [
    buildDisbursement(1, { status: 'pending_approval', may_decide: true, approvals_missing: 1 }),
    buildDisbursement(2, { status: 'pending_approval', may_decide: true, approvals_missing: 1 }),
    buildDisbursement(3, { status: 'pending_approval', may_decide: false, approvals_missing: 1 }),
  ];
  beforeEach(() => {
    mockEndpoint('GET /disbursements', () => ({ json: { data: rows, next_cursor: null } }));
  });
  const findTable = () => screen.findByRole('region', { name: 'Awaiting approval' });
  beforeEach(() => {
    mockEndpoint('GET /disbursement-batches', () => ({ json: { data: [], next_cursor: null } }));
  });

  test('names the batches that await approval and leads to them', async () => {
    mockEndpoint('GET /disbursement-batches', () => ({
      json: { data: [buildBatch(1, { status: 'pending_approval' })], next_cursor: null },
    }));
    openApp('/disbursement?view=awaiting-approval');
    expect(await screen.findByText(/1 batch awaits approval/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View batches' })).toHaveAttribute(
      'href',
      '/disbursement?view=batches&status=pending_approval',
    );
  });

  test('filters, and exports exactly what is filtered', async () => {
    openApp('/disbursement?view=awaiting-approval&bank_code=014&requested_by=Finance');
    await findTable();
    const query = new URLSearchParams(requestsTo('/disbursements').at(-1)?.query);
    expect(query.getAll('status')).toEqual(['pending_approval']);
    expect([query.get('bank_code'), query.get('requested_by')]).toEqual(['014', 'Finance']);
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
  });

  test('rejects the selected ones with one reason', async () => {
    for (const n of [1, 2]) {
      const rejected = { ...buildDisbursement(n), status: 'rejected' as const };
      mockEndpoint(`POST /disbursements/${buildDisbursementId(n)}/reject`, () => ({ json: { data: rejected } }));
    }
    const { user } = openApp('/disbursement?view=awaiting-approval');
    const table = await findTable();
    for (const box of within(table).getAllByRole('checkbox').slice(-3)) await user.click(box);
    await user.click(await screen.findByRole('button', { name: 'Reject 2' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reject 2 disbursements' });
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(within(dialog).getByText('Enter a reason.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Paid in cash');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('2 of 2 rejected')).toBeVisible();
    expect(requestsTo(`/disbursements/${buildDisbursementId(2)}/reject`)[0]?.body).toContain('Paid in cash');
  });

  test('counts what waits, and asks only for it', async () => {
    openApp('/disbursement?view=awaiting-approval');
    await findTable();
    expect(await screen.findByRole('tab', { name: /Awaiting approval.*2/ })).toBeVisible();
    expect(requestsTo('/disbursements').at(-1)?.query).toContain('status=pending_approval');
  });

  test('approves the selected ones that wait for the user, and names those that were refused', async () => {
    const approved = { ...rows[0], status: 'approved', may_decide: false };
    mockEndpoint(`POST /disbursements/${buildDisbursementId(1)}/approve`, () => ({ json: { data: approved } }));
    mockEndpoint(`POST /disbursements/${buildDisbursementId(2)}/approve`, () => ({
      status: 409,
      json: { detail: 'It was cancelled meanwhile.', code: 'not_pending' },
    }));
    const { user } = openApp('/disbursement?view=awaiting-approval');
    const table = await findTable();
    for (const box of within(table).getAllByRole('checkbox').slice(-3)) await user.click(box);
    // The third waits for somebody else: it is not part of the sum.
    await user.click(await screen.findByRole('button', { name: 'Approve 2 (Rp 305.553)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 disbursements' });
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await within(dialog).findByText('1 of 2 approved')).toBeVisible();
    expect(within(dialog).getByText('PAYROLL-2: It was cancelled meanwhile.')).toBeVisible();
    expect(requestsTo(`/disbursements/${buildDisbursementId(3)}/approve`)).toEqual([]);
    const keys = [1, 2].map((n) =>
      requestsTo(`/disbursements/${buildDisbursementId(n)}/approve`)[0]?.headers.get('idempotency-key'),
    );
    expect(new Set(keys).size).toBe(2);
  });

  test('the result stays although every approved row has left the list', async () => {
    for (const n of [1, 2]) {
      const approved = { ...buildDisbursement(n), status: 'approved' as const };
      mockEndpoint(`POST /disbursements/${buildDisbursementId(n)}/approve`, () => ({ json: { data: approved } }));
    }
    const { user } = openApp('/disbursement?view=awaiting-approval');
    const table = await findTable();
    for (const n of [1, 2]) await user.click(within(table).getAllByRole('checkbox').slice(-3)[n - 1] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: /^Approve 2 / }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 disbursements' });
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('2 of 2 approved')).toBeVisible();
    await waitFor(() => expect(within(table).queryByText('PAYROLL-1')).toBeNull());
    expect(screen.getByText('2 of 2 approved')).toBeVisible();
  });

  test('a rejection needs its reason, and keeps it when the server refuses', async () => {
    mockEndpoint(`POST /disbursements/${buildDisbursementId(1)}/reject`, () => ({
      status: 422,
      json: { detail: 'The approval policy of this request names other approvers.', code: 'not_an_approver' },
    }));
    const { user } = openApp('/disbursement?view=awaiting-approval');
    await user.click(within(await findTable()).getAllByRole('button', { name: 'Reject' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Reject disbursement' });
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(within(dialog).getByText('Enter a reason.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Paid in cash');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText(/names other approvers/)).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveValue('Paid in cash');
  });

  test('on a phone, a card is approved and rejected as a row is', async () => {
    simulatePhone();
    for (const [n, status, action] of [
      [1, 'rejected', 'reject'],
      [2, 'approved', 'approve'],
    ] as const) {
      mockEndpoint(`POST /disbursements/${buildDisbursementId(n)}/${action}`, () => ({
        json: { data: { ...buildDisbursement(n), status } },
      }));
    }
    const { user } = openApp('/disbursement?view=awaiting-approval');
    const findCard = async (reference: string) =>
      (await within(await findTable()).findByText(reference)).closest('tr') as HTMLElement;
    await user.click(within(await findCard('PAYROLL-1')).getByRole('button', { name: 'Reject' }));
    const rejection = await screen.findByRole('dialog', { name: 'Reject disbursement' });
    await user.type(within(rejection).getByRole('textbox', { name: /Reason/ }), 'Paid in cash');
    await user.click(within(rejection).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(requestsTo(`/disbursements/${buildDisbursementId(1)}/reject`)).toHaveLength(1));
    expect(requestsTo(`/disbursements/${buildDisbursementId(1)}/reject`)[0]?.body).toContain('Paid in cash');
    await user.click(within(await findCard('PAYROLL-2')).getByRole('button', { name: 'Approve' }));
    const approval = await screen.findByRole('dialog', { name: 'Approve disbursement' });
    await user.click(within(approval).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(requestsTo(`/disbursements/${buildDisbursementId(2)}/approve`)).toHaveLength(1));
    // The third waits for somebody else.
    expect(within(await findCard('PAYROLL-3')).getByRole('button', { name: 'Approve' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  test('a role that cannot approve sees no selection and no decision', async () => {
    signIn({ role: 'operator' });
    openApp('/disbursement?view=awaiting-approval');
    const table = await findTable();
    expect(await within(table).findByText('PAYROLL-1')).toBeVisible();
    expect(within(table).queryByRole('checkbox')).toBeNull();
    expect(within(table).queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});

test('the single tab leaves out rows of batches, unless a link selects one batch', async () => {
  mockEndpoint('GET /disbursements', () => ({ json: { data: [], next_cursor: null } }));
  const { unmount } = openApp('/disbursement');
  await waitFor(() => expect(requestsTo('/disbursements').at(-1)?.query).toContain('view=single'));
  unmount();
  openApp(`/disbursement?batch_id=${buildBatchId(1)}`);
  await waitFor(() => expect(requestsTo('/disbursements').at(-1)?.query).toContain(`batch_id=${buildBatchId(1)}`));
  expect(requestsTo('/disbursements').at(-1)?.query).not.toContain('view=single');
});

test('the single tab includes rows of batches on request, and names failure codes', async () => {
  mockEndpoint('GET /disbursements', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/disbursement?include=batches&failure_code=none%2Caccount_closed');
  await waitFor(() => expect(requestsTo('/disbursements').at(-1)?.query).toContain('failure_code=none'));
  const query = new URLSearchParams(requestsTo('/disbursements').at(-1)?.query);
  expect([query.get('view'), query.get('include')]).toEqual([null, null]);
  expect(screen.getByRole('button', { name: /^Include/ })).toHaveTextContent('IncludeDisbursements of batches');
  expect(screen.getByText('Not set, The account is closed')).toBeVisible();
});

test('the scheduled tab asks for what has a later time', async () => {
  mockEndpoint('GET /disbursements', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/disbursement?view=scheduled');
  expect(await screen.findByText('Nothing is scheduled')).toBeVisible();
  await waitFor(() => expect(requestsTo('/disbursements').at(-1)?.query).toContain('view=scheduled'));
});
