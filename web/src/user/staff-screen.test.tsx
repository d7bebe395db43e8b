import type { StaffInvitation, StaffMember } from '@dasbor/contract/staff';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const PANJI = 'usr_01kaj6x7v3q2m8n4p5r6s70002';
const INVITATION = 'inv_01kaj6x7v3q2m8n4p5r6s70003';

const buildPerson = (part: Partial<StaffMember>): StaffMember => ({
  id: PANJI,
  name: 'Panji Wicaksono',
  email: 'panji@provider.example',
  photo_url: null,
  role: 'platform_finance',
  status: 'active',
  has_second_factor: true,
  last_login_at: '2026-11-21T07:05:00.000Z',
  invited_by: 'Putri Maharani',
  created_at: '2026-01-02T03:04:05.000Z',
  is_own: false,
  is_manageable: true,
  ...part,
});
const ME = buildPerson({
  id: 'usr_01kaj6x7v3q2m8n4p5r6s70004',
  name: 'Putri Maharani',
  email: 'putri@provider.example',
  role: 'platform_admin',
  invited_by: null,
  is_own: true,
  is_manageable: false,
});
const invitation: StaffInvitation = {
  id: INVITATION,
  email: 'rina@provider.example',
  role: 'platform_support',
  status: 'pending',
  invited_by: 'Putri Maharani',
  created_at: '2026-11-21T07:05:00.000Z',
  expires_at: '2026-11-28T07:05:00.000Z',
  sent_at: '2026-11-21T07:05:10.000Z',
  error: null,
  is_manageable: true,
};

let staff: StaffMember[];
beforeEach(() => {
  signIn({ role: 'platform_admin' });
  staff = [ME, buildPerson({})];
  mockEndpoint('GET /staff', () => ({ json: { data: staff, next_cursor: null } }));
  mockEndpoint('GET /staff/invitations', () => ({ json: { data: [invitation], next_cursor: null } }));
});

const readBody = (path: string, method: string): unknown =>
  JSON.parse(requestsTo(path).find((sent) => sent.method === method)?.body ?? '');
const openMenu = async ({ user }: ReturnType<typeof openApp>) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Panji Wicaksono' }));
  return screen.findByRole('menu');
};

test('an administrator of the provider sees staff at the address of users, without actions on oneself', async () => {
  openApp('/users');
  const table = await screen.findByRole('table', { name: 'Staff' });
  expect(within(table).getByText('Provider finance')).toBeVisible();
  expect(within(table).getByText('(you)')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Actions for Putri Maharani' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Staff', current: 'page' })).toBeVisible();
});

test('filters reach the request, and are in the address', async () => {
  const { user, router } = openApp('/users');
  await screen.findByRole('table', { name: 'Staff' });
  await user.click(screen.getByRole('button', { name: 'Role' }));
  await user.click(await screen.findByRole('radio', { name: 'Provider compliance' }));
  await user.click(screen.getByRole('button', { name: 'Second factor' }));
  await user.click(await screen.findByRole('radio', { name: 'Off' }));
  await screen.findByRole('table', { name: 'Staff' });
  const query = new URLSearchParams(requestsTo('/staff').at(-1)?.query);
  expect([query.get('role'), query.get('second_factor')]).toEqual(['platform_compliance', 'off']);
  expect(router.state.location.search).toEqual({ role: 'platform_compliance', second_factor: 'off' });
});

test.each([
  ['Suspend', 'suspend', 'Staff suspended', /downloads stop/],
  ['Sign out everywhere', 'sign-out', 'Staff signed out', /All sessions of Panji Wicaksono end/],
  ['Reset second factor', 'second-factor/reset', 'Second factor reset', /must set up a new one/],
  ['Remove', '', 'Staff removed', /loses access to the provider dashboard/],
])('%s asks first and says what happens', async (action, path, done, line) => {
  const method = path === '' ? 'DELETE' : 'POST';
  const url = `/staff/${PANJI}${path === '' ? '' : `/${path}`}`;
  mockEndpoint(`${method} ${url}`, () => ({ json: { data: staff[1]! } }));
  const app = openApp('/users');
  await app.user.click(within(await openMenu(app)).getByRole('menuitem', { name: action }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(line)).toBeVisible();
  expect(requestsTo(url)).toEqual([]);
  await app.user.click(within(dialog).getByRole('button', { name: action }));
  expect(await screen.findByText(done)).toBeVisible();
});

test('a role is changed; a refusal of the server stays in the dialog', async () => {
  const url = `/staff/${PANJI}/role`;
  mockEndpoint(`PUT ${url}`, (_seen, count) =>
    count === 1
      ? { status: 409, json: { code: 'last_platform_admin', detail: 'This is the last active administrator.' } }
      : { json: { data: staff[1]! } },
  );
  const app = openApp('/users');
  await app.user.click(within(await openMenu(app)).getByRole('menuitem', { name: 'Change role' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change role of Panji Wicaksono' });
  await app.user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
  await app.user.click(await screen.findByRole('option', { name: 'Provider support' }));
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This is the last active administrator.');
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Role changed')).toBeVisible();
  expect(readBody(url, 'PUT')).toEqual({ role: 'platform_support' });
});

test('a colleague is invited by email and role', async () => {
  mockEndpoint('POST /staff/invitations', () => ({ status: 201, json: { data: invitation } }));
  const { user } = openApp('/users');
  await user.click(await screen.findByRole('button', { name: 'Invite staff' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite staff' });
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect(within(dialog).getByText('Enter an email.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'rina@provider.example');
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'Provider support' }));
  expect(within(dialog).getByText(/handles exceptions/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Invitation sent')).toBeVisible();
  expect(readBody('/staff/invitations', 'POST')).toEqual({ email: 'rina@provider.example', role: 'platform_support' });
});

test('an invitation is resent and revoked', async () => {
  mockEndpoint(`POST /staff/invitations/${INVITATION}/resend`, () => ({ json: { data: invitation } }));
  mockEndpoint(`DELETE /staff/invitations/${INVITATION}`, () => ({ status: 204 }));
  const { user } = openApp('/users?tab=invitations');
  await user.click(await screen.findByRole('button', { name: 'Resend the invitation to rina@provider.example' }));
  expect(await screen.findByText('Invitation resent')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Revoke the invitation to rina@provider.example' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke invitation' });
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Invitation revoked')).toBeVisible();
});

test('compliance reads the list and cannot invite', async () => {
  signIn({ role: 'platform_compliance' });
  staff = [ME, buildPerson({ is_manageable: false })];
  openApp('/users');
  await screen.findByRole('table', { name: 'Staff' });
  expect(screen.getByRole('button', { name: 'Invite staff' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('button', { name: 'Actions for Panji Wicaksono' })).not.toBeInTheDocument();
});

test('the screen is in Indonesian', async () => {
  signIn({ role: 'platform_admin', locale: 'id' });
  openApp('/users');
  expect(await screen.findByRole('heading', { name: 'Staf' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undang staf' })).toBeVisible();
});
