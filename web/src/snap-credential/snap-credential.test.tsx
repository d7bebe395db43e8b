import { createHmac, createHash } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = `snp_${'0'.repeat(26)}`;
const SECRET = 'client-secret-that-is-shown-once';
const credential = (more: object = {}) => ({
  id: ID,
  name: 'ERP',
  status: 'active',
  client_key: 'snap_test_abcdefghijkmnpqrstuvwx',
  channel_id: '95221',
  signature_encoding: 'base64',
  services: ['qris', 'virtual_account'],
  notify_urls: { qr_mpm_notify: null, va_payment: null },
  notify_signature: 'asymmetric',
  notify_public_key: null,
  public_key_fingerprint: 'q1w2e3',
  public_key_at: '2026-11-01T02:00:00.000Z',
  previous_secret_expires_at: null,
  created_at: '2026-11-01T02:00:00.000Z',
  created_by: 'Sari Pratiwi',
  last_used_at: '2026-11-20T02:00:00.000Z',
  last_used_ip: '203.0.113.7',
  revoked_at: null,
  ...more,
});
const lastBody = (path: string, method = 'POST'): unknown =>
  JSON.parse(requestsTo(path).findLast((request) => request.method === method)?.body ?? 'null');
const list = (...rows: object[]) => mockEndpoint('GET /snap-credentials', () => ({ json: { data: rows } }));

