/** Consolidated settlement on the screens of a group and of its member (domain 1.18; decision 0103). */
import type { GroupSettlementDay } from '@dasbor/contract/account-group-fields';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = 'agr_01k0000000000000000000000a';
const GROUP = {
  id: ID,
  code: 'MITRA',
  name: 'Grup Mitra',
  type: 'holding',
  parent: null,
  owner: { id: 'mer_1', code: 'KOPI', brand_name: 'Kopi Nusantara' },
  member_count: 2,
  volume_month_amount: 0,
  commission_month_amount: 0,
  settlement_mode: 'consolidated',
  status: 'active',
  created_at: '2026-11-01T03:00:00.000Z',
  contact_name: null,
  contact_email: null,
  contact_phone: null,
  children: [],
  events: [],
};
const day = (part: Partial<GroupSettlementDay>): GroupSettlementDay => ({
  day: '2026-11-20',
  merchant_count: 2,
  settlement_count: 2,
  gross_amount: 300_000,
  refund_amount: 10_000,
  fees_amount: 2_331,
  net_amount: 287_669,
  paid_amount: 200_000,
  failed_amount: 87_669,
  group_amount: 287_669,
  ...part,
});

test('a group lists its settlements by day with their sums', async () => {
  signIn({ role: 'platform_admin' });
  mockEndpoint(`GET /account-groups/${ID}`, () => ({ json: { data: GROUP } }));
  const days = [day({}), day({ day: '2026-11-19', settlement_count: 1, net_amount: 12_331 })];
  mockEndpoint(`GET /account-groups/${ID}/settlements`, () => ({ json: { data: days } }));
  openApp(`/account-group/${ID}?tab=settlements`);
  const table = await screen.findByRole('table', { name: 'Settlements by day' });
  expect(within(table).getByRole('row', { name: /20 Nov 2026 2 2 Rp 300.000/ })).toBeVisible();
  expect(within(table).getByRole('row', { name: /Total 3 .*Rp 300\.000 Rp 400\.000 Rp 175\.338/ })).toBeVisible();
  expect(requestsTo(`/account-groups/${ID}/settlements`)[0]?.query).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
});

test('consolidated settlement needs an owner before it is sent', async () => {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /account-groups', () => ({ json: { data: [], next_cursor: null } }));
  const { user } = openApp('/account-group');
  await user.click((await screen.findAllByRole('button', { name: 'Create group' }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Create account group' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name (required)' }), 'Grup Mitra');
  await user.click(within(dialog).getByRole('combobox', { name: 'Settlement (required)' }));
  await user.click(await screen.findByRole('option', { name: 'All merchants to the account of the owner' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create group' }));
  expect(await within(dialog).findByText('Choose the owner merchant that receives the settlements.')).toBeVisible();
  expect(requestsTo('/account-groups').filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a member reads whom it is paid to, and cannot change the account', async () => {
  signIn();
  const account = {
    id: 'ba_1',
    bank_code: '014',
    account_last4: '0001',
    holder_name: 'SARI PRATIWI',
    verified_at: '2026-11-01T03:00:00.000Z',
    usable_from: '2026-11-02T03:00:00.000Z',
    group_name: 'Grup Mitra',
  };
  const setting = {
    destination: 'bank',
    approval: 'auto',
    schedule: 'daily',
    weekday: null,
    month_day: null,
    minimum_amount: 0,
    is_held: false,
    held_reason: null,
    bank_account: account,
    pending_bank_account: null,
    terms: [],
  };
  mockEndpoint('GET /settlement-setting', () => ({ json: { data: setting } }));
  openApp('/settlement?settings=1');
  expect(await screen.findByText('Your settlements are paid to the owner of the group Grup Mitra.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change account' })).toHaveAttribute('aria-disabled', 'true');
});
