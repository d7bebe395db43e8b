import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const KEY_ID = `key_${'0'.repeat(26)}`;
const REQUEST_ID = `req_${'0'.repeat(26)}`;
const key = (more: object = {}) => ({
  id: KEY_ID,
  name: 'Point of sale',
  description: null,
  status: 'active',
  prefix: 'sk_test_abcd',
  last4: 'wxyz',
  access: [
    { group: 'QRIS', access: 'manage' },
    { group: 'Transactions', access: 'view' },
  ],
  allowed_cidrs: [],
  created_at: '2026-11-01T02:00:00.000Z',
  created_by: 'Dewi Lestari',
  expires_at: null,
  last_used_at: '2026-11-20T02:00:00.000Z',
  last_used_ip: '203.0.113.7',
  rolled_to_id: null,
  revoked_at: null,
  ...more,
});
const SECRET = 'sk_test_secret-that-is-shown-once';
const lastBody = (path: string, method = 'POST'): unknown =>
  JSON.parse(requestsTo(path).findLast((request) => request.method === method)?.body ?? 'null');

test('domain 1.13: a key is created from a preset, and its secret is shown once', async () => {
  signIn({ role: 'developer' });
  mockEndpoint('GET /api-keys', () => ({ json: { data: [key()] } }));
  mockEndpoint('POST /api-keys', ({ body }) =>
    body.includes('nowhere')
      ? { status: 422, json: { code: 'invalid_cidr', detail: '"nowhere" is not an IP address or network.' } }
      : { status: 201, json: { data: { ...key(), secret: SECRET } } },
  );
  const { user } = openApp('/api-settings');
  const table = await screen.findByRole('table', { name: 'API keys' });
  expect(table).toHaveTextContent('sk_test_abcd…wxyz');
  expect(table).toHaveTextContent('Transactions: Read, QRIS: Write');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(within(dialog).getByText('Enter a name for the key.')).toBeVisible();
  expect(within(dialog).getByText('Choose read or write for at least one group.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Name (required)' }), 'Shop');
  // A developer only views transactions, and has no access to refunds.
  expect(within(dialog).getByRole('radio', { name: 'Transactions: Write' })).toBeDisabled();
  expect(within(dialog).getByRole('radio', { name: 'Refunds: Read' })).toBeDisabled();
  await user.click(within(dialog).getByRole('combobox', { name: 'Start from' }));
  await user.click(await screen.findByRole('option', { name: 'Reporting' }));
  expect(within(dialog).getByRole('radio', { name: 'Transactions: Read' })).toBeChecked();
  const networks = within(dialog).getByRole('textbox', { name: 'Allowed addresses and networks' });
  await user.type(networks, 'nowhere');
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await within(dialog).findByText('"nowhere" is not an IP address or network.')).toBeVisible();
  await user.clear(networks);
  await user.type(networks, '203.0.113.0/24');
  await user.click(within(dialog).getByRole('button', { name: 'Create key' }));
  const secret = await screen.findByRole('dialog', { name: 'Your new API key' });
  expect(within(secret).getByText(SECRET)).toBeVisible();
  expect(lastBody('/api-keys')).toEqual({
    name: 'Shop',
    access: [{ group: 'Transactions', access: 'view' }],
    allowed_cidrs: ['203.0.113.0/24'],
  });
  await user.keyboard('{Escape}');
  expect(within(secret).getByText(SECRET)).toBeVisible();
  await user.click(within(secret).getByRole('button', { name: 'I have stored the key' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
});

test('a key is rolled with an overlap and revoked; keys that no longer work are shown on request', async () => {
  signIn();
  const old = key({
    id: `key_${'1'.repeat(26)}`,
    name: 'Old',
    status: 'revoked',
    revoked_at: '2026-11-02T02:00:00.000Z',
  });
  mockEndpoint('GET /api-keys', () => ({ json: { data: [key(), old] } }));
  mockEndpoint(`POST /api-keys/${KEY_ID}/roll`, () => ({ status: 201, json: { data: { ...key(), secret: SECRET } } }));
  mockEndpoint(`DELETE /api-keys/${KEY_ID}`, () => ({ status: 204 }));
  const { user } = openApp('/api-settings');
  await user.click(await screen.findByRole('button', { name: 'Actions for Point of sale' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rotate key' }));
  const roll = await screen.findByRole('dialog', { name: 'Rotate API key' });
  expect(within(roll).getByRole('radio', { name: '24 hours' })).toBeChecked();
  await user.click(within(roll).getByRole('radio', { name: '72 hours' }));
  await user.click(within(roll).getByRole('button', { name: 'Rotate key' }));
  await user.click(await screen.findByRole('button', { name: 'I have stored the key' }));
  expect(lastBody(`/api-keys/${KEY_ID}/roll`)).toEqual({ overlap_hours: 72 });
  await user.click(screen.getByRole('button', { name: 'Actions for Point of sale' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke key' }));
  const revoke = await screen.findByRole('dialog', { name: 'Revoke API key' });
  await user.click(within(revoke).getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('API key revoked')).toBeVisible();
  expect(screen.queryByText('Old')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Show' }));
  await user.click(await screen.findByRole('option', { name: 'All keys' }));
  await user.click(await screen.findByRole('button', { name: 'Actions for Old' }));
  expect(await screen.findByRole('menuitem', { name: 'Details' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Rotate key' })).toBeNull();
});

test('the address of a key opens it, also when it no longer works, and closing it removes it from the address', async () => {
  signIn({ role: 'developer' });
  const revoked = key({
    id: 'key_revoked',
    name: 'Old shop',
    status: 'revoked',
    revoked_at: '2026-11-20T02:00:00.000Z',
  });
  mockEndpoint('GET /api-keys', () => ({ json: { data: [key(), revoked] } }));
  const { user, router } = openApp('/api-settings?key=key_revoked');
  const sheet = await screen.findByRole('dialog', { name: 'Old shop' });
  expect(sheet).toHaveTextContent('Revoked');
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the API log is searched by request ID, and a request opens with its bodies', async () => {
  signIn({ role: 'developer' });
  const row = {
    id: REQUEST_ID,
    at: '2026-11-20T02:00:00.000Z',
    api_key_id: KEY_ID,
    api_key_name: 'Point of sale',
    method: 'POST',
    path_pattern: '/qris-payments',
    path: '/qris-payments',
    status: 422,
    elapsed_ms: 12,
    ip: '203.0.113.7',
    error_code: 'amount_too_low',
    is_replay: false,
  };
  mockEndpoint('GET /api-keys', () => ({ json: { data: [key()] } }));
  mockEndpoint('GET /snap-credentials', () => ({ json: { data: [] } }));
  mockEndpoint('GET /api-requests', () => ({ json: { data: [row], next_cursor: null } }));
  mockEndpoint(`GET /api-requests/${REQUEST_ID}`, () => ({
    json: {
      data: {
        ...row,
        user_agent: 'curl/8',
        idempotency_key: 'order-1',
        request_body: { amount: 1 },
        response_body: null,
        request_bytes: 12,
        response_bytes: 20_000,
        is_hidden: false,
      },
    },
  }));
  const { user } = openApp(`/api-settings?tab=log&q=${REQUEST_ID}&status=4xx`);
  const table = await screen.findByRole('region', { name: 'API requests' });
  await user.click(await within(table).findByText('/qris-payments'));
  const sheet = await screen.findByRole('dialog', { name: 'POST /qris-payments' });
  expect(await within(sheet).findByText('amount_too_low')).toBeVisible();
  expect(within(sheet).getByText(/"amount": 1/)).toBeVisible();
  expect(within(sheet).getByText('20,000 bytes. Only JSON of up to 8 KB is stored.')).toBeVisible();
  const query = new URLSearchParams(requestsTo('/api-requests')[0]?.query);
  expect([query.get('q'), query.get('status')]).toEqual([REQUEST_ID, '4xx']);
});
