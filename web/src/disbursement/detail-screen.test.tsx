import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildDetail, buildDisbursementId } from '../test/disbursement-fixtures.ts';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();
const ID = buildDisbursementId(1);
const PATH = `/disbursements/${ID}`;
type Part = Parameters<typeof buildDetail>[1];

beforeEach(() => signIn());

async function open(part: Part) {
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: buildDetail(1, part) } }));
  const opened = openApp(`/disbursement/${ID}`);
  await screen.findByRole('heading', { level: 1, name: /Rp 150\.001/ });
  return opened;
}
const button = (name: string) => screen.queryByRole('button', { name });

test.each<[string, Part, shown: string[], hidden: string[]]>([
  [
    'Awaiting approval',
    { status: 'pending_approval', may_decide: true, approvals_missing: 1 },
    ['Approve', 'Reject', 'Cancel disbursement'],
    ['Receipt', 'Create again'],
  ],
  ['Approved', { status: 'approved', queue_reason: 'scheduled' }, ['Cancel disbursement'], ['Approve', 'Receipt']],
  ['Queued', { status: 'queued', queue_reason: 'insufficient_balance' }, ['Cancel disbursement'], ['Create again']],
  ['Processing', { status: 'processing' }, [], ['Cancel disbursement', 'Create again', 'Receipt']],
  ['Checking with the bank', { status: 'unknown' }, [], ['Cancel disbursement', 'Create again', 'Receipt']],
  ['Completed', { status: 'success' }, ['Receipt'], ['Cancel disbursement', 'Create again']],
  [
    'Failed',
    { status: 'failed', failure_code: 'account_closed' },
    ['Create again'],
    ['Receipt', 'Cancel disbursement'],
  ],
  ['Returned', { status: 'reversed', failure_code: 'transfer_returned' }, ['Create again', 'Receipt'], ['Approve']],
  ['Rejected', { status: 'rejected' }, [], ['Approve', 'Cancel disbursement', 'Create again']],
  ['Cancelled', { status: 'cancelled' }, [], ['Approve', 'Cancel disbursement', 'Create again']],
])('%s: only what can be done now is offered', async (label, part, shown, hidden) => {
  await open(part);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(label);
  for (const name of shown) expect(button(name)).toBeVisible();
  for (const name of hidden) expect(button(name)).toBeNull();
});

test.each([
  [{ status: 'queued', queue_reason: 'insufficient_balance' }, /The payout balance is insufficient/],
  [{ status: 'unknown' }, /The bank has not confirmed the outcome/],
  [
    { status: 'failed', failure_code: 'bank_refused', failure_message: 'Do not honor' },
    /refused the transfer: Do not honor/,
  ],
  [{ status: 'reversed', failure_code: 'transfer_returned' }, /The receiving bank returned the transfer/],
] as const)('the reason of %o is said', async (part, text) => {
  await open(part as Part);
  expect(screen.getByText(text)).toBeVisible();
});

test('approvals name who may decide, custom roles by their name, and what was decided', async () => {
  await open({
    status: 'pending_approval',
    approvals_required: 2,
    approvers: {
      roles: ['approver', 'rol_1'],
      role_names: { rol_1: 'Treasury lead' },
      people: ['Andi Kurniawan'],
    },
    decisions: [{ person: 'Dewi', decision: 'approve', reason: 'Checked', decided_at: '2026-11-21T08:00:00.000Z' }],
  });
  const panel = screen.getByRole('region', { name: 'Approval' });
  expect(within(panel).getByText('1 of 2 approvals')).toBeVisible();
  expect(within(panel).getByText('Approvers: Approver, Treasury lead, Andi Kurniawan')).toBeVisible();
  expect(within(panel).getByText(/approved: Checked/)).toBeVisible();
});

test('an approval states the amount and the account, is sent once under a key, and follows the answer', async () => {
  const pending = { status: 'pending_approval', may_decide: true, approvals_missing: 1 } as const;
  const { user } = await open(pending);
  mockEndpoint(`POST ${PATH}/approve`, () => ({ json: { data: buildDetail(1, { status: 'queued' }) } }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve disbursement' });
  expect(within(dialog).getByText(/Rp 150\.001 → SARI PRATIWI/)).toBeVisible();
  expect(within(dialog).getByText(/Rp 152\.776 is reserved/)).toBeVisible();
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: buildDetail(1, { status: 'queued' }) } }));
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Queued'));
  expect(requestsTo(`${PATH}/approve`)).toHaveLength(1);
  expect(requestsTo(`${PATH}/approve`)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
});

test('a refused cancellation keeps the dialog with the reason', async () => {
  const { user } = await open({ status: 'queued' });
  mockEndpoint(`POST ${PATH}/cancel`, () => ({
    status: 409,
    json: { detail: 'It was sent to the bank meanwhile.', code: 'not_cancellable' },
  }));
  await user.click(screen.getByRole('button', { name: 'Cancel disbursement' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel disbursement' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'Wrong month');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel disbursement' }));
  expect(await within(dialog).findByText('It was sent to the bank meanwhile.')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('Wrong month');
});

test('a retry suggests the next reference and opens the new disbursement', async () => {
  const { user, router } = await open({ status: 'failed', failure_code: 'bank_refused' });
  const next = buildDisbursementId(2);
  mockEndpoint(`POST ${PATH}/retry`, () => ({
    status: 201,
    json: { data: buildDetail(2, { status: 'pending_approval' }) },
  }));
  mockEndpoint(`GET /disbursements/${next}`, () => ({
    json: { data: buildDetail(2, { status: 'pending_approval' }) },
  }));
  await user.click(screen.getByRole('button', { name: 'Create again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create again' });
  expect(within(dialog).getByRole('textbox', { name: /New reference/ })).toHaveValue('PAYROLL-2');
  await user.click(within(dialog).getByRole('button', { name: 'Request approval' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/disbursement/${next}`));
});

test('a change on the server is shown without a reload', async () => {
  const publish = openLiveStream();
  await open({ status: 'processing' });
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: buildDetail(1, { status: 'success' }) } }));
  publish({ topic: 'disbursement', id: ID, change: 'updated' });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Completed'));
});

test('it is in Indonesian, and a missing one says so', async () => {
  signIn({ locale: 'id' });
  const { unmount } = await open({ status: 'failed', failure_code: 'bank_refused' });
  expect(findEnglishTexts()).toEqual([]);
  unmount();
  signIn();
  mockEndpoint(`GET ${PATH}`, () => ({ status: 404, json: { detail: 'Not found' } }));
  openApp(`/disbursement/${ID}`);
  expect(await screen.findByText('Disbursement not found')).toBeVisible();
});
