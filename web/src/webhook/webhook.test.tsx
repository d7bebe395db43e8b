import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ENDPOINT_ID = `whe_${'0'.repeat(26)}`;
const EVENT_ID = `evt_${'0'.repeat(26)}`;
const SECRET = 'whsec_shown-once';
const endpoint = (more: object = {}) => ({
  id: ENDPOINT_ID,
  url: 'https://shop.example.com/hooks',
  snap_credential_id: null,
  snap_service: null,
  description: 'Orders',
  events: ['payment.*', 'refund.succeeded'],
  api_version: '2026-11-01',
  notify_email: null,
  header_names: ['x-shop'],
  status: 'active',
  disabled_reason: null,
  failing_since: null,
  next_probe_at: null,
  previous_secret_expires_at: null,
  success_rate_24h: 0.996,
  waiting_count: 0,
  last_delivery_at: '2026-11-20T02:00:00.000Z',
  created_by: 'Dewi Lestari',
  created_at: '2026-11-01T02:00:00.000Z',
  ...more,
});
const delivery = (more: object = {}) => ({
  endpoint_id: ENDPOINT_ID,
  url: 'https://shop.example.com/hooks',
  status: 'retrying',
  attempts: 2,
  last_http_status: 500,
  last_error: 'http_status',
  last_latency_ms: 87,
  last_attempt_at: '2026-11-20T02:00:00.000Z',
  next_attempt_at: '2026-11-20T02:10:00.000Z',
  delivered_at: null,
  ...more,
});
const event = (more: object = {}) => ({
  id: EVENT_ID,
  type: 'payment.success',
  object_id: 'txn_1',
  sequence: 2,
  api_version: '2026-11-01',
  is_test: false,
  status: 'retrying',
  deliveries: [delivery()],
  created_at: '2026-11-20T01:59:00.000Z',
  ...more,
});
const attempt = (more: object = {}) => ({
  id: `wha_${'0'.repeat(26)}`,
  endpoint_id: ENDPOINT_ID,
  event_id: EVENT_ID,
  kind: 'automatic',
  url: 'https://shop.example.com/hooks',
  is_delivered: false,
  error: 'http_status',
  http_status: 500,
  latency_ms: 87,
  request_headers: { 'webhook-id': EVENT_ID, 'x-shop': '••••••' },
  request_body: '{"it\'s":1}',
  response_headers: { 'content-type': 'text/plain' },
  response_body: 'broken',
  at: '2026-11-20T02:00:00.000Z',
  ...more,
});
const lastBody = (path: string, method = 'POST'): unknown =>
  JSON.parse(requestsTo(path).findLast((request) => request.method === method)?.body ?? 'null');

