/** Sections of a merchant: overview, limits, channels, notes and settlements. */
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { mockEndpoint, readSentBody, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildSettlementBatch } from '../test/settlement-fixtures.ts';

setUpMockServer();

const PATH = `/merchants/${MERCHANT_ID}`;
type ProviderRole = 'platform_admin' | 'platform_finance' | 'platform_support';

interface Opening {
  role?: ProviderRole;
  part?: Partial<MerchantDetail>;
  locale?: 'en' | 'id';
}
function open(tab: string, { role = 'platform_admin', part = {}, locale = 'en' }: Opening = {}) {
  signIn({ role, locale });
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: merchantDetail(part) as never } }));
  return openApp(`/merchant/${MERCHANT_ID}?tab=${tab}`);
}

test('the overview shows metrics, what the merchant may do, and why it changed', async () => {
  open('overview', {
    part: {
      payouts_enabled: false,
      holds_settlements: true,
      events: [
        {
          seq: 2,
          at: '2026-11-20T03:00:00.000Z',
          kind: 'payouts',
          from_status: 'enabled',
          to_status: 'disabled',
          actor_type: 'provider',
          actor: 'Putri Maharani',
          reason: 'Under investigation',
        },
      ],
    },
  });
  const may = await screen.findByRole('region', { name: 'Permissions' });
  expect(within(may).getByText('Enabled')).toBeVisible();
  expect(within(may).getByText('Disabled')).toBeVisible();
  expect(within(may).getByText('Held')).toBeVisible();
  const timeline = screen.getByRole('region', { name: 'Timeline' });
  expect(within(timeline).getByText('Payouts: Disabled')).toBeVisible();
  expect(within(timeline).getByText(/Putri Maharani: Under investigation/)).toBeVisible();
});

test('the overview shows the whole address', async () => {
  open('overview');
  const contact = await screen.findByRole('region', { name: 'Contact and address' });
  for (const part of ['Jl. Asia Afrika 8', 'Braga', 'Sumur Bandung', 'Kota Bandung', 'Jawa Barat', '40111']) {
    expect(within(contact).getByText(part)).toBeVisible();
  }
});

const AT = '2026-11-20T03:00:00.000Z';
const INTEGRATION = {
  api_keys: [
    {
      id: 'key_1',
      name: 'Shop server',
      status: 'active',
      prefix: 'sk_live_ab',
      last4: 'wxyz',
      created_at: AT,
      expires_at: null,
      last_used_at: AT,
    },
  ],
  webhooks: [
    {
      id: 'we_1',
      url: 'https://shop.example/hooks',
      status: 'failing',
      success_rate_24h: 0.4567,
      waiting_count: 3,
      last_delivery_at: null,
      failing_since: AT,
      created_at: AT,
    },
  ],
  snap_credentials: [],
};

test('domain 1.17: the integration shows keys, webhooks and SNAP credentials, and changes nothing', async () => {
  mockEndpoint(`GET ${PATH}/integration`, () => ({ json: { data: INTEGRATION } }));
  open('integration', { role: 'platform_support' });
  const keys = await screen.findByRole('region', { name: 'API keys' });
  expect(within(keys).getByText('sk_live_ab…wxyz')).toBeVisible();
  expect(within(keys).getByText('Active')).toBeVisible();
  const webhooks = screen.getByRole('region', { name: 'Webhook endpoints' });
  expect(within(webhooks).getByText('Failing')).toBeVisible();
  expect(within(webhooks).getByText('45.6%')).toBeVisible();
  expect(screen.getByText('No SNAP credentials')).toBeVisible();
  expect(within(keys).queryByRole('button')).toBeNull();
});

test('the integration in Indonesian holds no English text', async () => {
  mockEndpoint(`GET ${PATH}/integration`, () => ({ json: { data: INTEGRATION } }));
  open('integration', { locale: 'id' });
  expect(await screen.findByRole('region', { name: 'Endpoint webhook' })).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});

test('limits are saved together, and an empty one is none', async () => {
  mockEndpoint(`PUT ${PATH}/limits`, () => ({ json: { data: merchantDetail() as never } }));
  const { user } = open('limits', { role: 'platform_finance' });
  const panel = await screen.findByRole('region', { name: 'Limits' });
  expect(within(panel).getByText(/Rp 1\.500\.000 used so far/)).toBeVisible();
  const save = within(panel).getByRole('button', { name: 'Save changes' });
  expect(save).toBeDisabled();
  await user.type(within(panel).getByRole('textbox', { name: /Per payment/ }), '250000');
  await user.clear(within(panel).getByRole('textbox', { name: /Per day/ }));
  await user.click(save);
  await waitFor(() => expect(requestsTo(`${PATH}/limits`)).toHaveLength(1));
  expect(readSentBody(`${PATH}/limits`)).toEqual({
    limit_per_payment: 250_000,
    limit_per_day: null,
    limit_per_month: null,
    limit_per_payout: null,
  });
});

