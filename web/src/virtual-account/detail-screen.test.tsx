import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import type { VaDetail } from './use-live-va.ts';
import { buildVa, buildVaDetail, buildVaId, buildVaPayment } from '../test/virtual-account-fixtures.ts';

setUpMockServer();

const ID = buildVaId(1);
const ADDRESS = `/virtual-account/${ID}`;
let va: VaDetail;
beforeEach(() => {
  signIn();
  va = buildVaDetail();
  mockEndpoint(`GET /virtual-accounts/${ID}`, () => ({ json: { data: va } }));
  mockEndpoint(`GET /virtual-accounts/${ID}/payments`, () => ({ json: { data: va.payments, next_cursor: null } }));
});
const open = async () => {
  const opened = openApp(ADDRESS);
  await screen.findByRole('heading', { level: 1, name: /390251000100000001/ });
  return opened;
};

test('the screen shows number, status, payments and how to pay', async () => {
  va = buildVaDetail({
    ...buildVa(1, { status: 'paid', payments_count: 1, mismatches_count: 1, paid_amount: 325_000 }),
    payments: [buildVaPayment(2, { match: 'underpaid', amount: 300_000, transaction_id: null }), buildVaPayment(1)],
  });
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paid');
  const payments = await screen.findByRole('table', { name: 'Payments' });
  expect(within(payments).getByText('Matched')).toBeVisible();
  expect(within(payments).getByText('Underpaid')).toBeVisible();
  expect(screen.getByRole('region', { name: 'How to pay' })).toBeVisible();
});

test('an unknown number leads back to the list', async () => {
  mockEndpoint(`GET /virtual-accounts/${ID}`, () => ({
    status: 404,
    json: { detail: 'Not found.', code: 'not_found' },
  }));
  const { user, router } = openApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Virtual account not found' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to virtual accounts' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/virtual-account'));
});

test('a number that cannot be read shows the error of the server, and a retry that works', async () => {
  mockReadFailure(`GET /virtual-accounts/${ID}`);
  const { user } = openApp(ADDRESS);
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint(`GET /virtual-accounts/${ID}`, () => ({ json: { data: va } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Timeline' })).toBeVisible();
});

test('editing checks the limits of the bank and shows the error of the server', async () => {
  mockEndpoint(`PATCH /virtual-accounts/${ID}`, () => ({
    status: 502,
    json: { detail: 'The bank did not respond.', code: 'bank_unreachable' },
  }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit virtual account' });
  const save = within(dialog).getByRole('button', { name: 'Save changes' });
  expect(save).toBeDisabled();
  const amount = within(dialog).getByRole('textbox', { name: 'Amount (required)' });
  await user.clear(amount);
  await user.type(amount, '350000');
  await user.click(save);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The bank did not respond.');
  const sent = requestsTo(`/virtual-accounts/${ID}`).find(({ method }) => method === 'PATCH');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ expected_amount: 350_000 });
});

test('deactivating says what is lost before it happens', async () => {
  mockEndpoint(`POST /virtual-accounts/${ID}/deactivate`, () => ({
    json: { data: buildVa(1, { status: 'inactive' }) },
  }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate this virtual account?' });
  expect(dialog).toHaveTextContent('BCA closes the number 390251000100000001 (Rp 325.000) immediately.');
  expect(dialog).toHaveTextContent('The pending payment is cancelled.');
  expect(requestsTo(`/virtual-accounts/${ID}/deactivate`)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByText('Virtual account deactivated')).toBeVisible();
});

test('an expired number cannot be changed, but its status can be checked', async () => {
  va = buildVaDetail({ ...buildVa(1, { status: 'expired', expires_at: '2026-11-20T07:00:00.000Z' }) });
  await open();
  for (const name of ['Edit', 'Deactivate', 'Send instructions'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Check status' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('a payment that arrives updates the screen', async () => {
  const publish = openLiveStream();
  await open();
  va = buildVaDetail({ ...buildVa(1, { status: 'paid' }), payments: [buildVaPayment(1)] });
  publish({ topic: 'virtual-account', id: ID, change: 'updated' });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paid'));
});

test('the screen is in Indonesian', async () => {
  signIn({ locale: 'id' });
  va = buildVaDetail({ payments: [buildVaPayment(1)] });
  openApp(ADDRESS);
  expect(await screen.findByRole('region', { name: 'Cara membayar' })).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
