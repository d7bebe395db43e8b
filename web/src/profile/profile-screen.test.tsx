import { File as NodeFile } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const AGENT = 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0';
const session = (id: string, is_current: boolean) => ({
  id,
  user_agent: is_current ? AGENT : null,
  ip: '203.0.113.5',
  city: is_current ? 'Bandung, Indonesia' : null,
  created_at: '2026-11-20T07:05:00.000Z',
  last_seen_at: '2026-11-21T07:05:00.000Z',
  is_current,
});
let sessions = [session('ses_1', true), session('ses_2', false)];
let phone: string | null = null;
let is_phone_verified = false;

beforeEach(() => {
  sessions = [session('ses_1', true), session('ses_2', false)];
  phone = null;
  is_phone_verified = false;
  mockEndpoint('GET /profile/details', () => ({
    json: {
      data: {
        phone,
        is_phone_verified,
        password_changed_at: null,
        roles: [
          { merchant_id: 'mer_1', merchant_name: 'Kopi', role: 'superadmin', role_name: null },
          { merchant_id: 'mer_2', merchant_name: 'Batik', role: 'rol_1', role_name: 'Kasir' },
        ],
      },
    },
  }));
  mockEndpoint('GET /sessions', () => ({ json: { data: sessions } }));
  mockEndpoint('GET /sign-in-events', () => ({
    json: {
      data: [
        {
          id: 'sie_1',
          at: '2026-11-21T07:05:00.000Z',
          ip: '203.0.113.5',
          user_agent: AGENT,
          result: 'succeeded',
          reason: null,
        },
        {
          id: 'sie_2',
          at: '2026-11-21T07:00:00.000Z',
          ip: '203.0.113.5',
          user_agent: null,
          result: 'failed',
          reason: 'wrong_password',
        },
      ],
      next_cursor: null,
    },
  }));
});

test('the account shows every role, and leads to the change of the password', async () => {
  signIn();
  openApp('/profile');
  expect(await screen.findByText('Superadmin · Kopi')).toBeVisible();
  expect(await screen.findByText('Kasir · Batik')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Change password' })).toHaveAttribute('href', '/changepassword');
});

test('name and phone are saved; a refusal is shown at its field', async () => {
  signIn();
  let status = 400;
  mockEndpoint('PUT /profile', () =>
    status === 400
      ? { status, json: { detail: 'Bad.', errors: [{ field: 'phone', detail: 'Enter a phone number.' }] } }
      : { json: { data: {} } },
  );
  const { user } = openApp('/profile');
  await screen.findByText('Kasir · Batik');
  await user.click(screen.getByRole('button', { name: 'Edit profile' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Phone'), '0812');
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  expect(await within(dialog).findByText('Enter a phone number.')).toBeVisible();
  status = 200;
  phone = '+628123456789';
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(/^\+628123456789/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Verify number' })).toHaveAttribute('href', '/mobile-verification');
  const saved = requestsTo('/profile').filter(({ method }) => method === 'PUT');
  expect(JSON.parse(saved.at(-1)!.body)).toEqual({ name: 'Sari Wulandari', phone: '0812' });
});

test('domain 1.16: another number than the verified one is proved by a code before it is stored', async () => {
  signIn();
  [phone, is_phone_verified] = ['+628123456789', true];
  const state = { phone, verified_at: '2026-11-20T07:05:00.000Z', next_code_at: null, codes_left: 3 };
  const code = { phone: '+628120000002', expires_at: '2026-11-21T07:08:00.000Z', tries_left: 5 };
  mockEndpoint('PUT /profile', () => ({ json: { data: {} } }));
  mockEndpoint('POST /mobile-verification/codes', () => ({ status: 202, json: { data: { ...state, code } } }));
  mockEndpoint('GET /mobile-verification', () => ({ json: { data: { ...state, code } } }));
  const { user, router } = openApp('/profile');
  await screen.findByText('Kasir · Batik');
  await user.click(screen.getByRole('button', { name: 'Edit profile' }));
  const field = await within(await screen.findByRole('dialog')).findByLabelText('Phone');
  await user.clear(field);
  await user.type(field, '08120000002');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/mobile-verification'));
  const put = requestsTo('/profile').find(({ method }) => method === 'PUT');
  expect(JSON.parse(put!.body)).toEqual({ name: 'Sari Wulandari' });
  expect(JSON.parse(requestsTo('/mobile-verification/codes')[0]!.body)).toEqual({ phone: '08120000002' });
});

test('domain 1.16: a session shows the city of its address, where it is known', async () => {
  signIn();
  openApp('/profile');
  expect(await screen.findByText(/^203\.0\.113\.5 · Bandung, Indonesia · /)).toBeVisible();
  expect(screen.getByText(/^203\.0\.113\.5 · (?!Bandung)/)).toBeVisible();
});

test('another session is ended, the current one cannot be', async () => {
  signIn();
  mockEndpoint('DELETE /sessions/ses_2', () => {
    sessions = [session('ses_1', true)];
    return { status: 204 };
  });
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'End session of Unknown device' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session/ })).not.toBeInTheDocument());
  expect(screen.getByText('This device')).toBeVisible();
});

test('all other sessions are ended after a confirmation', async () => {
  signIn();
  mockEndpoint('DELETE /sessions', () => {
    sessions = [session('ses_1', true)];
    return { json: { data: { ended: 1 } } };
  });
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  const dialog = await screen.findByRole('dialog');
  expect(requestsTo('/sessions').some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'End all other sessions' }));
  expect(await screen.findByText('One session ended')).toBeVisible();
});