test('support reads limits and channels, and can change neither', async () => {
  open('limits', { role: 'platform_support' });
  const panel = await screen.findByRole('region', { name: 'Limits' });
  expect(within(panel).getByRole('textbox', { name: /Per day/ })).toBeDisabled();
});

test('a channel is switched off', async () => {
  mockEndpoint(`PUT ${PATH}/channels`, () => ({ json: { data: merchantDetail() as never } }));
  const { user } = open('channels', { role: 'platform_finance', part: { disabled_channels: ['BNI'] } });
  const panel = await screen.findByRole('region', { name: 'Channels' });
  expect(within(panel).getByRole('switch', { name: 'Virtual account BNI' })).not.toBeChecked();
  await user.click(within(panel).getByRole('switch', { name: 'QRIS' }));
  await user.click(within(panel).getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(requestsTo(`${PATH}/channels`)).toHaveLength(1));
  expect(readSentBody(`${PATH}/channels`)).toEqual({ disabled_channels: ['BNI', 'QRIS'] });
});

test('notes are listed with their authors and added; an empty one is not sent', async () => {
  const notes = [
    {
      id: 'not_1',
      body: 'Call before noon',
      author: 'Putri Maharani',
      is_own: false,
      created_at: '2026-11-20T03:00:00.000Z',
    },
  ];
  mockEndpoint(`GET ${PATH}/notes`, () => ({ json: { data: notes, next_cursor: null } }));
  mockEndpoint(`POST ${PATH}/notes`, () => ({ status: 201, json: { data: { ...notes[0], id: 'not_2' } } }));
  const { user } = open('notes', { role: 'platform_support' });
  expect(await screen.findByText('Call before noon')).toBeVisible();
  expect(screen.getByText('Putri Maharani')).toBeVisible();
  const add = screen.getByRole('button', { name: 'Add note' });
  expect(add).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), '  Prefers WhatsApp ');
  await user.click(add);
  await waitFor(() => expect(readSentBody(`${PATH}/notes`)).toEqual({ body: 'Prefers WhatsApp' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''));
});

test('a merchant without notes says so, and a failure can be retried', async () => {
  mockEndpoint(`GET ${PATH}/notes`, () => ({ json: { data: [], next_cursor: null } }));
  open('notes');
  expect(await screen.findByText('No notes yet')).toBeVisible();
});

test('a settlement is held with its reason, another one is retried', async () => {
  const closed = buildSettlementBatch(1, { status: 'closed' });
  const failed = buildSettlementBatch(2, { status: 'failed' });
  mockEndpoint(`GET ${PATH}/settlements`, () => ({ json: { data: [closed, failed] as never, next_cursor: null } }));
  mockEndpoint(`POST ${PATH}/settlements/${closed.id}/hold`, () => ({ json: { data: closed as never } }));
  mockEndpoint(`POST ${PATH}/settlements/${failed.id}/retry`, () => ({ json: { data: failed as never } }));
  const { user } = open('settlements', { role: 'platform_finance', part: { holds_settlements: true } });
  expect(await screen.findByText('All settlements of this merchant are held.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Hold' }));
  const dialog = await screen.findByRole('dialog', { name: `Hold ${closed.batch_no}` });
  const confirm = within(dialog).getByRole('button', { name: 'Hold' });
  await user.click(confirm);
  expect(await within(dialog).findByText('Enter a reason.')).toBeVisible();
  expect(requestsTo(`${PATH}/settlements/${closed.id}/hold`)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Dispute');
  await user.click(confirm);
  await waitFor(() => expect(readSentBody(`${PATH}/settlements/${closed.id}/hold`)).toEqual({ reason: 'Dispute' }));
  await user.click(screen.getByRole('button', { name: 'Retry payout' }));
  await waitFor(() => expect(requestsTo(`${PATH}/settlements/${failed.id}/retry`)).toHaveLength(1));
});

test('the sections are in Indonesian', async () => {
  open('limits', { locale: 'id' });
  expect(await screen.findByRole('textbox', { name: /Per hari/ })).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
