import type { MerchantUser } from '@dasbor/contract/user';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const USER: MerchantUser = {
  id: 'usr_01kaj6x7v3q2m8n4p5r6s70001',
  name: 'Bu Ani',
  email: 'ani@sedap.example',
  role: 'superadmin',
  role_name: null,
  status: 'active',
  has_second_factor: true,
  last_login_at: '2026-11-21T07:00:00.000Z',
  invited_by: null,
  created_at: '2026-11-01T03:00:00.000Z',
  is_own: false,
  is_manageable: false,
} as MerchantUser;
const PATH = `/merchants/${MERCHANT_ID}/users/${USER.id}`;

beforeEach(() => {
  mockEndpoint(`GET /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
  mockEndpoint(`GET /merchants/${MERCHANT_ID}/owner-invitation`, () => ({ json: { data: null, can_invite: false } }));
  mockEndpoint(`GET /merchants/${MERCHANT_ID}/users`, () => ({ json: { data: [USER] as never, next_cursor: null } }));
});
const openUsers = async (role: 'platform_admin' | 'platform_compliance' | 'platform_support') => {
  signIn({ role });
  const { user } = openApp(`/merchant/${MERCHANT_ID}?tab=users`);
  const panel = await screen.findByRole('region', { name: 'Users' });
  await within(panel).findByText('Bu Ani');
  return { user, panel };
};

test('compliance resets a lost second factor after a warning', async () => {
  mockEndpoint(`POST ${PATH}/second-factor/reset`, () => ({ status: 204 }));
  const { user, panel } = await openUsers('platform_compliance');
  await user.click(within(panel).getByRole('button', { name: 'Actions for Bu Ani' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reset second factor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset the second factor of Bu Ani' });
  expect(within(dialog).getByText(/Verify who asks first/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Reset second factor' }));
  await waitFor(() => expect(requestsTo(`${PATH}/second-factor/reset`)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('compliance ends the sessions of a user', async () => {
  mockEndpoint(`POST ${PATH}/sign-out`, () => ({ json: { data: { session_count: 2 } } }));
  const { user, panel } = await openUsers('platform_compliance');
  await user.click(within(panel).getByRole('button', { name: 'Actions for Bu Ani' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out Bu Ani' });
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(requestsTo(`${PATH}/sign-out`)).toHaveLength(1));
});

test('an administrator invites the owner again, to another email', async () => {
  const at = `/merchants/${MERCHANT_ID}/owner-invitation`;
  const invitation = { id: 'inv_01kaj6x7v3q2m8n4p5r6s70001', email: 'salah@sedap.example', status: 'expired' };
  const times = { created_at: '2026-11-01T03:00:00.000Z', expires_at: '2026-11-08T03:00:00.000Z', sent_at: null };
  const data = { ...invitation, ...times, invited_by: 'Putri', error: null } as never;
  mockEndpoint(`GET ${at}`, () => ({ json: { data, can_invite: true } }));
  mockEndpoint(`POST ${at}`, () => ({ json: { data, can_invite: true } }));
  const { user, panel } = await openUsers('platform_admin');
  await within(panel).findByText('The invitation to salah@sedap.example has expired. Invite the owner again.');
  await user.click(within(panel).getByRole('button', { name: 'Invite owner' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite owner' });
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect(within(dialog).getByText('Enter an email address.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'pemilik@sedap.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  await waitFor(() =>
    expect(
      requestsTo(at)
        .map(({ body }) => body)
        .join('\n'),
    ).toContain('pemilik@sedap.example'),
  );
});

test('decision 0143: no owner is invited while a superadmin is active', async () => {
  const { panel } = await openUsers('platform_admin');
  await within(panel).findByRole('button', { name: 'Actions for Bu Ani' });
  expect(within(panel).queryByRole('button', { name: 'Invite owner' })).not.toBeInTheDocument();
});

test('support sees users without actions', async () => {
  const { panel } = await openUsers('platform_support');
  expect(within(panel).queryByRole('button', { name: /Actions for/ })).not.toBeInTheDocument();
});
