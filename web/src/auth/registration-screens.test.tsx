import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { changeLanguage } from '../ui/define-messages.ts';

setUpMockServer();

// Its work belongs to the journeys in a real browser.
vi.mock('./solve-bot-check.ts', () => ({ solveBotCheck: () => Promise.resolve('solved') }));

const bodies = (path: string) =>
  requestsTo(path).flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body) as object]));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const box = (name: RegExp) => screen.getByRole('textbox', { name });
const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
const state = (change: object = {}) => ({
  json: {
    data: { phone: '+6281234567890', verified_at: null, code: null, next_code_at: null, codes_left: 4, ...change },
  },
});
const code = (change: object = {}) => ({ phone: '+6281234567890', expires_at: inAMinute(), tries_left: 5, ...change });

beforeEach(() => {
  // A busy machine may fill a form for longer than a code is valid.
  vi.useFakeTimers({ toFake: ['Date'] });
  mockEndpoint('GET /bot-check', () => ({ json: { parameters: {}, signature: '' } }));
});

test('register: every field is checked, then sent with the bot check; the next page says to read the email', async () => {
  mockEndpoint('POST /register', () => ({ status: 202, json: {} }));
  const { user, router } = openApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Create an account' }));
  await heading('Create an account');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  for (const text of ['Enter your full name.', 'Enter the name of your business.', 'Accept the terms to continue.']) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(requestsTo('/register')).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /Company/ }));
  await user.type(box(/^Full name/), 'Ayu Lestari');
  await user.type(box(/^Business name/), 'Warung Ayu');
  await user.type(box(/^Email/), 'ayu@warung.example');
  await user.type(box(/^Mobile number/), '0812 3456 7890');
  await user.type(screen.getByLabelText(/^New password/), 'hujan-di-bulan-juni');
  await user.type(screen.getByLabelText(/^Confirm new password/), 'hujan-di-bulan-juni');
  await user.click(screen.getByRole('checkbox', { name: /I accept the terms/ }));
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await heading('Check your email');
  expect(screen.getByText(/We sent an email to ayu@warung.example/)).toBeVisible();
  expect(router.state.location.pathname).toBe('/verification-email-check');
  expect(bodies('/register')).toEqual([
    {
      account_type: 'enterprise',
      full_name: 'Ayu Lestari',
      business_name: 'Warung Ayu',
      email: 'ayu@warung.example',
      phone: '0812 3456 7890',
      password: 'hujan-di-bulan-juni',
      accepts_terms: true,
      locale: 'en',
      bot_check: 'solved',
    },
  ]);
  expect(screen.getByRole('button', { name: 'Resend email in 1:00' })).toBeDisabled();
});

test('mobile verification: without a session the sign-in comes first and leads back', async () => {
  openApp('/mobile-verification');
  await heading('Verify your mobile number');
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(link).toHaveAttribute('href', '/login?redirect=%2Fmobile-verification');
  expect(requestsTo('/mobile-verification')).toEqual([]);
});

test('mobile verification: send a code, enter a wrong one, then the right one', async () => {
  signIn();
  let is_right = false;
  mockEndpoint('GET /mobile-verification', () => state());
  mockEndpoint('POST /mobile-verification/codes', () => ({
    status: 202,
    ...state({ code: code(), next_code_at: inAMinute(), codes_left: 3 }),
  }));
  mockEndpoint('POST /mobile-verification', () =>
    is_right
      ? state({ verified_at: '2026-11-22T08:00:00.000Z' })
      : { status: 422, json: { code: 'wrong_code', detail: 'Incorrect code. 4 tries left.' } },
  );
  const { user } = openApp('/mobile-verification');
  await heading('Verify your mobile number');
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('We sent a code to +6281234567890.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Resend code in/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Verify number' }));
  expect(await screen.findByText('Enter the 6 digits of the code.')).toBeVisible();
  await user.type(box(/^Code/), '123 456');
  await user.click(screen.getByRole('button', { name: 'Verify number' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect code. 4 tries left.');
  is_right = true;
  await user.click(screen.getByRole('button', { name: 'Verify number' }));
  await heading('Your mobile number is verified');
  expect(bodies('/mobile-verification').at(-1)).toEqual({ code: '123456' });
});

test('mobile verification: an expired code asks for a new one; another number can be entered', async () => {
  signIn();
  mockEndpoint('GET /mobile-verification', () => state({ code: code({ expires_at: '2020-01-01T00:00:00.000Z' }) }));
  mockEndpoint('POST /mobile-verification/codes', () => ({
    status: 429,
    json: { code: 'too_many_codes', detail: 'Too many codes were requested. Try again in 10 min.' },
  }));
  const { user } = openApp('/mobile-verification');
  expect(await screen.findByRole('alert')).toHaveTextContent('The code no longer works.');
  expect(screen.getByRole('button', { name: 'Verify number' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Use another number' }));
  await user.clear(box(/^Mobile number/));
  await user.type(box(/^Mobile number/), '12');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText(/^Enter a mobile number with its country code/)).toBeVisible();
  await user.clear(box(/^Mobile number/));
  await user.type(box(/^Mobile number/), '+62 813 1111 2222');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many codes were requested.');
  expect(bodies('/mobile-verification/codes')).toEqual([{ phone: '+62 813 1111 2222' }]);
});

test('both screens exist in Indonesian', async () => {
  signIn();
  await changeLanguage('id');
  mockEndpoint('GET /mobile-verification', () => state({ code: code() }));
  const { unmount } = openApp('/mobile-verification');
  await heading('Verifikasi nomor ponsel');
  await waitFor(() => expect(findEnglishTexts()).toEqual([]));
  unmount();
  openApp('/register');
  await heading('Buat akun');
  expect(findEnglishTexts()).toEqual([]);
});