test('the sign-in history names the result and its reason', async () => {
  signIn();
  openApp('/profile');
  const table = await screen.findByRole('table', { name: 'Sign-in history' });
  expect(within(table).getByText('Signed in')).toBeVisible();
  expect(within(table).getByText('Wrong password')).toBeVisible();
});

test('a failed list offers a retry', async () => {
  signIn();
  mockEndpoint('GET /sessions', () => ({ status: 400, json: { detail: 'Broken.' } }));
  openApp('/profile');
  expect(await screen.findByText('Broken.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('the screen is in Indonesian', async () => {
  signIn({ locale: 'id' });
  openApp('/profile');
  expect(await screen.findByText('Kata sandi salah')).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});

const PHOTO = '/photos/usr_1/token';
const chooseFile = (panel: HTMLElement, file: NodeFile) => {
  const input = panel.querySelector('input[type=file]');
  if (input === null) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [file] } });
};

test('domain 1.16: a photo is uploaded, refused with its reason, and removed', async () => {
  signIn();
  const { data: profile } = (await (await fetch('/api/v1/profile')).json()) as { data: object };
  let photo_url: string | null = null;
  const answerProfile = () => ({ json: { data: { ...profile, photo_url } } });
  mockEndpoint('GET /profile', answerProfile);
  mockEndpoint('POST /profile/photo', () => {
    photo_url = PHOTO;
    return answerProfile();
  });
  mockEndpoint('DELETE /profile/photo', () => {
    photo_url = null;
    return answerProfile();
  });
  const { user } = openApp('/profile');
  const panel = await screen.findByRole('region', { name: 'Photo' });
  chooseFile(panel, new NodeFile([new Uint8Array(1_100_000)], 'large.png', { type: 'image/png' }));
  expect(await within(panel).findByRole('alert')).toHaveTextContent('larger than 1 MB');
  expect(requestsTo('/profile/photo')).toHaveLength(0);
  chooseFile(panel, new NodeFile(['x'], 'me.png', { type: 'image/png' }));
  expect(await within(panel).findByRole('img', { name: 'Your photo' })).toHaveAttribute('src', PHOTO);
  expect(within(panel).queryByRole('alert')).toBeNull();
  // The menu shows it at once.
  expect(screen.getByRole('button', { name: /^Account/ }).querySelector('img')).toHaveAttribute('src', PHOTO);
  await user.click(within(panel).getByRole('button', { name: 'Remove photo' }));
  expect(await within(panel).findByRole('button', { name: 'Upload photo' })).toBeVisible();
  expect(requestsTo('/profile/photo').map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
