import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildBeneficiary, buildDetail, buildDisbursementId } from '../test/disbursement-fixtures.ts';
import { type MockResponse, mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const checked = (name_match: number | null, verified_name = 'SARI PRATIWI') => ({
  json: { data: { bank_code: '014', bank: 'BCA', account_last4: '0001', verified_name, name_match } },
});
const preview = {
  rail: 'bi_fast',
  opens_at: null,
  expected_at: '2026-11-21T07:15:00.000Z',
  fee_amount: 2_500,
  fee_vat_amount: 275,
  total_amount: 152_775,
  balance: 1_000_000,
  balance_after: 847_225,
  outage: null,
  options: [],
};

beforeEach(() => {
  signIn();
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /disbursements', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /disbursements/summary', () => ({ json: { data: [] } }));
  mockEndpoint('POST /disbursements/preview', () => ({ json: { data: preview } }));
  mockEndpoint('POST /account-checks', () => checked(null));
});

async function openForm(address = '/disbursement?create=1') {
  const opened = openApp(address);
  return { ...opened, form: await screen.findByRole('dialog', { name: 'Create disbursement' }) };
}
type Opened = Awaited<ReturnType<typeof openForm>>;
const field = (form: HTMLElement, name: RegExp) => within(form).getByRole('textbox', { name });

async function fillAccount({ user, form }: Opened, account_no = '8010000001') {
  await user.click(within(form).getByRole('combobox', { name: /^Bank/ }));
  await user.click(await screen.findByRole('option', { name: /Bank Central Asia/ }));
  await user.type(field(form, /Account number/), account_no);
}

test('nothing is sent before every field is valid, and the first wrong one has the focus', async () => {
  const { user, form } = await openForm();
  await user.type(field(form, /^Reference/), 'INVOICE-1');
  await user.type(field(form, /Email/), 'nobody');
  await user.click(within(form).getByRole('button', { name: 'Request approval' }));
  for (const text of ['Choose a bank.', 'Enter 5 to 20 digits.', 'Enter an amount.']) {
    expect(within(form).getByText(text)).toBeVisible();
  }
  expect(within(form).getByText('Enter up to 3 email addresses, separated by commas.')).toBeVisible();
  expect(field(form, /^Reference/)).toHaveValue('INVOICE-1');
  await waitFor(() => expect(within(form).getByRole('combobox', { name: /^Bank/ })).toHaveFocus());
  expect(requestsTo('/disbursements').filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the name check shows the holder with the score, and a mismatch as a warning', async () => {
  mockEndpoint('POST /account-checks', () => checked(30));
  const opened = await openForm();
  const { user, form } = opened;
  await fillAccount(opened);
  await user.type(field(form, /Account holder/), 'Budi');
  await user.click(within(form).getByRole('button', { name: 'Check name' }));
  expect(await within(form).findByText('SARI PRATIWI')).toBeVisible();
  expect(within(form).getByText(/The names differ \(match 30%\)/)).toBeVisible();
  // Another account is another check.
  await user.type(field(form, /Account number/), '2');
  expect(within(form).queryByText('SARI PRATIWI')).toBeNull();
  expect(within(form).getByRole('button', { name: 'Check name' })).toBeEnabled();
});

test('the answer to a check of an earlier account does not confirm the present one', async () => {
  let respond: (found: MockResponse) => void = () => undefined;
  mockEndpoint('POST /account-checks', () => new Promise<MockResponse>((resolve) => (respond = resolve)));
  const opened = await openForm();
  const { user, form } = opened;
  await fillAccount(opened);
  await user.click(within(form).getByRole('button', { name: 'Check name' }));
  await waitFor(() => expect(requestsTo('/account-checks')).toHaveLength(1));
  await user.type(field(form, /Account number/), '99');
  respond(checked(null));
  await waitFor(() => expect(within(form).getByRole('button', { name: 'Check name' })).toBeEnabled());
  expect(within(form).queryByText('SARI PRATIWI')).toBeNull();
});

test('a refused check stands at the account', async () => {
  mockEndpoint('POST /account-checks', () => ({
    status: 422,
    json: { detail: 'This account does not exist at this bank.', code: 'account_not_found' },
  }));
  const opened = await openForm();
  await fillAccount(opened);
  await opened.user.click(within(opened.form).getByRole('button', { name: 'Check name' }));
  expect(await within(opened.form).findByText('This account does not exist at this bank.')).toBeVisible();
});

test('the summary has fee, PPN, total and balance; a refusal of the server loses nothing', async () => {
  let attempts = 0;
  mockEndpoint('POST /disbursements', () => {
    attempts += 1;
    return attempts === 1
      ? { status: 422, json: { detail: 'The payout balance is Rp 1.000.', code: 'insufficient_balance' } }
      : { status: 201, json: { data: buildDetail(1, { status: 'pending_approval' }) } };
  });
  mockEndpoint(`GET /disbursements/${buildDisbursementId(1)}`, () => ({
    json: { data: buildDetail(1, { status: 'pending_approval' }) },
  }));
  const opened = await openForm();
  const { user, form, router } = opened;
  await fillAccount(opened);
  await user.click(within(form).getByRole('button', { name: 'Check name' }));
  await user.type(field(form, /^Amount/), '150000');
  await user.type(field(form, /^Reference/), 'INVOICE-1');
  const summary = await within(form).findByRole('region', { name: 'Summary' });
  expect(within(summary).getByText('Rp 152.775')).toBeVisible();
  expect(within(summary).getByText('Rp 847.225')).toBeVisible();
  await user.click(within(form).getByRole('button', { name: 'Request approval' }));
  expect(await within(form).findByText('The payout balance is Rp 1.000.')).toBeVisible();
  expect(field(form, /^Reference/)).toHaveValue('INVOICE-1');
  await user.click(within(form).getByRole('button', { name: 'Request approval' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/disbursement/${buildDisbursementId(1)}`));
  const sent = requestsTo('/disbursements').filter(({ method }) => method === 'POST');
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
    bank_code: '014',
    account_no: '8010000001',
    amount: 150_000,
    merchant_reference: 'INVOICE-1',
  });
});

test('a saved beneficiary is paid without a check', async () => {
  const beneficiary = buildBeneficiary(1);
  mockEndpoint('GET /beneficiaries', () => ({ json: { data: [beneficiary], next_cursor: null } }));
  mockEndpoint(`GET /beneficiaries/${beneficiary.id}`, () => ({ json: { data: beneficiary } }));
  mockEndpoint('POST /disbursements', () => ({ status: 201, json: { data: buildDetail(1) } }));
  mockEndpoint(`GET /disbursements/${buildDisbursementId(1)}`, () => ({ json: { data: buildDetail(1) } }));
  const { user, form } = await openForm(`/disbursement?create=1&beneficiary=${beneficiary.id}`);
  expect(await within(form).findByRole('combobox', { name: /^Beneficiary/ })).toHaveValue('Supplier 1 · BCA ••••0001');
  await user.type(field(form, /^Amount/), '90000');
  await user.type(field(form, /^Reference/), 'SUPPLY-1');
  await user.click(within(form).getByRole('button', { name: 'Request approval' }));
  await waitFor(() => expect(requestsTo('/disbursements').some(({ method }) => method === 'POST')).toBe(true));
  const sent = requestsTo('/disbursements').find(({ method }) => method === 'POST');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    beneficiary_id: beneficiary.id,
    amount: 90_000,
    merchant_reference: 'SUPPLY-1',
  });
});
