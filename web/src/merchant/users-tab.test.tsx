import type { MerchantUser } from '@dasbor/contract/user';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

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
  answer(`GET /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
  answer(`GET /merchants/${MERCHANT_ID}/users`, () => ({ json: { data: [USER] as never, next_cursor: null } }));
});
const openUsers = async (role: 'platform_compliance' | 'platform_support') => {
  signIn({ role });
  const { user } = openApp(`/merchant/${MERCHANT_ID}?tab=users`);
  const panel = await screen.findByRole('region', { name: 'Users' });
  await within(panel).findByText('Bu Ani');
  return { user, panel };
};

test('compliance resets a lost second factor after a warning', async () => {
  answer(`POST ${PATH}/second-factor/reset`, () => ({ status: 204 }));
  const { user, panel } = await openUsers('platform_compliance');
  await user.click(within(panel).getByRole('button', { name: 'Actions for Bu Ani' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reset second factor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset the second factor of Bu Ani' });
  expect(within(dialog).getByText(/Verify who asks first/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Reset second factor' }));
  await waitFor(() => expect(seenAt(`${PATH}/second-factor/reset`)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('compliance ends the sessions of a user', async () => {
  answer(`POST ${PATH}/sign-out`, () => ({ json: { data: { session_count: 2 } } }));
  const { user, panel } = await openUsers('platform_compliance');
  await user.click(within(panel).getByRole('button', { name: 'Actions for Bu Ani' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out Bu Ani' });
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(seenAt(`${PATH}/sign-out`)).toHaveLength(1));
});

test('support sees users without actions', async () => {
  const { panel } = await openUsers('platform_support');
  expect(within(panel).queryByRole('button', { name: /Actions for/ })).not.toBeInTheDocument();
});
