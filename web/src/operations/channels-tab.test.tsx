import { screen, waitFor, within } from '@testing-library/react';
import type { BankHealth, ChannelHealth } from '@dasbor/contract/channel-health';
import { CHANNEL_SERVICES } from '@dasbor/contract/channel-health';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID } from '../test/merchant-fixtures.ts';
import { mockEndpoint, recordedRequests, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const AT = '2026-11-21T07:00:00.000Z';
const NONE = { count: 0, not_sent_count: 0, success_rate: null, p50_ms: null, p95_ms: null };
const IDLE: Omit<ChannelHealth, 'service'> = {
  recent: NONE,
  day: NONE,
  last_success_at: null,
  last_failure: null,
  last_callback_at: null,
  waiting: { count: 0, since: null },
  outages: [],
};
const CLOSED: BankHealth['circuit'] = { state: 'closed', processes: 0, since: null, retry_at: null };

function answerHealth(
  changes: Partial<Record<string, Partial<ChannelHealth>>>,
  circuit = CLOSED,
  missing_from: string | null = null,
) {
  const services = CHANNEL_SERVICES.map((service) => ({ ...IDLE, service, ...changes[service] }));
  const banks = [{ bank: 'bank', credential: null, circuit, services }];
  mockEndpoint('GET /operations/channels', () => ({
    json: { data: { banks, recent_from: AT, day_from: AT, as_of: AT, missing_from } },
  }));
}

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /operations/exceptions', () => ({ json: { data: [], counts: [], as_of: AT } }));
  mockEndpoint('GET /transfer-outages', () => ({ json: { data: [], next_cursor: null } }));
});

const openChannels = () => openApp('/dashboard?tab=channels');
const findRow = async (name: string): Promise<HTMLElement> => {
  const table = await screen.findByRole('table', { name: 'Bank' });
  return within(table)
    .getAllByRole('row')
    .find((row) => row.textContent?.includes(name))!;
};

test('each service with its metrics, its last failure with the code, and what waits', async () => {
  const metrics = { count: 40, not_sent_count: 2, success_rate: 8_500, p50_ms: 240, p95_ms: 5_200 };
  answerHealth({
    qris: {
      recent: metrics,
      day: { ...metrics, count: 1_000, success_rate: 9_990, p95_ms: 700 },
      last_success_at: AT,
      last_failure: { at: AT, response_code: '5034700', http_status: 503 },
      waiting: { count: 3, since: AT },
    },
    virtual_account: { recent: { ...metrics, success_rate: 10_000 } },
  });
  openChannels();
  const qris = await findRow('QRIS');
  expect(qris).toHaveTextContent('Failing');
  expect(qris).toHaveTextContent('85% of 40 · 2 not sent');
  expect(qris).toHaveTextContent('p50 240 ms · p95 5.2 s');
  expect(await findRow('Virtual accounts')).toHaveTextContent('Slow');
  expect(await findRow('Transfer: SKN')).toHaveTextContent('No recent calls');
  expect(screen.getByText('Calls are sent')).toBeVisible();
});

test('own credentials of a merchant are named', async () => {
  const services = CHANNEL_SERVICES.map((service) => ({ ...IDLE, service }));
  const credential = { merchant_id: MERCHANT_ID, merchant_name: 'Kopi Nusantara', channel: 'QRIS' } as const;
  const banks = [
    { bank: 'bank', credential: null, circuit: CLOSED, services },
    { bank: 'bcr_01kagz7v3w8x9y2m4n5p6q7r8s', credential, circuit: CLOSED, services },
  ];
  mockEndpoint('GET /operations/channels', () => ({
    json: { data: { banks, recent_from: AT, day_from: AT, as_of: AT, missing_from: null } },
  }));
  openChannels();
  expect(await screen.findByRole('region', { name: 'Credentials of Kopi Nusantara: QRIS' })).toBeVisible();
});

test('an open circuit breaker, and counting that is late', async () => {
  const open = { state: 'open', processes: 2, since: AT, retry_at: AT } as const;
  answerHealth({}, open, AT);
  openChannels();
  expect(await screen.findByText('The bank does not respond; calls are not sent')).toBeVisible();
  expect(screen.getByText(/in 2 processes/)).toBeVisible();
  expect(screen.getByText(/Counting is delayed/)).toBeVisible();
  expect(await findRow('QRIS')).toHaveTextContent('Not responding');
});

test('the outage of a service is declared from its row, with the form filled in', async () => {
  const failing = { ...NONE, count: 5, success_rate: 0, p50_ms: 10, p95_ms: 10 };
  answerHealth({ bi_fast: { recent: failing, day: failing } });
  mockEndpoint('POST /transfer-outages', () => ({ status: 201, json: { data: {} } }));
  const { user } = openChannels();
  await user.click(within(await findRow('BI-FAST')).getByRole('button', { name: 'Add outage' }));
  const form = await screen.findByRole('dialog', { name: 'Add outage' });
  expect(within(form).getByRole('checkbox', { name: 'Disbursements' })).toBeChecked();
  await user.click(within(form).getByRole('button', { name: 'Save outage' }));
  await waitFor(() => expect(recordedRequests.some(({ method }) => method === 'POST')).toBe(true));
  expect(JSON.parse(recordedRequests.findLast(({ method }) => method === 'POST')?.body ?? '{}')).toMatchObject({
    methods: ['disbursement'],
    rail: 'bi_fast',
    text_en: expect.stringContaining('BI-FAST'),
    text_id: expect.stringContaining('BI-FAST'),
  });
});

test('inquiries have no outages of their own; a person who may only view cannot add one', async () => {
  signIn({ role: 'platform_compliance' });
  answerHealth({ qris: { waiting: { count: 1, since: AT } } });
  openChannels();
  expect(within(await findRow('Account inquiry')).queryByRole('button')).toBeNull();
  expect(within(await findRow('QRIS')).getByRole('button', { name: 'Add outage' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('before the first call, and when the metrics cannot be read', async () => {
  answerHealth({}, CLOSED, AT);
  openChannels();
  expect(await screen.findByText('No calls to banks in 24 hours')).toBeVisible();
  expect(screen.queryByText(/Counting is delayed/)).toBeNull();
});

test('a failure of the request is shown with a retry', async () => {
  mockEndpoint('GET /operations/channels', () => ({
    status: 500,
    json: { detail: 'Something failed.', status_code: 500, code: 'internal' },
  }));
  openChannels();
  expect(await screen.findByText('Something failed.')).toBeVisible();
});
