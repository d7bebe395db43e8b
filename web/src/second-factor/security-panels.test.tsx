import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const NONE = { is_required: false, totp: null, passkeys: [], recovery_codes_left: 0, devices: [] };
const ENABLED = { ...NONE, totp: { enabled_at: '2026-11-22T05:00:00Z' }, recovery_codes_left: 2 };
const CODES = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-000${index}`);
let state: object = NONE;

beforeEach(() => {
  state = NONE;
  signIn();
  mockEndpoint('GET /second-factor', () => ({ json: { data: state } }));
  mockEndpoint('POST /second-factor/totp', () => ({
    status: 201,
    json: { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Dasbor:sari?secret=JBSWY3DPEHPK3PXP' } },
  }));
  mockEndpoint('POST /second-factor/totp/confirm', ({ body }) => {
    if (!body.includes('123456')) return { status: 422, json: { detail: 'Incorrect code.', code: 'wrong_code' } };
    state = ENABLED;
    return { json: { data: { recovery_codes: CODES } } };
  });
});

test('an authenticator app is set up by QR code and a first code; recovery codes are shown once', async () => {
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  const setup = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }));
  expect(await setup.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(setup.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await user.type(setup.getByLabelText('One-time code (required)'), '000000');
  await user.click(setup.getByRole('button', { name: 'Enable' }));
  expect(await setup.findByRole('alert')).toHaveTextContent('Incorrect code.');
  await user.clear(setup.getByLabelText('One-time code (required)'));
  await user.type(setup.getByLabelText('One-time code (required)'), '123456');
  await user.click(setup.getByRole('button', { name: 'Enable' }));
  const codes = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
  expect(codes.getAllByRole('listitem')).toHaveLength(10);
  expect(codes.getByRole('button', { name: 'Done' })).toBeDisabled();
  await user.click(codes.getByLabelText('I have stored these codes safely'));
  await user.click(codes.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText(/^Enabled since/)).toBeVisible();
});

test('few recovery codes are warned about', async () => {
  state = ENABLED;
  openApp('/profile');
  expect(await screen.findByText('Only 2 recovery codes are left. Create new ones soon.')).toBeVisible();
});

test('a remembered device is forgotten', async () => {
  const device = { id: 'dev_1', user_agent: 'Firefox/130 Linux', ip: null, created_at: '2026-11-22T05:00:00Z' };
  state = { ...ENABLED, devices: [{ ...device, last_used_at: device.created_at, expires_at: '2026-12-22T05:00:00Z' }] };
  mockEndpoint('DELETE /second-factor/devices/dev_1', () => ({ status: 204 }));
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: 'Remove Firefox, Linux' }));
  await waitFor(() => expect(requestsTo('/second-factor/devices/dev_1')).toHaveLength(1));
});

test('a user who must enrol sees only the enrolment, until the profile says otherwise', async () => {
  const person = { id: 'usr_1', name: 'Sari', email: 's@kopi.example', role: 'admin', role_name: null, locale: 'en' };
  const rest = { merchant_id: 'mer_1', merchant_name: 'Kopi', is_sandbox: true };
  mockEndpoint('GET /profile', () => ({ json: { data: { ...person, ...rest, needs_second_factor: state === NONE } } }));
  const { user } = openApp('/profile');
  expect(await screen.findByRole('heading', { name: 'Protect your account' })).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  state = ENABLED;
  await user.click(await screen.findByRole('button', { name: 'Continue to dashboard' }));
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
});
