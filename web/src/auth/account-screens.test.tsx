import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { changeLanguage } from '../ui/define-messages.ts';

setUpMockServer();

// Its work belongs to the journeys in a real browser.
vi.mock('./solve-bot-check.ts', () => ({ solveBotCheck: () => Promise.resolve('solved') }));

const TOKEN = 'kq1J2rYw0v4T8nLxS7uZbM3eAfHdPcG5iQoR6yVt9Wk';
const bodies = (path: string) =>
  requestsTo(path).flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body) as object]));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  mockEndpoint('GET /bot-check', () => ({ json: { parameters: {}, signature: '' } }));
});

test('forgot password: the email is checked, sent with the bot check, and the answer is neutral', async () => {
  mockEndpoint('POST /password/reset-requests', () => ({ status: 202, json: {} }));
  const { user } = openApp('/forgot-password');
  await heading('Forgot your password?');
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  expect(await screen.findByText('Enter your email.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Email (required)' }), 'sari@kopi.example');
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  await heading('Check your email');
  expect(screen.getByText(/^If sari@kopi.example has an account/)).toBeVisible();
  expect(bodies('/password/reset-requests')).toEqual([{ email: 'sari@kopi.example', bot_check: 'solved' }]);
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  await heading('Forgot your password?');
});

test('forgot password: an error of the server is shown and the form stays usable', async () => {
  mockEndpoint('POST /password/reset-requests', () => ({ status: 429, json: { detail: 'Too many requests.' } }));
  const { user } = openApp('/forgot-password');
  await user.type(await screen.findByRole('textbox', { name: 'Email (required)' }), 'sari@kopi.example');
  await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
  expect(screen.getByRole('button', { name: 'Send reset link' })).toBeEnabled();
});

test('the sign-in page leads to it', async () => {
  const { user } = openApp('/login');
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  expect(await heading('Forgot your password?')).toBeVisible();
});

test('reset password: rules and repetition are checked, a refusal of the server is shown at the field', async () => {
  mockEndpoint('POST /password/reset-links/check', () => ({
    json: { data: { purpose: 'reset_password', email: 'sari@kopi.example' } },
  }));
  let status = 422;
  mockEndpoint('POST /password/reset', () =>
    status === 204
      ? { status }
      : {
          status,
          json: {
            detail: 'Breached.',
            code: 'password_refused',
            errors: [{ field: 'new_password', detail: 'Breached.' }],
          },
        },
  );
  const { user } = openApp(`/reset-password/${TOKEN}`);
  const submit = await screen.findByRole('button', { name: 'Set new password' });
  const chosen = screen.getByLabelText('New password (required)');
  const repeated = screen.getByLabelText('Confirm new password (required)');
  await user.type(chosen, 'short');
  expect(screen.getByText('Password strength: Too weak')).toBeVisible();
  await user.click(submit);
  expect(await screen.findByText('Use at least 12 characters.')).toBeVisible();
  expect(screen.getByText('The passwords do not match.')).toBeVisible();
  await user.clear(chosen);
  await user.type(chosen, 'hujan-di-bulan-juni');
  await user.type(repeated, 'hujan-di-bulan-juni');
  await user.click(submit);
  expect(await screen.findByText('Breached.')).toBeVisible();
  status = 204;
  await user.click(submit);
  await heading('Your password was set');
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  expect(bodies('/password/reset').at(-1)).toEqual({
    token: TOKEN,
    new_password: 'hujan-di-bulan-juni',
    bot_check: 'solved',
  });
});

test('reset password: a used link leads to a new one', async () => {
  mockEndpoint('POST /password/reset-links/check', () => ({
    status: 422,
    json: { detail: 'Expired.', code: 'link_not_valid' },
  }));
  openApp(`/reset-password/${TOKEN}`);
  await heading('This link no longer works');
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
});

test('reset password: the first password of a new account has its own title', async () => {
  mockEndpoint('POST /password/reset-links/check', () => ({
    json: { data: { purpose: 'set_up', email: 'admin@dasbor.example' } },
  }));
  openApp(`/reset-password/${TOKEN}`);
  expect(await heading('Set your password')).toBeVisible();
});

test('an email is confirmed by the password and a click, not by opening the link', async () => {
  mockEndpoint('POST /email-verification', () => ({ status: 204 }));
  const { user } = openApp(`/verification-email/${TOKEN}`);
  await heading('Confirm your email');
  await user.click(screen.getByRole('button', { name: 'Confirm email' }));
  expect(screen.getByText('Enter your password.')).toBeVisible();
  expect(requestsTo('/email-verification')).toHaveLength(0);
  await user.type(await screen.findByLabelText(/^Password/), 'hujan-di-bulan-juni');
  await user.click(screen.getByRole('button', { name: 'Confirm email' }));
  await heading('Email confirmed');
  expect(bodies('/email-verification')).toEqual([
    { token: TOKEN, password: 'hujan-di-bulan-juni', bot_check: 'solved' },
  ]);
});

