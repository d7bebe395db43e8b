import type { ReadRefund, RefundTerms } from '@dasbor/contract/refund-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildTransactionDetail, buildTransactionId } from '../test/transaction-fixtures.ts';
import { buildRefund, buildRefundTerms } from '../test/refund-fixtures.ts';

setUpMockServer();

const ID = buildTransactionId(1);
const ADDRESS = `/transaction/${ID}`;
let terms: RefundTerms;
let refunds: ReadRefund[];
beforeEach(() => {
  signIn();
  terms = buildRefundTerms(1);
  refunds = [];
  mockEndpoint(`GET /transactions/${ID}`, () => ({ json: { data: buildTransactionDetail(1) } }));
  mockEndpoint(`GET /transactions/${ID}/refund-terms`, () => ({ json: { data: terms } }));
  mockEndpoint('GET /refunds', () => ({ json: { data: refunds, next_cursor: null } }));
});
const posts = (path: string) => requestsTo(path).filter(({ method }) => method === 'POST');
async function openDialog() {
  const opened = openApp(ADDRESS);
  await opened.user.click(await screen.findByRole('button', { name: 'Refund' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refund payment of Rp 100.000' });
  return { ...opened, dialog };
}
async function fill() {
  const opened = await openDialog();
  const { user, dialog } = opened;
  const amount = await within(dialog).findByRole('textbox', { name: 'Amount (required)' });
  await user.clear(amount);
  await user.type(amount, '40000');
  await user.click(within(dialog).getByRole('combobox', { name: 'Reason (required)' }));
  await user.click(await screen.findByRole('option', { name: 'Order cancelled' }));
  return opened;
}

test('reliability 4.1: a refund is requested with the same key after a failure, and with a new one after a refusal', async () => {
  const answers = [
    { status: 503, json: { detail: 'Try again.', code: 'unavailable' } },
    { status: 422, json: { detail: 'The balance is too low.', code: 'insufficient_balance' } },
    { status: 201, json: { data: buildRefund(1, { status: 'pending' }) as never } },
  ];
  const path = `/transactions/${ID}/refunds`;
  mockEndpoint(`POST ${path}`, () => answers[posts(path).length - 1] ?? { status: 500 });
  const { user, dialog } = await fill();
  const submit = within(dialog).getByRole('button', { name: 'Request refund of Rp 40.000' });
  await user.click(submit);
  expect(await within(dialog).findByText('Try again.')).toBeVisible();
  await user.click(submit);
  expect(await within(dialog).findByText('The balance is too low.')).toBeVisible();
  await user.click(submit);
  expect(await screen.findByText('Refund requested')).toBeVisible();
  const keys = posts(path).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(JSON.parse(posts(path)[0]?.body ?? '')).toEqual({
    amount: 40_000,
    method: 'original',
    reason: 'order_cancelled',
  });
});

test('amount and reason are validated at their fields, and nothing is sent', async () => {
  const { user, dialog } = await openDialog();
  const amount = await within(dialog).findByRole('textbox', { name: 'Amount (required)' });
  await user.clear(amount);
  await user.type(amount, '100001');
  expect(await within(dialog).findByText('The refundable amount is Rp 100.000.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Request refund' }));
  expect(await within(dialog).findByText('Select a reason.')).toBeVisible();
  await waitFor(() => expect(amount).toHaveFocus());
  expect(posts(`/transactions/${ID}/refunds`)).toHaveLength(0);
});

test('a refund by transfer needs an account whose name the bank has checked', async () => {
  mockEndpoint('POST /account-checks', () => ({
    status: 201,
    json: { data: { id: 'chk_1', bank: 'BCA', account_last4: '6789', verified_name: 'SITI RAHMAWATI' } },
  }));
  const { user, dialog } = await fill();
  await user.click(within(dialog).getByRole('radio', { name: 'Bank transfer' }));
  await user.click(within(dialog).getByRole('button', { name: 'Request refund of Rp 40.000' }));
  expect(await within(dialog).findByText('Check an account name first.')).toBeVisible();
  await user.click(within(dialog).getByRole('combobox', { name: 'Bank (required)' }));
  await user.click((await screen.findAllByRole('option', { name: /BCA|Central Asia/ }))[0] as HTMLElement);
  await user.type(within(dialog).getByRole('textbox', { name: 'Account number (required)' }), '1234');
  await user.click(within(dialog).getByRole('button', { name: 'Check account name' }));
  expect(await within(dialog).findByText('Enter an account number of 5 to 20 digits.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Account number (required)' }), '56789');
  await user.click(within(dialog).getByRole('button', { name: 'Check account name' }));
  expect(await within(dialog).findByText('SITI RAHMAWATI')).toBeVisible();
});

test('a payment that cannot be refunded says why', async () => {
  terms = buildRefundTerms(1, { refusal: { code: 'window_closed', detail: 'The refund window has ended.' } as never });
  const { dialog } = await openDialog();
  expect(await within(dialog).findByText('The refund window has ended.')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: /^Request refund/ })).not.toBeInTheDocument();
});

test('terms that cannot be read show the error of the server, and a retry that works', async () => {
  mockReadFailure(`GET /transactions/${ID}/refund-terms`);
  const { user, dialog } = await openDialog();
  expect(await within(dialog).findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint(`GET /transactions/${ID}/refund-terms`, () => ({ json: { data: terms } }));
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(await within(dialog).findByRole('textbox', { name: 'Amount (required)' })).toHaveValue('Rp 100.000');
});

test('the panel of a payment shows its refunds, and a decision asks for a confirmation', async () => {
  refunds = [buildRefund(1, { status: 'pending', decided_by: null, decided_at: null, may_decide: true })];
  const path = `/refunds/${buildRefund(1).id}/reject`;
  mockEndpoint(`POST ${path}`, (_seen, count) =>
    count === 1
      ? { status: 409, json: { detail: 'Somebody else has decided.', code: 'not_pending' } }
      : { json: { data: buildRefund(1, { status: 'rejected' }) as never } },
  );
  const { user } = openApp(ADDRESS);
  const panel = await screen.findByRole('region', { name: 'Refunds' });
  expect(await within(panel).findByText('Rp 40.001')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject this refund?' });
  const confirm = within(dialog).getByRole('button', { name: 'Reject refund' });
  await user.click(confirm);
  expect(await within(dialog).findByText('Enter a reason for the requester.')).toBeVisible();
  expect(posts(path)).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (required)' }), 'Not agreed');
  await user.click(confirm);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Somebody else has decided.');
  await user.click(confirm);
  expect(await screen.findByText('Refund rejected')).toBeVisible();
});

test('dialog and panel are in Indonesian', async () => {
  signIn({ locale: 'id' });
  refunds = [buildRefund(1), buildRefund(2, { status: 'failed', error_message: null })];
  const { user } = openApp(ADDRESS);
  const panel = await screen.findByRole('region', { name: 'Pengembalian dana' });
  expect(await within(panel).findByText('Rp 40.001')).toBeVisible();
  expect(findEnglishTexts(panel)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Kembalikan dana' }));
  expect(await screen.findByRole('textbox', { name: 'Jumlah (wajib)' })).toBeVisible();
  expect(findEnglishTexts(screen.getByRole('dialog'))).toEqual([]);
});