test('domain 1.13: an endpoint is created with chosen events, and its secret is shown once', async () => {
  signIn({ role: 'developer' });
  mockEndpoint('GET /webhooks', () => ({ json: { data: [] } }));
  mockEndpoint('GET /webhooks/' + ENDPOINT_ID, () => ({ json: { data: endpoint() } }));
  mockEndpoint('POST /webhooks', ({ body }) =>
    body.includes('10.0.0.1')
      ? {
          status: 422,
          json: {
            code: 'webhook_url_not_allowed',
            detail: 'Enter a public HTTPS address.',
            errors: [{ field: 'url', detail: 'Not a public address.' }],
          },
        }
      : { status: 201, json: { data: { ...endpoint(), secret: SECRET } } },
  );
  const { user, router } = openApp('/api-settings?tab=webhooks');
  expect(await screen.findByText('No webhook endpoints')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create webhook' }));
  await screen.findByRole('heading', { name: 'Create webhook' });
  const submit = screen.getByRole('button', { name: 'Create webhook' });
  await user.click(submit);
  expect(screen.getByText('Enter the URL of your endpoint.')).toBeVisible();
  expect(screen.getByText('Choose at least one event.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Endpoint URL/ }), 'https://10.0.0.1/');
  await user.click(screen.getByRole('checkbox', { name: 'Payments' }));
  await user.click(screen.getByRole('checkbox', { name: 'Refund successful' }));
  await user.click(submit);
  expect(await screen.findByText('Not a public address.')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: /^Endpoint URL/ }));
  await user.type(screen.getByRole('textbox', { name: /^Endpoint URL/ }), 'https://shop.example.com/hooks');
  await user.click(screen.getByRole('button', { name: 'Add header' }));
  await user.type(screen.getByRole('textbox', { name: 'Header 1 name' }), 'X-Shop');
  await user.type(screen.getByRole('textbox', { name: 'Header 1 value' }), 'top secret');
  await user.click(submit);
  const shown = await screen.findByRole('dialog', { name: 'Signing secret' });
  expect(within(shown).getByLabelText('Signing secret')).toHaveTextContent(SECRET);
  expect(lastBody('/webhooks')).toEqual({
    url: 'https://shop.example.com/hooks',
    events: ['payment.*', 'refund.succeeded'],
    description: null,
    notify_email: null,
    headers: [{ name: 'X-Shop', value: 'top secret' }],
  });
  await user.click(within(shown).getByRole('button', { name: 'I have stored the secret' }));
  expect(await screen.findByRole('heading', { name: 'https://shop.example.com/hooks' })).toBeVisible();
  expect(router.state.location.search).toEqual({ tab: 'webhooks', webhook: ENDPOINT_ID });
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('domain 1.13: a failing endpoint says what happens next; a test event shows the response of the server', async () => {
  signIn({ role: 'developer' });
  const failing = endpoint({
    status: 'failing',
    failing_since: '2026-11-20T00:00:00.000Z',
    next_probe_at: '2026-11-20T03:00:00.000Z',
    waiting_count: 4,
  });
  mockEndpoint('GET /webhooks', () => ({ json: { data: [failing] } }));
  mockEndpoint('GET /webhooks/' + ENDPOINT_ID, () => ({ json: { data: failing } }));
  mockEndpoint(`POST /webhooks/${ENDPOINT_ID}/test`, () => ({ json: { data: attempt({ kind: 'test' }) } }));
  const { user } = openApp('/api-settings?tab=webhooks');
  const table = await screen.findByRole('table', { name: 'Webhook endpoints' });
  expect(table).toHaveTextContent('7 events');
  expect(table).toHaveTextContent('99%');
  await user.click(within(table).getByRole('link', { name: failing.url }));
  expect(await screen.findByText(/Deliveries have been failing since/)).toBeVisible();
  expect(screen.getByText(/Too many attempts failed/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send test event' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send test event' });
  await user.click(within(dialog).getByRole('button', { name: 'Send test event' }));
  expect(await within(dialog).findByText('Not delivered: HTTP 500.')).toBeVisible();
  expect(within(dialog).getByText('broken')).toBeVisible();
  expect(lastBody(`/webhooks/${ENDPOINT_ID}/test`)).toEqual({ type: 'payment.success' });
});

test('domain 1.13: rotating the secret shows the new one, and how long the previous one signs', async () => {
  signIn({ role: 'developer' });
  let until: string | null = null;
  mockEndpoint('GET /webhooks/' + ENDPOINT_ID, () => ({
    json: { data: endpoint({ previous_secret_expires_at: until }) },
  }));
  mockEndpoint(`POST /webhooks/${ENDPOINT_ID}/rotate-secret`, () => {
    until = new Date(Date.now() + 86_400_000).toISOString();
    return { json: { data: { ...endpoint({ previous_secret_expires_at: until }), secret: SECRET } } };
  });
  const { user } = openApp(`/api-settings?tab=webhooks&webhook=${ENDPOINT_ID}`);
  await user.click(await screen.findByRole('button', { name: 'Rotate secret' }));
  const question = await screen.findByRole('dialog', { name: 'Rotate the signing secret?' });
  await user.click(within(question).getByRole('button', { name: 'Rotate secret' }));
  const shown = await screen.findByRole('dialog', { name: 'Signing secret' });
  expect(within(shown).getByLabelText('Signing secret')).toHaveTextContent(SECRET);
  await user.click(within(shown).getByRole('button', { name: 'I have stored the secret' }));
  expect(await screen.findByText(/The previous secret is valid for another/)).toBeVisible();
});

test('domain 1.13: the event log is filtered, an event shows its attempts, and events are sent again', async () => {
  signIn({ role: 'developer' });
  mockEndpoint('GET /webhooks', () => ({ json: { data: [endpoint()] } }));
  mockEndpoint('GET /webhook-events', () => ({ json: { data: [event()], next_cursor: null } }));
  mockEndpoint('GET /webhook-events/' + EVENT_ID, () => ({ json: { data: { ...event(), payload: '{"type":"x"}' } } }));
  mockEndpoint(`GET /webhook-events/${EVENT_ID}/attempts`, () => ({ json: { data: [attempt()] } }));
  mockEndpoint(`POST /webhook-events/${EVENT_ID}/resend`, () => ({ json: { data: { count: 1 } } }));
  mockEndpoint('POST /webhook-events/resend', () => ({ json: { data: { count: 1 } } }));
  const { user, router } = openApp('/api-settings?tab=events&type=payment.success');
  const table = await screen.findByRole('table', { name: 'Webhook events' });
  expect(table).toHaveTextContent('HTTP 500 · 87 ms');
  await user.click(screen.getByRole('button', { name: /Status/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Retrying' }));
  await user.keyboard('{Escape}');
  const query = new URLSearchParams(requestsTo('/webhook-events').at(-1)?.query);
  expect([query.get('status'), query.get('type')]).toEqual(['retrying', 'payment.success']);
  // The address reproduces the list.
  expect(router.state.location.search).toEqual({ tab: 'events', type: 'payment.success', status: 'retrying' });
  await user.click(screen.getByRole('button', { name: 'URL' }));
  await user.click(await screen.findByRole('radio', { name: 'https://shop.example.com/hooks' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ endpoint_id: ENDPOINT_ID }));
  await user.click(await screen.findByRole('checkbox', { name: `Select event ${EVENT_ID}` }));
  await user.click(screen.getByRole('button', { name: 'Resend 1 event' }));
  expect(await screen.findByText('Sent again: 1')).toBeVisible();
  expect(lastBody('/webhook-events/resend')).toEqual({ ids: [EVENT_ID] });
  await user.click(await screen.findByRole('button', { name: 'payment.success' }));
  const sheet = await screen.findByRole('dialog', { name: 'Webhook event' });
  expect(await within(sheet).findByText('broken')).toBeInTheDocument();
  await user.click(within(sheet).getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(requestsTo(`/webhook-events/${EVENT_ID}/resend`)).toHaveLength(1));
  expect(lastBody(`/webhook-events/${EVENT_ID}/resend`)).toEqual({});
});

test('the address of an event opens it, and closing it removes it from the address', async () => {
  signIn({ role: 'developer' });
  mockEndpoint('GET /webhooks', () => ({ json: { data: [endpoint()] } }));
  mockEndpoint('GET /webhook-events', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /webhook-events/' + EVENT_ID, () => ({ json: { data: { ...event(), payload: '{"type":"x"}' } } }));
  mockEndpoint(`GET /webhook-events/${EVENT_ID}/attempts`, () => ({ json: { data: [attempt()] } }));
  const { user, router } = openApp(`/api-settings?tab=events&event=${EVENT_ID}`);
  const sheet = await screen.findByRole('dialog', { name: 'Webhook event' });
  expect(await within(sheet).findByText('broken')).toBeInTheDocument();
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'events' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the filter selects the types of a whole group at once', async () => {
  signIn({ role: 'developer' });
  mockEndpoint('GET /webhooks', () => ({ json: { data: [] } }));
  mockEndpoint('GET /webhook-events', () => ({ json: { data: [event()], next_cursor: null } }));
  const { user, router } = openApp('/api-settings?tab=events');
  await screen.findByRole('table', { name: 'Webhook events' });
  const refunds = ['refund.created', 'refund.succeeded', 'refund.failed'];
  const filter = screen.getByRole('search', { name: 'Filter events' });
  await user.click(within(filter).getByRole('button', { name: 'Event' }));
  const group = await screen.findByRole('checkbox', { name: 'All events: Refunds' });
  await user.click(group);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ type: refunds.join(',') }));
  await waitFor(() =>
    expect(new URLSearchParams(requestsTo('/webhook-events').at(-1)?.query).get('type')).toBe(refunds.join(',')),
  );
  for (const type of refunds) expect(screen.getByRole('checkbox', { name: type })).toBeChecked();
  expect(within(filter).getByRole('button', { name: /^Event/, expanded: true })).toHaveTextContent(
    'All events: Refunds',
  );
  // A group of one type is that type alone.
  expect(screen.queryByRole('checkbox', { name: 'All events: Reports' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'refund.failed' }));
  expect(group).toBePartiallyChecked();
  await user.click(group);
  await user.click(group);
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'events' }));
});

test.each([
  [12, '12 events are being sent again'],
  [1, '1 event is being sent again'],
])('everything that was missed between two times is recovered: %i', async (count, shown) => {
  signIn({ role: 'developer' });
  mockEndpoint('GET /webhooks/' + ENDPOINT_ID, () => ({ json: { data: endpoint() } }));
  mockEndpoint(`POST /webhooks/${ENDPOINT_ID}/recover`, () => ({ json: { data: { count } } }));
  const { user } = openApp(`/api-settings?tab=webhooks&webhook=${ENDPOINT_ID}`);
  await user.click(await screen.findByRole('button', { name: 'Recover events' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recover missed events' });
  await user.click(within(dialog).getByRole('button', { name: 'Recover events' }));
  expect(await screen.findByText(shown)).toBeVisible();
  const { from, to } = lastBody(`/webhooks/${ENDPOINT_ID}/recover`) as { from: string; to: string };
  expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
});

test('custom headers are entered again or removed before the URL moves to another server', async () => {
  signIn({ role: 'developer' });
  mockEndpoint(`GET /webhooks/${ENDPOINT_ID}`, () => ({ json: { data: endpoint() } }));
  const detail = 'Enter the custom headers again.';
  mockEndpoint(`PATCH /webhooks/${ENDPOINT_ID}`, ({ body }) =>
    body.includes('changed-meanwhile')
      ? { status: 422, json: { code: 'headers_required', detail, errors: [{ field: 'headers', detail }] } }
      : { json: { data: endpoint({ url: 'https://other.example.com/hooks' }) } },
  );
  const { user } = openApp(`/api-settings/create-webhook?webhook=${ENDPOINT_ID}`);
  const url = await screen.findByRole('textbox', { name: /^Endpoint URL/ });
  const type = async (text: string) => {
    await user.clear(url);
    await user.paste(text);
  };
  const warning =
    'Enter the custom headers again, or remove them, because their values would be sent to another server.';
  await type('https://shop.example.com/other');
  expect(screen.queryByText(warning)).toBeNull();
  await type('https://other.example.com/hooks');
  expect(screen.getByText(warning)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(requestsTo(`/webhooks/${ENDPOINT_ID}`).some(({ method }) => method === 'PATCH')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Add header' }));
  await user.type(screen.getByRole('textbox', { name: 'Header 1 name' }), 'X-Shop');
  expect(screen.queryByText(warning)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove header 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Remove the current headers' }));
  expect(screen.queryByText(warning)).toBeNull();
  // The server refuses when headers were stored meanwhile.
  await user.click(screen.getByRole('checkbox', { name: 'Remove the current headers' }));
  await type('https://shop.example.com/changed-meanwhile');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await within(screen.getByRole('group', { name: 'Custom headers' })).findByText(detail)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Remove the current headers' }));
  await type('https://other.example.com/hooks');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(lastBody(`/webhooks/${ENDPOINT_ID}`, 'PATCH')).toMatchObject({ headers: [] }));
});

test('who may only view webhooks changes nothing, and sees why', async () => {
  signIn({ access: [{ group: 'API', access: 'view' }] });
  mockEndpoint('GET /webhooks/' + ENDPOINT_ID, () => ({
    json: { data: endpoint({ status: 'disabled', disabled_reason: 'gone' }) },
  }));
  openApp(`/api-settings?tab=webhooks&webhook=${ENDPOINT_ID}`);
  expect(await screen.findByText(/Your server responded 410 Gone/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Enable' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Rotate secret' })).toHaveAttribute('aria-disabled', 'true');
});

test('domain 1.13: an endpoint over SNAP BI is changed with its credential, and its attempts show what was sent', async () => {
  signIn();
  const snap = endpoint({
    url: 'https://snap.example.com/v1.0/qr/qr-mpm-notify',
    snap_credential_id: `snp_${'0'.repeat(26)}`,
    snap_service: 'qr_mpm_notify',
    description: 'ERP',
    events: ['payment.success'],
    header_names: [],
  });
  mockEndpoint(`GET /webhooks/${ENDPOINT_ID}`, () => ({ json: { data: snap } }));
  mockEndpoint('GET /webhook-events', () => ({ json: { data: [], next_cursor: null } }));
  const sent = {
    error: 'response_code',
    http_status: 200,
    request_headers: { 'x-partner-id': 'snap_test_1' },
    request_body: '{"originalReferenceNo":"qr_1"}',
  };
  mockEndpoint(`POST /webhooks/${ENDPOINT_ID}/test`, () => ({ json: { data: attempt(sent) } }));
  const { user } = openApp(`/api-settings?tab=webhooks&webhook=${ENDPOINT_ID}`);
  expect(await screen.findByText('ERP · SNAP BI: QRIS payments')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View SNAP credentials' })).toHaveAttribute('href', '/api-settings?tab=snap');
  for (const name of ['Edit', 'Delete', 'Rotate secret']) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send test event' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send test event' });
  expect(within(dialog).queryByRole('combobox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Send test event' }));
  expect(await within(dialog).findByText('Not delivered: Unexpected SNAP BI response code.')).toBeVisible();
  expect(within(dialog).getAllByRole('region', { name: 'Request body' })[0]).toHaveTextContent('qr_1');
});
