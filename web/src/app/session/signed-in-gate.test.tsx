/** What a person sees while their profile and role access are loaded (specification section 4). */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../../test/mock-server.ts';
import { profileFailed } from './slices.ts';
import { usePersistedState } from './persisted-state.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();

test.each(['GET /profile', 'GET /merchant-role-access'])(
  'when %s fails, it is said with its reason, and a second attempt opens the screen',
  async (endpoint) => {
    signIn();
    mockEndpoint('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
    const respond = { isBroken: true };
    const original = endpoint === 'GET /profile' ? PROFILE : ACCESS;
    mockEndpoint(endpoint, () =>
      respond.isBroken ? { status: 500, json: { detail: 'Busy for a moment.' } } : original,
    );
    const { user } = openApp('/qris-payment');
    expect(await screen.findByText('Busy for a moment.')).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    respond.isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'QRIS payments' })).toBeVisible();
  },
);

test('a failure that an earlier page persisted is not shown while the profile is loaded again', async () => {
  signIn();
  let respond = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (respond = resolve));
  mockEndpoint('GET /profile', async () => {
    await waiting;
    return PROFILE;
  });
  mockEndpoint('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/qris-payment');
  usePersistedState.setState({ profile: profileFailed('Internal Server Error') });
  await waitFor(() => expect(requestsTo('/profile')).toHaveLength(1));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.queryByText('Internal Server Error')).not.toBeInTheDocument();
  respond();
  expect(await screen.findByRole('heading', { name: 'QRIS payments' })).toBeVisible();
});

test('a page that returns from the back-forward cache loads the profile again', async () => {
  signIn();
  mockEndpoint('GET /profile', (_seen, count) => (count > 1 ? PROFILE : new Promise<typeof PROFILE>(() => undefined)));
  mockEndpoint('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/qris-payment');
  await waitFor(() => expect(requestsTo('/profile')).toHaveLength(1));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await screen.findByRole('heading', { name: 'QRIS payments' })).toBeVisible();
});

const PROFILE = {
  json: {
    data: {
      id: 'usr_1',
      name: 'Sari Wulandari',
      email: 'sari@kopi.example',
      role: 'superadmin',
      locale: 'en',
      merchant_id: 'mer_1',
      merchant_name: 'Kopi',
      group_id: null,
      group_name: null,
      is_sandbox: true,
      needs_second_factor: false,
      impersonation_ends_at: null,
    },
  },
} as const;
const ACCESS = { json: { data: { access: [{ group: 'QRIS', access: 'manage' }] } } } as const;
