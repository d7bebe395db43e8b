import type { BalanceTransfer } from '@dasbor/contract/payout-balance';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { testListScreen } from '../test/list-screen.ts';
import { mockEndpoint, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildDeposit, buildDepositVa, buildTransfer } from '../test/deposit-fixtures.ts';

setUpMockServer();

const ALERT = { threshold: 1_000_000, recipients: ['finance@kopi.example'], balance: 750_000, is_below: true };
let transfers: BalanceTransfer[];
beforeEach(() => {
  signIn();
  transfers = [];
  const shown = [buildDeposit(1), buildDeposit(2, { status: 'under_review', review_reason: 'over_limit' })];
  mockEndpoint('GET /deposits', () => ({ json: { data: shown, next_cursor: null } }));
  mockEndpoint('GET /deposits/summary', () => ({
    json: { data: [{ status: 'credited', count: 1, amount: 1_250_001 }] },
  }));
  mockEndpoint('GET /deposit-vas', () => ({ json: { data: [buildDepositVa()], next_cursor: null } }));
  mockEndpoint('GET /payout-alert', () => ({ json: { data: { ...ALERT, last_alert_at: null } } }));
  mockEndpoint('GET /balance-transfers', () => ({ json: { data: transfers, next_cursor: null } }));
});

testListScreen({
  address: '/deposit-va',
  path: '/deposits',
  name: { en: 'Deposits', id: 'Deposit' },
  empty: { en: 'No deposits yet', id: 'Belum ada deposit' },
  topic: 'deposit-va',
  filter: { status: 'credited', bank: 'BRI', q: 'REF' },
  rows: () => ({ shown: [buildDeposit(1)], arriving: buildDeposit(0) }),
  texts: { shown: 'Rp 1.250.001', arriving: 'Rp 1.250.000' },
});

const panel = (name: string) => screen.findByRole('region', { name });
const posts = (path: string) => requestsTo(path).filter(({ method }) => method !== 'GET');

test('the payout balance shows its amount and a low-balance warning; its failure can be retried', async () => {
  mockReadFailure('GET /payout-alert');
  const { user } = openApp('/deposit-va');
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint('GET /payout-alert', () => ({ json: { data: { ...ALERT, last_alert_at: null } } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await panel('Payout balance')).toHaveTextContent('Rp 750.000'));
  expect(await panel('Payout balance')).toHaveTextContent('Low balance: below Rp 1.000.000');
});

test('reliability 4.1: a transfer is requested with the same key after a failure, and with a new one after a refusal', async () => {
  const answers = [
    { status: 503, json: { detail: 'Try again.', code: 'unavailable' } },
    { status: 422, json: { detail: 'The available balance is too low.', code: 'insufficient_balance' } },
    { status: 201, json: { data: buildTransfer({ is_own: true }) as never } },
  ];
  mockEndpoint('POST /balance-transfers', () => answers[posts('/balance-transfers').length - 1] ?? { status: 500 });
  const { user } = openApp('/deposit-va?move=1');
  const dialog = await screen.findByRole('dialog', { name: 'Transfer to payout balance' });
  const submit = within(dialog).getByRole('button', { name: 'Request approval' });
  expect(submit).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount (required)' }), '2000000');
  expect(dialog).toHaveTextContent('Rp 2.000.000 is transferred from the available balance once a second user');
  await user.click(submit);
  expect(await within(dialog).findByText('Try again.')).toBeVisible();
  await user.click(submit);
  expect(await within(dialog).findByText('The available balance is too low.')).toBeVisible();
  await user.click(submit);
  expect(await screen.findByText('Transfer requested. A second approver is required.')).toBeVisible();
  const keys = posts('/balance-transfers').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a transfer of somebody else can be approved once, with its amount confirmed', async () => {
  transfers = [buildTransfer()];
  mockEndpoint(`POST /balance-transfers/${buildTransfer().id}/approve`, (_seen, count) =>
    count === 1
      ? { status: 503, json: { detail: 'Try again.', code: 'unavailable' } }
      : { json: { data: { ...buildTransfer({ status: 'posted' }), approvals_missing: null } as never } },
  );
  const { user } = openApp('/deposit-va');
  await user.click(within(await panel('Transfers to payout balance')).getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve transfer' });
  const confirm = within(dialog).getByRole('button', { name: 'Transfer Rp 2.000.000' });
  await user.click(confirm);
  expect(await within(dialog).findByText('Try again.')).toBeVisible();
  await user.click(confirm);
  expect(await screen.findByText('Transferred to the payout balance')).toBeVisible();
  const [first, second] = posts(`/balance-transfers/${buildTransfer().id}/approve`);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

test('nobody approves a transfer of their own; a rejection needs a reason', async () => {
  transfers = [buildTransfer({ is_own: true })];
  const { user } = openApp('/deposit-va');
  const list = await panel('Transfers to payout balance');
  expect(within(list).getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(list).getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject transfer' });
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(posts(`/balance-transfers/${buildTransfer().id}/reject`)).toHaveLength(0);
});

test('the alert validates its recipients and shows the error of the server', async () => {
  mockEndpoint('PUT /payout-alert', () => ({
    status: 422,
    json: { detail: 'Listed twice.', code: 'duplicate_recipient' },
  }));
  const { user } = openApp('/deposit-va');
  await user.click(await screen.findByRole('button', { name: 'Set alert' }));
  const dialog = await screen.findByRole('dialog', { name: 'Low-balance alert' });
  const recipients = within(dialog).getByRole('textbox', { name: 'Recipients (required)' });
  await user.clear(recipients);
  await user.type(recipients, 'finance');
  await user.tab();
  expect(await within(dialog).findByText('finance is not a valid email address.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Save alert' })).toBeDisabled();
  await user.type(recipients, '@kopi.example');
  await user.click(within(dialog).getByRole('button', { name: 'Save alert' }));
  expect(await within(dialog).findByText('Listed twice.')).toBeVisible();
});

test('adding a number offers only banks without one and shows the error of the server', async () => {
  mockEndpoint('POST /deposit-vas', () => ({
    status: 422,
    json: { detail: 'The bank declined.', code: 'bank_refused' },
  }));
  const { user } = openApp('/deposit-va');
  await panel('Virtual accounts');
  await user.click(screen.getByRole('button', { name: 'Add virtual account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add virtual account' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Bank (required)' }));
  expect(screen.queryByRole('option', { name: 'Bank Rakyat Indonesia' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: 'Bank Negara Indonesia' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add virtual account' }));
  expect(await within(dialog).findByText('The bank declined.')).toBeVisible();
  expect(JSON.parse(posts('/deposit-vas')[0]?.body ?? '')).toEqual({ bank: 'BNI' });
});

test('a role with view access sees the balance, and why it cannot change it', async () => {
  signIn({ role: 'support', access: [{ group: 'Deposit VA', access: 'view' }] });
  const { user } = openApp('/deposit-va?move=1');
  const transfer = await screen.findByRole('button', { name: 'Transfer to payout balance' });
  expect(transfer).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.hover(transfer);
  expect(await screen.findByText('Your role can view the payout balance but not change it.')).toBeVisible();
});