test.each(['en', 'id'] as const)('a bot check that fails leaves the confirmation usable (%s)', async (language) => {
  await changeLanguage(language);
  let status = 400;
  mockEndpoint('POST /email-verification', () =>
    status === 204 ? { status } : { status, json: { detail: 'Reload the page.', code: 'bot_check_failed' } },
  );
  const { user } = openApp(`/verification-email/${TOKEN}`);
  const confirm = await screen.findByRole('button', {
    name: language === 'en' ? 'Confirm email' : 'Konfirmasi email',
  });
  await user.type(await screen.findByLabelText(language === 'en' ? /^Password/ : /^Kata sandi/), 'hujan-di-bulan-juni');
  await user.click(confirm);
  expect(await screen.findByText('Reload the page.')).toBeVisible();
  status = 204;
  await user.click(confirm);
  await heading(language === 'en' ? 'Email confirmed' : 'Email dikonfirmasi');
  await changeLanguage('en');
});

test('without a secure connection the forms of links say what to do, and send nothing', async () => {
  const subtle = vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  const { user } = openApp(`/verification-email/${TOKEN}`);
  await user.type(await screen.findByLabelText(/^Password/), 'hujan-di-bulan-juni');
  await user.click(await screen.findByRole('button', { name: 'Confirm email' }));
  expect(await screen.findByText(/Open this page over https/)).toBeVisible();
  expect(requestsTo('/email-verification')).toHaveLength(0);
  subtle.mockRestore();
});

test.each([
  ['link_expired', 'This link has expired'],
  ['link_used', 'This link is no longer valid'],
  ['link_not_valid', 'This link is not valid'],
])('a link to confirm the email that is refused as %s says so and leads to the sign-in', async (code, title) => {
  mockEndpoint('POST /email-verification', () => ({ status: 422, json: { detail: 'Refused.', code } }));
  const { user } = openApp(`/verification-email/${TOKEN}`);
  await heading('Confirm your email');
  await user.type(await screen.findByLabelText(/^Password/), 'hujan-di-bulan-juni');
  await user.click(screen.getByRole('button', { name: 'Confirm email' }));
  await heading(title);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fmobile-verification',
  );
});

test('the confirmation email is sent again, with a neutral answer', async () => {
  mockEndpoint('POST /email-verification/requests', () => ({ status: 202, json: {} }));
  const { user } = openApp('/resend-email/sari%40kopi.example');
  await heading('Resend the email');
  await user.click(screen.getByRole('button', { name: 'Resend email' }));
  await heading('Check your email');
  expect(bodies('/email-verification/requests')).toEqual([{ email: 'sari@kopi.example', bot_check: 'solved' }]);
});

test('after registration the page asks to read the email', async () => {
  openApp('/verification-email-check?email=sari%40kopi.example');
  await heading('Check your email');
  expect(screen.getByText(/We sent an email to sari@kopi.example/)).toBeVisible();
  // A minute must pass between two emails.
  expect(screen.getByRole('button', { name: /^Resend email in/ })).toBeDisabled();
});

test('the wait for another email is never longer than a minute, although the clock ticks once a second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime('2026-11-28T03:00:00.000Z');
    mockEndpoint('POST /email-verification/requests', () => ({ status: 202, json: {} }));
    const { user } = openApp('/verification-email-check?email=sari%40kopi.example');
    expect(await screen.findByRole('button', { name: 'Resend email in 1:00' })).toBeDisabled();
    vi.setSystemTime('2026-11-28T03:01:01.000Z');
    const resend = await screen.findByRole('button', { name: 'Resend email' });
    vi.setSystemTime('2026-11-28T03:01:01.900Z');
    await user.click(resend);
    expect(await screen.findByRole('button', { name: /^Resend email in/ })).toHaveTextContent('Resend email in 1:00');
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  '/forgot-password',
  '/resend-email/a%40b.example',
  `/verification-email/${TOKEN}`,
  '/verification-email-check',
])('%s is in the language of the browser', async (path) => {
  await changeLanguage('id');
  openApp(path);
  await screen.findByRole('heading', { level: 1 });
  expect(findEnglishTexts()).toEqual([]);
  await changeLanguage('en');
});

test('change password: the current one is checked by the server, and a new sign-in follows', async () => {
  signIn();
  let status = 422;
  mockEndpoint('PUT /password', () =>
    status === 204
      ? { status }
      : {
          status,
          json: { detail: 'Wrong.', code: 'wrong_password', errors: [{ field: 'old_password', detail: 'Wrong.' }] },
        },
  );
  const { user, router } = openApp('/changepassword');
  const submit = await screen.findByRole('button', { name: 'Change password' });
  await user.click(submit);
  expect(await screen.findByText('Enter your current password.')).toBeVisible();
  await user.type(screen.getByLabelText('Current password (required)'), 'sandbox-only-2026');
  await user.type(screen.getByLabelText('New password (required)'), 'hujan-di-bulan-juni');
  await user.type(screen.getByLabelText('Confirm new password (required)'), 'hujan-di-bulan-juni');
  await user.click(submit);
  expect(await screen.findByText('Wrong.')).toBeVisible();
  status = 204;
  await user.click(submit);
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.search).toEqual({ redirect: '/profile' });
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(bodies('/password').at(-1)).toEqual({
    old_password: 'sandbox-only-2026',
    new_password: 'hujan-di-bulan-juni',
  });
});
