import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp } from '../test/render.tsx';
import { changeLanguage } from '../ui/define-messages.ts';

setUpMockServer();

const PATH = '/authenticate/login';
const email = () => screen.findByRole('textbox', { name: 'Email (required)' });
const password = () => screen.getByLabelText('Password (required)');
const submit = () => screen.getByRole('button', { name: 'Sign in' });
const bodies = () => requestsTo(PATH).map(({ body }) => JSON.parse(body) as object);

beforeEach(() => {
  mockEndpoint(`POST ${PATH}`, () => ({ json: { access_token: 'a', refresh_token: 'r' } }));
});
async function fill() {
  const opened = openApp('/login?redirect=%2Ftransaction');
  await opened.user.type(await email(), 'sari@kopi.example');
  await opened.user.type(password(), 'correct horse');
  return opened;
}

test('email and password sign in, and lead to the page that was asked for', async () => {
  const { user, router } = await fill();
  await user.click(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe('/transaction'));
  expect(bodies()).toEqual([{ email: 'sari@kopi.example', password: 'correct horse' }]);
});

test('missing fields are reported at the field, the first one gets the focus, and nothing is sent', async () => {
  const { user } = openApp('/login');
  await email();
  await user.click(submit());
  expect(await screen.findByText('Enter your email.')).toBeVisible();
  expect(screen.getByText('Enter your password.')).toBeVisible();
  expect(await email()).toHaveFocus();
  expect(requestsTo(PATH)).toHaveLength(0);
});

test.each([
  [401, 'Incorrect email or password.'],
  [429, 'Too many attempts. Try again in 15 minutes.'],
  [503, 'Try again in a minute.'],
])('an error %i of the server is shown, and the form keeps what was entered', async (status, detail) => {
  mockEndpoint(`POST ${PATH}`, () => ({ status, json: { detail } }));
  const { user } = await fill();
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  expect(await email()).toHaveValue('sari@kopi.example');
  expect(submit()).toBeEnabled();
});

test('a user of the authenticator app is asked for the code, and can go back', async () => {
  mockEndpoint(`POST ${PATH}`, ({ body }) =>
    body.includes('"otp"')
      ? { json: { access_token: 'a', refresh_token: 'r' } }
      : { status: 401, json: { detail: 'Enter the code.', code: 'otp_required' } },
  );
  const { user, router } = await fill();
  await user.click(submit());
  const code = await screen.findByRole('textbox', { name: 'One-time code (required)' });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await email()).toHaveValue('sari@kopi.example');
  await user.click(submit());
  await user.type(await screen.findByRole('textbox', { name: 'One-time code (required)' }), '12');
  await user.click(submit());
  expect(await screen.findByText('Enter the 6-digit code.')).toBeVisible();
  expect(code).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'One-time code (required)' }), '3456');
  await user.click(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe('/transaction'));
  expect(bodies().at(-1)).toMatchObject({ otp: '123456', remember_device: false });
});

test('the page is in the language of the browser', async () => {
  await changeLanguage('id');
  const { user } = openApp('/login');
  await user.click(await screen.findByRole('button', { name: 'Masuk' }));
  expect(await screen.findByText('Masukkan kata sandi Anda.')).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
