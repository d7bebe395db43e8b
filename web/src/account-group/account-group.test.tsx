import { screen, waitFor, within } from '@testing-library/react';
import type { AccountGroupDetail, AccountGroupMember } from '@dasbor/contract/account-group-fields';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantRow } from '../test/merchant-fixtures.ts';
import { mockEndpoint, recordedRequests, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const GROUP_ID = 'agr_01kaj6x7v3q2m8n4p5r6s70001';
const MEMBER_ID = 'agm_01kaj6x7v3q2m8n4p5r6s70001';

const groupDetail = (part: Partial<AccountGroupDetail> = {}): AccountGroupDetail => ({
  id: GROUP_ID,
  code: 'MITRA',
  name: 'Mitra Jaya',
  type: 'reseller',
  parent: null,
  owner: { id: MERCHANT_ID, code: 'WARUNG', brand_name: 'Warung Sedap' },
  member_count: 1,
  volume_month_amount: 1_250_000,
  commission_month_amount: 18_500,
  settlement_mode: 'per_merchant',
  status: 'active',
  created_at: '2026-11-01T03:00:00.000Z',
  contact_name: null,
  contact_email: 'mitra@jaya.example',
  contact_phone: null,
  children: [],
  events: [
    {
      seq: 1,
      at: '2026-11-01T03:00:00.000Z',
      action: 'account_group.created',
      action_label: 'Account group created',
      actor: 'Putri Maharani',
      subject: null,
      effective_day: null,
    },
  ],
  ...part,
});

const member = (part: Partial<AccountGroupMember> = {}): AccountGroupMember => ({
  id: MEMBER_ID,
  merchant: { id: MERCHANT_ID, code: 'WARUNG', brand_name: 'Warung Sedap', status: 'active' },
  effective_from: '2026-11-01',
  effective_to: null,
  state: 'current',
  volume_month_amount: 750_000,
  added_by: 'Putri Maharani',
  created_at: '2026-11-01T03:00:00.000Z',
  ...part,
});

const respondMembers = (...rows: AccountGroupMember[]) =>
  mockEndpoint(`GET /account-groups/${GROUP_ID}/members`, () => ({ json: { data: rows as never, next_cursor: null } }));

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /account-groups', () => ({ json: { data: [groupDetail()] as never, next_cursor: null } }));
  mockEndpoint(`GET /account-groups/${GROUP_ID}`, () => ({ json: { data: groupDetail() as never } }));
  mockEndpoint('GET /merchants', () => ({ json: { data: [merchantRow()] as never, next_cursor: null } }));
  respondMembers(member());
});
const readBody = (method: string) =>
  JSON.parse(recordedRequests.find((request) => request.method === method)?.body ?? '{}') as Record<string, unknown>;

test('the list shows each group with its members and volume', async () => {
  openApp('/account-group');
  const list = await screen.findByRole('region', { name: 'Account groups' });
  expect(await within(list).findByRole('link', { name: 'Mitra Jaya' })).toHaveAttribute(
    'href',
    `/account-group/${GROUP_ID}`,
  );
  expect(within(list).getByText('Reseller')).toBeVisible();
  expect(within(list).getByText(/1\.250\.000/)).toBeVisible();
  expect(within(list).getByRole('columnheader', { name: 'Commission this month' })).toBeVisible();
  expect(within(list).getByText('Rp 18.500')).toBeVisible();
});

test('commissions are not shown to those who may not read them', async () => {
  signIn({ role: 'platform_support' });
  const group = groupDetail({ commission_month_amount: null });
  mockEndpoint('GET /account-groups', () => ({ json: { data: [group] as never, next_cursor: null } }));
  mockEndpoint(`GET /account-groups/${GROUP_ID}`, () => ({ json: { data: group as never } }));
  const { user } = openApp('/account-group');
  const list = await screen.findByRole('region', { name: 'Account groups' });
  expect(await within(list).findByText(/1\.250\.000/)).toBeVisible();
  expect(within(list).queryByRole('columnheader', { name: 'Commission this month' })).toBeNull();
  await user.click(within(list).getByRole('link', { name: 'Mitra Jaya' }));
  expect(await screen.findByText('Volume this month')).toBeVisible();
  expect(screen.queryByText('Commission this month')).toBeNull();
});

