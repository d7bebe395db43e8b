import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedInAs } from '../app/session/persisted-state.ts';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

const TOKEN = '01k0k0p1nvsantara000000000kq1J2rYw0v4T8nLxS7uZbM3eAfHdPcG5iQoR6yVt9Wk';
function open() {
  const opened = openApp(`/register-member?token=${TOKEN}`);
  act(() => signedInAs('sari@kopi.example'));
  return opened;
}
const answerInvitation = (email: string, has_account = true) =>
  answer('POST /register-member/check', () => ({
    json: {
      data: {
        merchant_name: 'Batik Lestari',
        is_group: false,
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
  answer('POST /register-member/accept', () => ({ json: { data: { merchant_id: 'mer_2' } } }));
  answer('POST /sessions/current/merchant', () => ({ json: { data: { merchant_id: 'mer_2' } } }));
  const { user } = open();
  expect(await screen.findByText('You are signed in as sari@kopi.example, the person who is invited.')).toBeVisible();
  expect(screen.queryByLabelText(/Password/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  await waitFor(() => expect(seenAt('/sessions/current/merchant')).toHaveLength(1));
  expect(JSON.parse(seenAt('/register-member/accept')[0]?.body ?? '')).toEqual({ token: TOKEN });
  expect(JSON.parse(seenAt('/sessions/current/merchant')[0]?.body ?? '')).toEqual({ merchant_id: 'mer_2' });
});

test('a refusal stands above the button', async () => {
  signIn();
  answerInvitation('sari@kopi.example');
  answer('POST /register-member/accept', () => ({
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
