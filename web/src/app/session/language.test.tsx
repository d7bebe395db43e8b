import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLanguage } from '../../ui/define-messages.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';
import { usePersistedState } from './persisted-state.ts';
import { profileLoaded } from './slices.ts';

setUpMockServer();

const account = (locale: 'en' | 'id') => ({
  json: {
    data: {
      id: 'usr_1',
      name: 'Sari Wulandari',
      email: 'sari@kopi.example',
      photo_url: null,
      role: 'superadmin' as const,
      role_name: null,
      merchant_id: 'mer_1',
      merchant_name: 'Kopi',
      is_sandbox: true,
      needs_second_factor: false,
      group_id: null,
      group_name: null,
      impersonation_ends_at: null,
      locale,
      time_zone: 'Asia/Jakarta' as const,
    },
  },
});

test("on sign-in the user's own language takes precedence over the browser's", async () => {
  signIn({ locale: 'id' });
  openApp('/profile');
  expect(await screen.findByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
  expect(await screen.findByRole('navigation', { name: 'Navigasi utama' })).toBeVisible();
});

test('a language that the user chose in another browser is shown after a reload', async () => {
  signIn({ locale: 'id' });
  usePersistedState.setState({ profile: profileLoaded(account('en').json.data) });
  openApp('/profile');
  expect(await screen.findByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
});

test('the profile menu saves the language; screens and requests use it', async () => {
  signIn();
  let locale: 'en' | 'id' = 'en';
  mockEndpoint('GET /profile', () => account(locale));
  mockEndpoint('PUT /profile', ({ body }) => {
    ({ locale } = JSON.parse(body) as { locale: 'en' | 'id' });
    return account(locale);
  });
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Bahasa Indonesia' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
  expect(
    requestsTo('/profile')
      .find(({ method }) => method === 'PUT')
      ?.headers.get('accept-language'),
  ).toBe('en');
  expect(requestsTo('/profile').at(-1)?.headers.get('accept-language')).toBe('id');
});

test('a language that cannot be saved is not shown', async () => {
  signIn();
  mockEndpoint('PUT /profile', () => ({ status: 503, json: { detail: 'Try again later.' } }));
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Bahasa Indonesia' }));
  expect(await screen.findByText('Try again later.')).toBeVisible();
  expect(currentLanguage()).toBe('en');
});