test('a group is created with its owner, and errors name the field', async () => {
  mockEndpoint('POST /account-groups', () => ({ status: 201, json: { data: groupDetail() as never } }));
  const { user, router } = openApp('/account-group');
  await user.click((await screen.findAllByRole('button', { name: 'Create group' }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Create account group' });
  await user.click(within(dialog).getByRole('button', { name: 'Create group' }));
  expect(within(dialog).getAllByText('This field is required.')).toHaveLength(2);
  expect(within(dialog).getByText(/Enter 3 to 20 characters/)).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Name (required)' }), 'Mitra Jaya');
  await user.type(within(dialog).getByRole('textbox', { name: 'Code (required)' }), 'mitra');
  await user.click(within(dialog).getByRole('combobox', { name: 'Type (required)' }));
  await user.click(await screen.findByRole('option', { name: 'Reseller' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Owner merchant' }));
  await user.click(await screen.findByRole('option', { name: 'Warung Sedap (WARUNG)' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(router.state.location.pathname).toContain(GROUP_ID));
  expect(readBody('POST')).toMatchObject({
    code: 'MITRA',
    name: 'Mitra Jaya',
    type: 'reseller',
    owner_merchant_id: MERCHANT_ID,
    parent_id: null,
  });
});

test('a merchant in another group is refused with the reason, and moves on request', async () => {
  let tries = 0;
  mockEndpoint(`POST /account-groups/${GROUP_ID}/members`, () =>
    ++tries === 1
      ? {
          status: 409,
          json: {
            detail: 'The merchant is in the group Lain (LAIN).',
            status_code: 409,
            code: 'merchant_in_other_group',
          },
        }
      : { status: 201, json: { data: member() as never } },
  );
  const { user } = openApp(`/account-group/${GROUP_ID}/`);
  await user.click(await screen.findByRole('button', { name: 'Add merchant' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add merchant to group' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Merchant (required)' }));
  await user.click(await screen.findByRole('option', { name: 'Warung Sedap (WARUNG)' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add merchant' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Lain (LAIN)');
  await user.click(within(dialog).getByRole('checkbox', { name: /another group of the same type/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Add merchant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const last = recordedRequests.findLast(({ method }) => method === 'POST');
  expect(JSON.parse(last?.body ?? '{}')).toMatchObject({ merchant_id: MERCHANT_ID, ends_other: true });
});

test('an upcoming membership is withdrawn on its first day', async () => {
  respondMembers(member({ state: 'upcoming', effective_from: '2099-01-01' }));
  mockEndpoint(`POST /account-groups/${GROUP_ID}/members/${MEMBER_ID}/end`, () => ({
    json: { data: member() as never },
  }));
  const { user } = openApp(`/account-group/${GROUP_ID}/`);
  await user.click(await screen.findByRole('button', { name: 'Actions for Warung Sedap' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Withdraw membership' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw membership' }));
  await waitFor(() => expect(readBody('POST')).toEqual({ effective_to: '2099-01-01' }));
});

test('the volume is a chart and a table with its total', async () => {
  mockEndpoint(`GET /account-groups/${GROUP_ID}/volume`, () => ({
    json: { data: [{ day: '2026-11-18', count: 2, amount: 320_000 }] },
  }));
  const { user } = openApp(`/account-group/${GROUP_ID}/?tab=volume`);
  expect(await screen.findByRole('heading', { name: 'Paid volume by day' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Show table' }));
  const table = await screen.findByRole('table', { name: 'Paid volume by day' });
  expect(within(table).getAllByText(/320\.000/)).toHaveLength(2);
});

test('the commission rules and statements of the group are tabs', async () => {
  mockEndpoint('GET /account-group-commissions', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /commission-statements', () => ({ json: { data: [], next_cursor: null } }));
  const { user } = openApp(`/account-group/${GROUP_ID}/?tab=rules`);
  expect(await screen.findByRole('heading', { name: 'This group has no commission rules' })).toBeVisible();
  expect(recordedRequests.some(({ query }) => query.includes(`group_id=${GROUP_ID}`))).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Commission statements' }));
  expect(await screen.findByRole('heading', { name: 'Commission statements' })).toBeVisible();
});

test('support reads the group and cannot change it', async () => {
  signIn({ role: 'platform_support' });
  const { user } = openApp(`/account-group/${GROUP_ID}/?tab=settings`);
  expect(await screen.findByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('mitra@jaya.example')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Members' }));
  expect(await screen.findByRole('button', { name: 'Add merchant' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('button', { name: 'Actions for Warung Sedap' })).toBeNull();
});

test('an unknown group, a failure and no members are shown as such', async () => {
  respondMembers();
  openApp(`/account-group/${GROUP_ID}/`);
  expect(await screen.findByText('No members yet')).toBeVisible();
  mockEndpoint(`GET /account-groups/${GROUP_ID}`, () => ({ status: 404, json: { detail: 'Not found.' } }));
  openApp(`/account-group/${GROUP_ID}/`);
  expect(await screen.findByRole('heading', { name: 'Account group not found' })).toBeVisible();
});

test('people of a merchant do not find the screen', async () => {
  signIn({ role: 'superadmin' });
  openApp('/account-group');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the screen is in Indonesian', async () => {
  signIn({ role: 'platform_admin', locale: 'id' });
  openApp('/account-group');
  expect(await screen.findByRole('heading', { name: 'Grup akun' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Buat grup' })).toBeVisible();
});

test('a person is invited as a shared user, and removed', async () => {
  const shared = {
    id: 'usr_01kaj6x7v3q2m8n4p5r6s70001',
    name: 'Hana Gunawan',
    email: 'hana@holding.example',
    status: 'active' as const,
    invited_by: 'Putri Maharani',
    created_at: '2026-11-01T03:00:00.000Z',
    expires_at: null,
    error: null,
  };
  const users: (typeof shared)[] = [];
  mockEndpoint(`GET /account-groups/${GROUP_ID}/users`, () => ({ json: { data: users } }));
  mockEndpoint(`POST /account-groups/${GROUP_ID}/users`, () => {
    users.push(shared);
    return { status: 201, json: { data: shared } };
  });
  mockEndpoint(`DELETE /account-groups/${GROUP_ID}/users/${shared.id}`, () => {
    users.pop();
    return { status: 204 };
  });
  const { user } = openApp(`/account-group/${GROUP_ID}/?tab=users`);
  expect(await screen.findByText('No shared users yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invite user' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite user' });
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect(await within(dialog).findByText('Enter an email address.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Email (required)' }), shared.email);
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('hana@holding.example')).toBeVisible();
  expect(readBody('POST')).toEqual({ email: shared.email });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const confirm = await screen.findByRole('dialog', { name: 'Remove this shared user?' });
  await user.click(within(confirm).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No shared users yet')).toBeVisible();
});
