import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildBeneficiary } from '../test/disbursement-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();
const ACTIVE = buildBeneficiary(1);
const BLOCKED = buildBeneficiary(2, { status: 'blocked', blocked_reason: 'Wrong invoice' });
const SETTING = { whitelist_only: false, cooling_off_hours: 24, changed_by: null, changed_at: null };

beforeEach(() => {
  signIn();
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /disbursements/summary', () => ({ json: { data: [] } }));
  mockEndpoint('GET /beneficiaries', () => ({ json: { data: [ACTIVE, BLOCKED], next_cursor: null } }));
  mockEndpoint('GET /disbursement-setting', () => ({ json: { data: SETTING } }));
});

async function open() {
  const opened = openApp('/disbursement?view=beneficiaries');
  const table = await screen.findByRole('region', { name: 'Beneficiaries' });
  await within(table).findByText('Supplier 1');
  return { ...opened, table };
}

test('blocked accounts say why, and only active ones can be paid', async () => {
  const { table } = await open();
  expect(within(table).getByText('Wrong invoice')).toBeVisible();
  expect(within(table).getAllByRole('button', { name: 'Pay' })).toHaveLength(1);
  expect(within(table).getByRole('button', { name: 'Unblock' })).toBeVisible();
});

test('blocking needs a reason, and is refused in the dialog', async () => {
  let is_refused = true;
  mockEndpoint(`POST /beneficiaries/${ACTIVE.id}/block`, () =>
    is_refused
      ? { status: 503, json: { detail: 'Try again in a minute.' } }
      : { json: { data: { ...ACTIVE, status: 'blocked', blocked_reason: 'Fraud' } } },
  );
  const { user, table } = await open();
  await user.click(within(table).getByRole('button', { name: 'Block' }));
  const dialog = await screen.findByRole('dialog', { name: 'Block Supplier 1' });
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(within(dialog).getByText('Enter a reason.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Fraud');
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(await within(dialog).findByText('Try again in a minute.')).toBeVisible();
  is_refused = false;
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('Beneficiary blocked')).toBeVisible();
  const bodies = requestsTo(`/beneficiaries/${ACTIVE.id}/block`).map(({ body }) => JSON.parse(body) as unknown);
  expect(bodies).toEqual([{ reason: 'Fraud' }, { reason: 'Fraud' }]);
});

test('the switch to saved beneficiaries asks first, and is for approvers only', async () => {
  mockEndpoint('PUT /disbursement-setting', () => ({ json: { data: { ...SETTING, whitelist_only: true } } }));
  const { user, unmount } = await open();
  await user.click(await screen.findByRole('switch', { name: /^Pay saved beneficiaries only/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Pay saved beneficiaries only' });
  expect(within(dialog).getByText('Disbursements to any other account will be refused.')).toBeVisible();
  expect(requestsTo('/disbursement-setting').filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(requestsTo('/disbursement-setting').find(({ method }) => method === 'PUT')?.body).toBe(
      '{"whitelist_only":true}',
    ),
  );
  unmount();
  signIn({ role: 'finance' });
  await open();
  expect(await screen.findByRole('switch', { name: /^Pay saved beneficiaries only/ })).toBeDisabled();
});

test('adding one confirms the account at the bank, and a refusal keeps the form', async () => {
  mockEndpoint('POST /beneficiaries', () => ({
    status: 409,
    json: { detail: 'This account is saved already.', code: 'beneficiary_exists' },
  }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Add beneficiary' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add beneficiary' });
  await user.click(within(dialog).getByRole('button', { name: 'Add beneficiary' }));
  expect(within(dialog).getByText('Choose a bank.')).toBeVisible();
  await user.click(within(dialog).getByRole('combobox', { name: /Bank/ }));
  await user.click(await screen.findByRole('option', { name: /Bank Central Asia/ }));
  await user.type(within(dialog).getByRole('textbox', { name: /Account number/ }), '8010000001');
  await user.click(within(dialog).getByRole('button', { name: 'Add beneficiary' }));
  expect(await within(dialog).findByText('This account is saved already.')).toBeVisible();
  expect(within(dialog).getByRole('textbox', { name: /Account number/ })).toHaveValue('8010000001');
});
