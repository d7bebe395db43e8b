import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setSignedInEmail } from '../app/session/persisted-state.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const TOKEN = '01k0k0p1nvsantara000000000kq1J2rYw0v4T8nLxS7uZbM3eAfHdPcG5iQoR6yVt9Wk';
function open() {
  const opened = openApp(`/register-member?token=${TOKEN}`);
  act(() => setSignedInEmail('sari@kopi.example'));
  return opened;
}
const answerInvitation = (email: string, has_account = true) =>
  mockEndpoint('POST /register-member/check', () => ({
    json: {
      data: {
        merchant_name: 'Batik Lestari',
        is_group: false,
        is_staff: false,
        email,
        role: 'finance',
        role_name: null,
        invited_by: 'Dewi',
        expires_at: '2026-11-30T00:00:00.000Z',
        has_account,
      },
    },
  }));

test('the invited person who is signed in joins without a password, and the session moves to the merchant', async () => {
  signIn();
  answerInvitation('sari@kopi.example');
  mockEndpoint('POST /register-member/accept', () => ({ json: { data: { merchant_id: 'mer_2' } } }));
  mockEndpoint('POST /sessions/current/merchant', () => ({ json: { data: { merchant_id: 'mer_2' } } }));
  const { user } = open();
  expect(await screen.findByText('You are signed in as sari@kopi.example, the person who is invited.')).toBeVisible();
  expect(screen.queryByLabelText(/Password/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  await waitFor(() => expect(requestsTo('/sessions/current/merchant')).toHaveLength(1));
  expect(JSON.parse(requestsTo('/register-member/accept')[0]?.body ?? '')).toEqual({ token: TOKEN });
  expect(JSON.parse(requestsTo('/sessions/current/merchant')[0]?.body ?? '')).toEqual({ merchant_id: 'mer_2' });
});

test('a refusal stands above the button', async () => {
  signIn();
  answerInvitation('sari@kopi.example');
  mockEndpoint('POST /register-member/accept', () => ({
    status: 422,
    json: { code: 'invitation_expired', detail: 'This invitation has expired.' },
  }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation has expired.');
});

test('another person sees who is signed in, and gives the password of the invited account', async () => {
  signIn();
  answerInvitation('budi@batik.example');
  open();
  expect(
    await screen.findByText(
      'You are signed in as sari@kopi.example. Accepting signs you in as budi@batik.example instead.',
    ),
  ).toBeVisible();
  expect(screen.getByLabelText(/Password/)).toBeVisible();
});

test('an invited staff member of the provider sets up name, password and an authenticator app, and stores recovery codes', async () => {
  const invitation = {
    merchant_name: 'Dasbor',
    is_group: false,
    is_staff: true,
    email: 'rina@provider.example',
    role: 'platform_finance',
    role_name: null,
    invited_by: 'Putri',
    expires_at: '2026-11-30T00:00:00.000Z',
    has_account: false,
  };
  mockEndpoint('POST /register-member/check', () => ({ json: { data: invitation } }));
  const enrolment = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Dasbor:rina?secret=JBSWY3DP' };
  mockEndpoint('POST /register-member/totp', () => ({ status: 201, json: { data: enrolment } }));
  mockEndpoint('POST /register-member', (_seen, count) =>
    count === 1
      ? { status: 422, json: { code: 'wrong_code', detail: 'Incorrect code.' } }
      : { status: 201, json: { data: { email: 'rina@provider.example', recovery_codes: ['aaaa-bbbb-cccc-dddd'] } } },
  );
  const { user, router } = openApp(`/register-member?token=${TOKEN}`);
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(screen.getByText('Enter the 6-digit code of your authenticator app.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name (required)' }), 'Rina Kusuma');
  await user.type(screen.getByLabelText('Password (required)'), 'rain-in-the-month-of-june');
  await user.type(screen.getByRole('textbox', { name: 'One-time code (required)' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect code.');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(JSON.parse(requestsTo('/register-member').at(-1)?.body ?? '')).toMatchObject({
    name: 'Rina Kusuma',
    password: 'rain-in-the-month-of-june',
    otp: '123456',
  });
  await user.click(within(codes).getByRole('checkbox', { name: 'I have stored these codes safely' }));
  await user.click(within(codes).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