test('domain 1.13: a SNAP credential is created, its secret shown once, and its bad key explained at the field', async () => {
  signIn();
  list();
  mockEndpoint('POST /snap-credentials', ({ body }) =>
    body.includes('PRIVATE')
      ? { status: 422, json: { code: 'invalid_public_key', detail: 'This is a private key.' } }
      : { status: 201, json: { data: { ...credential(), client_secret: SECRET } } },
  );
  const { user } = openApp('/api-settings?tab=snap');
  expect(await screen.findByText('No SNAP credentials')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create credential' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create SNAP credential' });
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Create credential' }));
  await submit();
  expect(within(dialog).getByText('Enter a name for the credential.')).toBeVisible();
  expect(within(dialog).getByText('Choose at least one service.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Name (required)' }), ' ERP ');
  await user.click(within(dialog).getByRole('checkbox', { name: 'QRIS payments' }));
  const channel = within(dialog).getByRole('textbox', { name: 'CHANNEL-ID (required)' });
  await user.clear(channel);
  await user.type(channel, '12');
  await submit();
  expect(within(dialog).getByText('Enter 5 digits.')).toBeVisible();
  await user.type(channel, '345');
  const key = within(dialog).getByRole('textbox', { name: 'Your RSA public key' });
  await user.type(key, 'PRIVATE');
  await submit();
  expect(await within(dialog).findByText('This is a private key.')).toBeVisible();
  await user.clear(key);
  await submit();
  const secret = await screen.findByRole('dialog', { name: 'Your new client secret' });
  expect(within(secret).getByText(SECRET)).toBeVisible();
  expect(lastBody('/snap-credentials')).toEqual({
    name: 'ERP',
    services: ['qris'],
    channel_id: '12345',
    signature_encoding: 'base64',
  });
  await user.keyboard('{Escape}');
  await user.click(within(secret).getByRole('button', { name: 'I have stored the secret' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
});

test('a credential gets its public key, a new secret, and is revoked', async () => {
  signIn();
  list(
    credential({ status: 'incomplete', public_key_fingerprint: null, public_key_at: null }),
    credential({ id: `snp_${'1'.repeat(26)}`, name: 'Old', status: 'revoked', revoked_at: '2026-11-02T02:00:00.000Z' }),
  );
  mockEndpoint(`PUT /snap-credentials/${ID}/public-key`, () => ({ json: { data: credential() } }));
  mockEndpoint(`POST /snap-credentials/${ID}/rotate-secret`, () => ({
    json: { data: { ...credential(), client_secret: SECRET } },
  }));
  mockEndpoint(`DELETE /snap-credentials/${ID}`, () => ({ status: 204 }));
  const { user } = openApp('/api-settings?tab=snap');
  const table = await screen.findByRole('table', { name: 'SNAP credentials' });
  expect(table).toHaveTextContent('Needs public key');
  expect(screen.queryByText('Old')).toBeNull();
  const open = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions for ERP' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return screen.findByRole('dialog');
  };
  const upload = await open('Upload public key');
  await user.click(within(upload).getByRole('button', { name: 'Upload key' }));
  expect(within(upload).getByText('Paste your public key or choose its file.')).toBeVisible();
  await user.type(within(upload).getByRole('textbox', { name: 'Your RSA public key (required)' }), 'PEM');
  await user.click(within(upload).getByRole('button', { name: 'Upload key' }));
  expect(await screen.findByText('Public key uploaded')).toBeVisible();
  expect(lastBody(`/snap-credentials/${ID}/public-key`, 'PUT')).toEqual({ public_key: 'PEM' });
  const rotate = await open('Rotate secret');
  await user.click(within(rotate).getByRole('radio', { name: '1 hour' }));
  await user.click(within(rotate).getByRole('button', { name: 'Rotate secret' }));
  await user.click(await screen.findByRole('button', { name: 'I have stored the secret' }));
  expect(lastBody(`/snap-credentials/${ID}/rotate-secret`)).toEqual({ overlap_hours: 1 });
  const revoke = await open('Revoke credential');
  await user.click(within(revoke).getByRole('button', { name: 'Revoke credential' }));
  expect(await screen.findByText('SNAP credential revoked')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Show' }));
  await user.click(await screen.findByRole('option', { name: 'All credentials' }));
  await user.click(await screen.findByRole('button', { name: 'Actions for Old' }));
  expect(await screen.findByRole('menuitem', { name: 'Details' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Rotate secret' })).toBeNull();
});

test('a developer renames a credential without its access; a failed list can be read again', async () => {
  signIn({ role: 'developer' });
  mockReadFailure('GET /snap-credentials');
  mockEndpoint(`PATCH /snap-credentials/${ID}`, () => ({ json: { data: credential({ name: 'Till' }) } }));
  const { user } = openApp('/api-settings?tab=snap');
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint('GET /snap-credentials', () => ({ json: { data: [credential()] } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(await screen.findByRole('button', { name: 'Actions for ERP' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit SNAP credential' });
  expect(within(dialog).getByRole('checkbox', { name: 'QRIS payments' })).toBeDisabled();
  const name = within(dialog).getByRole('textbox', { name: 'Name (required)' });
  await user.clear(name);
  await user.type(name, 'Till');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('SNAP credential changed')).toBeVisible();
  expect(lastBody(`/snap-credentials/${ID}`, 'PATCH')).toEqual({
    name: 'Till',
    channel_id: '95221',
    signature_encoding: 'base64',
    notify_signature: 'asymmetric',
  });
});

test('domain 1.13: notification URLs per service, refused at their field, and our public key', async () => {
  signIn();
  const shown = credential({
    notify_urls: { qr_mpm_notify: 'https://snap.example.com', va_payment: null },
    notify_public_key: '-----BEGIN PUBLIC KEY-----',
  });
  list(shown);
  const refused = { field: 'notify_urls.va_payment', detail: 'Enter a public HTTPS address.' };
  mockEndpoint(`PATCH /snap-credentials/${ID}`, ({ body }) =>
    body.includes('10.0.0.1')
      ? { status: 422, json: { code: 'webhook_url_not_allowed', detail: refused.detail, errors: [refused] } }
      : { json: { data: shown } },
  );
  const { user } = openApp('/api-settings?tab=snap');
  await user.click(await screen.findByRole('button', { name: 'Actions for ERP' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit SNAP credential' });
  const qris = within(dialog).getByRole('textbox', { name: 'QRIS notification URL' });
  const va = within(dialog).getByRole('textbox', { name: 'Virtual account notification URL' });
  expect(qris).toHaveValue('https://snap.example.com');
  expect(qris).toHaveAccessibleDescription(/\/v1\.0\/qr\/qr-mpm-notify/);
  await user.type(va, 'https://10.0.0.1');
  const save = () => user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await save();
  expect(await within(dialog).findByText('Enter a public HTTPS address.')).toBeVisible();
  expect(va).toHaveAccessibleDescription(/Enter a public HTTPS address/);
  await user.clear(va);
  await user.type(va, 'https://va.example.com');
  await user.clear(qris);
  await user.click(within(dialog).getByRole('combobox', { name: 'Notification signature' }));
  await user.click(await screen.findByRole('option', { name: 'Symmetric (HMAC-SHA512)' }));
  await save();
  expect(await screen.findByText('SNAP credential changed')).toBeVisible();
  expect(lastBody(`/snap-credentials/${ID}`, 'PATCH')).toEqual({
    name: 'ERP',
    channel_id: '95221',
    signature_encoding: 'base64',
    notify_signature: 'symmetric',
    notify_urls: { qr_mpm_notify: null, va_payment: 'https://va.example.com' },
  });
  await user.click(screen.getByRole('button', { name: 'Actions for ERP' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }));
  expect(await screen.findByText('https://snap.example.com')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download public key' })).toBeVisible();
});

test('the signature tester shows each step, names the first difference, and sends nothing', async () => {
  signIn();
  list(credential());
  const { user } = openApp('/api-settings?tab=snap');
  const tester = await screen.findByRole('region', { name: 'Signature tester' });
  await user.click(within(tester).getByRole('button', { name: 'Calculate' }));
  expect(within(tester).getByText('Enter the path, the timestamp and the client secret.')).toBeVisible();
  const fill = (label: string | RegExp, text: string) =>
    user.click(within(tester).getByLabelText(label)).then(() => user.paste(text));
  const path = '/snap/v1.0/qr/qr-mpm-query';
  const time = '2026-11-22T14:05:00+07:00';
  await fill('Access token', 'token-1');
  await fill('X-TIMESTAMP (required)', time);
  await fill('Request body', '{ "serviceCode": "47" }');
  await fill('Client secret (required)', SECRET);
  const sign = (body: string) => {
    const hash = createHash('sha256').update(body).digest('hex');
    const text = `POST:${path}:token-1:${hash}:${time}`;
    return { text, signature: createHmac('sha512', SECRET).update(text).digest('base64') };
  };
  const right = sign('{"serviceCode":"47"}');
  const wrong = sign('{ "serviceCode": "47" }');
  await fill('Your signature', wrong.signature);
  await user.click(within(tester).getByRole('button', { name: 'Calculate' }));
  expect(await within(tester).findByText(/^Body: hash the minified JSON/)).toBeVisible();
  expect(within(tester).getByText(right.text)).toBeVisible();
  expect(within(tester).getByText(right.signature)).toBeVisible();
  await user.clear(within(tester).getByLabelText('Your signature'));
  await fill('Your signature', right.signature);
  await fill('Your string to sign', right.text);
  await user.click(within(tester).getByRole('button', { name: 'Calculate' }));
  expect(await within(tester).findByText('Your signature is correct.')).toBeVisible();
  expect(within(tester).getByText('Your string to sign is correct.')).toBeVisible();
  expect(requestsTo('/snap-credentials').map(({ method }) => method)).not.toContain('POST');
});
