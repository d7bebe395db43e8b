import { ONBOARDING_STEPS } from '@dasbor/contract/onboarding-checklist';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

const figure = (value: number | null, previous: number | null = null) => ({ value, previous, series: [0, value] });
const ENDS = {
  from: '2026-11-14T17:00:00.000Z',
  to: '2026-11-21T07:00:00.000Z',
  previous_from: '2026-11-07T17:00:00.000Z',
  previous_to: '2026-11-14T07:00:00.000Z',
};
const SUMMARY = {
  ...ENDS,
  gross_volume: figure(2_500_000, 2_000_000),
  success_count: figure(24, 23),
  success_rate: figure(8_890, 8_210),
  average_ticket: figure(104_167, 86_957),
  pending_amount: figure(140_000, 0),
  refunded_amount: figure(54_000, 0),
  fees_amount: figure(19_425, 15_540),
  net_amount: figure(2_480_575, 1_984_460),
  methods: [{ method: 'qris', count: 24, amount: 2_500_000, previous_amount: 2_000_000 }],
};
const INCIDENT = { transaction_id: 'txn_01kaj6x7v3q2m8n4p5r6s70001', at: '2026-11-21T06:00:00.000Z' };
const PAYMENT = {
  ...INCIDENT,
  id: INCIDENT.transaction_id,
  created_at: INCIDENT.at,
  method: 'qris',
  amount: 86_000,
  status: 'pending',
};
/** A card of several parts is whole when the last one has answered. */
const WAIT = { timeout: 10_000 };
let refunds_waiting: { status: string; count: number; amount: number }[] = [];
let incidents = { late: 0, refused: 0 };
let by_method: { method: string; values: (number | null)[] }[] = [];

beforeEach(() => {
  by_method = [
    { method: 'qris', values: [6_000, 7_777] },
    { method: 'virtual_account', values: [3_000, null] },
    { method: 'card', values: [null, null] },
  ];
  incidents = { late: 0, refused: 0 };
  refunds_waiting = [];
  signIn();
  answer('GET /dashboard/summary', () => ({ json: { data: SUMMARY } }));
  answer('GET /dashboard/timeseries', ({ query }) => {
    const { metric, interval, group_by } = Object.fromEntries(new URLSearchParams(query));
    const points = [
      { at: '2026-11-19T17:00:00.000Z', value: 9_000, previous: 8_000 },
      { at: '2026-11-20T17:00:00.000Z', value: 7_777, previous: null },
    ];
    const methods = group_by === 'method' ? by_method : [];
    return { json: { data: { ...ENDS, metric: metric ?? null, interval: interval ?? null, points, methods } } };
  });
  answer('GET /dashboard/actions', () => ({
    json: {
      data: {
        since: ENDS.from,
        late_payments: { count: incidents.late, latest: incidents.late ? [{ ...INCIDENT, amount: 54_321 }] : [] },
        refused_notifications: {
          count: incidents.refused,
          latest: incidents.refused ? [{ ...INCIDENT, response_code: '4045213' }] : [],
        },
      },
    },
  }));
  answer('GET /dashboard/balance', () => ({
    json: {
      data: {
        as_of: ENDS.to,
        pending_settlement: 34_956_226,
        in_transit: 0,
        available: 0,
        on_hold: 75_000,
        payout: 900,
      },
    },
  }));
  answer('GET /payout-alert', () => ({
    json: { data: { threshold: 1_000, recipients: [], balance: 900, is_below: true, last_alert_at: null } },
  }));
  answer('GET /refunds/summary', () => ({ json: { data: refunds_waiting } }));
  answer('GET /refunds/duplicate-payments', () => ({ json: { data: [], next_cursor: null } }));
  answer('GET /deposits/summary', () => ({ json: { data: [] } }));
  answer('GET /webhooks', () => ({ json: { data: [] } }));
  answer('GET /api-keys', () => ({ json: { data: [] } }));
  answer('GET /business-profile', () => ({ json: { data: { missing: [] } } }));
  answer('GET /disbursements/summary', () => ({ json: { data: [] } }));
  answer('GET /virtual-accounts/figures', () => ({
    json: {
      data: {
        active_count: 0,
        paid_today_count: 0,
        paid_today_amount: 0,
        expiring_count: 0,
        mismatches_count: 0,
        as_of: ENDS.to,
      },
    },
  }));
  answer('GET /report-runs', () => ({ json: { data: [], next_cursor: null } }));
  answer('GET /settlements/upcoming', () => ({
    json: {
      data: [
        {
          settlement_date: '2026-11-23',
          count: 2,
          gross_amount: 200_000,
          fee_amount: 1_400,
          fee_vat_amount: 154,
          adjustment_amount: 0,
          net_amount: 198_446,
        },
      ],
      later: 0,
    },
  }));
  answer('GET /transactions', () => ({ json: { data: [PAYMENT], next_cursor: 'older' } }));
});

const open = async (address = '/dashboard') => {
  const opened = openApp(address);
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  return opened;
};
const region = (name: string) => screen.findByRole('region', { name });
const queryOf = (path: string) => Object.fromEntries(new URLSearchParams(seenAt(path).at(-1)?.query));

test('the dashboard shows metrics with their change, balance, attention items and latest payments', async () => {
  await open();
  const figures = await region('Metrics');
  expect(await within(figures).findByText('Rp 2.500.000')).toBeVisible();
  expect(within(figures).getByText('+6.8 pp')).toBeVisible();
  expect(await within(await region('Balance')).findByText('Rp 34.956.226')).toBeVisible();
  expect(await within(await region('Needs attention')).findByText('Nothing needs your attention.')).toBeVisible();
  const latest = await region('Latest transactions');
  expect(await within(latest).findByRole('link', { name: 'Rp 86.000' })).toHaveAttribute(
    'href',
    `/transaction/${PAYMENT.id}`,
  );
});

test('pending work is linked, and each part fails on its own', async () => {
  refunds_waiting = [{ status: 'pending', count: 2, amount: 50_000 }];
  answer('GET /deposits/summary', () => ({ status: 500, json: { detail: 'Internal Server Error', status_code: 500 } }));
  await open();
  const card = await region('Needs attention');
  expect(await within(card).findByText('2 refunds awaiting approval', {}, WAIT)).toBeVisible();
  expect(await within(card).findByText('Could not load “View deposits”.', {}, WAIT)).toBeVisible();
  expect(within(card).queryByText('Nothing needs your attention.')).toBeNull();
});

test('disbursements that wait for the user, failed or were returned are listed with their amounts', async () => {
  answer('GET /notifications', () => ({
    json: {
      data: {
        pending: [
          { type: 'disbursement_approval', count: 2, amount: 350_000 },
          { type: 'disbursement_batch_approval', count: 1, amount: 9_000_000 },
        ],
        recent: [],
        read_until: null,
      },
    },
  }));
  answer('GET /disbursements/summary', () => ({
    json: {
      data: [
        { status: 'failed', count: 1, amount: 100_000 },
        { status: 'reversed', count: 2, amount: 50_000 },
      ],
    },
  }));
  await open();
  const card = await region('Needs attention');
  expect(await within(card).findByText('2 disbursements awaiting your approval · Rp 350.000', {}, WAIT)).toBeVisible();
  expect(within(card).getByText('1 disbursement batch awaiting your approval · Rp 9.000.000')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Review batches' })).toHaveAttribute(
    'href',
    '/approvals?subject_type=disbursement_batch',
  );
  expect(await within(card).findByText('3 disbursements failed or returned · Rp 150.000', {}, WAIT)).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View disbursements' }).getAttribute('href')).toMatch(
    /^\/disbursement\?status=failed%2Creversed&from=\d{4}-\d\d-\d\dT17/,
  );
  expect(queryOf('/disbursements/summary')).toMatchObject({ status: 'failed,reversed' });
});

test('domain 1.1: settlements that failed or wait, rejected documents, expiring keys and undelivered events', async () => {
  answer('GET /notifications', () => ({
    json: {
      data: {
        pending: [
          { type: 'settlement_failed', count: 1, amount: 750_000 },
          { type: 'settlement_approval', count: 3, amount: 900_000 },
        ],
        recent: [],
        read_until: null,
      },
    },
  }));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  answer('GET /api-keys', () => ({
    json: {
      data: [
        { id: 'key_1', status: 'active', expires_at: inDays(13) },
        { id: 'key_2', status: 'active', expires_at: inDays(15) },
        { id: 'key_3', status: 'active', expires_at: null },
        { id: 'key_4', status: 'rolled', expires_at: inDays(1) },
        { id: 'key_5', status: 'expired', expires_at: inDays(-1) },
      ],
    },
  }));
  answer('GET /business-profile', () => ({
    json: {
      data: {
        missing: [
          { section: 'documents', field: 'nib', problem: 'rejected' },
          { section: 'documents', field: 'npwp', problem: 'missing' },
        ],
      },
    },
  }));
  answer('GET /webhook-events', () => ({ json: { data: [{ id: 'we_1' }, { id: 'we_2' }], next_cursor: null } }));
  await open();
  const card = await region('Needs attention');
  expect(await within(card).findByText('1 settlement not paid out · Rp 750.000', {}, WAIT)).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View settlements' })).toHaveAttribute(
    'href',
    '/settlement?status=failed%2Creturned%2Con_hold',
  );
  expect(within(card).getByText('3 settlements awaiting approval · Rp 900.000')).toBeVisible();
  expect(await within(card).findByText('1 rejected document', {}, WAIT)).toBeVisible();
  expect(await within(card).findByText('1 API key expiring soon', {}, WAIT)).toBeVisible();
  expect(await within(card).findByText('2 undelivered webhook events', {}, WAIT)).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View events' })).toHaveAttribute(
    'href',
    '/api-settings?tab=events&status=failed%2Cexhausted',
  );
  expect(queryOf('/webhook-events')).toMatchObject({ status: 'failed,exhausted' });
  expect(within(card).queryByText('Nothing needs your attention.')).toBeNull();
});

test('reports that were not delivered are shown to roles that see reports', async () => {
  signIn({ role: 'finance' });
  answer('GET /report-runs', () => ({
    json: {
      data: [{ id: 'rrun_1', status: 'failed', error: 'No space left.', created_at: ENDS.from }],
      next_cursor: null,
    },
  }));
  const { user, router } = await open();
  const card = await region('Needs attention');
  expect(await within(card).findByText('1 report not delivered', {}, WAIT)).toBeVisible();
  // The link opens the reports, where the failure is shown and the report is resent.
  await user.click(within(card).getByRole('link', { name: 'View deliveries' }));
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard?files=reports'));
});

test('the balance shows the refund hold and the low payout balance', async () => {
  await open();
  const card = await region('Balance');
  expect(await within(card).findByText('Rp 75.000')).toBeVisible();
  expect(await within(card).findByText('Low')).toBeVisible();
  expect(within(card).getByText('For disbursements; alert below Rp 1.000')).toBeVisible();
});

test('the URL holds the period, and the comparison can be turned off', async () => {
  const { user, router } = await open('/dashboard?from=2026-11-01&to=2026-11-19');
  await waitFor(() =>
    expect(queryOf('/dashboard/summary')).toEqual({ from: '2026-10-31T17:00:00.000Z', to: '2026-11-19T17:00:00.000Z' }),
  );
  expect(await screen.findByText('+6.8 pp')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Compare with the previous period' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ from: '2026-11-01', to: '2026-11-19', compare: 'no' }),
  );
  expect(screen.queryByText('+6.8 pp')).toBeNull();
});

test('a preset can be selected, and an invalid period shows an error', async () => {
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }));
  await user.clear(await screen.findByLabelText('First day (WIB)'));
  await user.click(screen.getByRole('button', { name: 'Apply period' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a first and a last day.');
  await user.click(screen.getByRole('button', { name: 'Last month' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ range: 'last-month' }));
});

test('a chart supports the keyboard and can be shown as a table', async () => {
  const { user } = await open();
  const card = await region('Gross volume by method');
  const chart = await within(card).findByRole('slider');
  chart.focus();
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    'Sat, 21 Nov: QRIS Rp 7.777, Virtual account –, All methods Rp 7.777, Previous period –',
  );
  await user.keyboard('{ArrowLeft}');
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    'Fri, 20 Nov: QRIS Rp 6.000, Virtual account Rp 3.000, All methods Rp 9.000, Previous period Rp 8.000',
  );
  await user.click(within(card).getByRole('button', { name: 'Gross volume by method as a table' }));
  expect(
    within(card)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Day (WIB)', 'QRIS', 'Virtual account', 'All methods', 'Previous period']);
  expect(
    await within(card).findByRole('row', { name: 'Fri, 20 Nov Rp 6.000 Rp 3.000 Rp 9.000 Rp 8.000' }),
  ).toBeVisible();
});

test('domain 1.1: volume is stacked by method, and the success rate has a line for each method', async () => {
  await open();
  const volume = await region('Gross volume by method');
  await within(volume).findByRole('slider');
  const stacks = [...volume.querySelectorAll('[data-mark="series-1"]')].filter(({ parentElement }) =>
    parentElement?.style.height.endsWith('%'),
  );
  // The bar is as high as the sum; its parts share it.
  expect(stacks.map(({ parentElement }) => [...(parentElement?.children ?? [])].map((part) => part.outerHTML))).toEqual(
    [
      [
        '<i data-mark="series-1" style="flex-grow: 6000;"></i>',
        '<i data-mark="series-2" style="flex-grow: 3000;"></i>',
      ],
      ['<i data-mark="series-1" style="flex-grow: 7777;"></i>', '<i data-mark="series-2" style="flex-grow: 0;"></i>'],
    ],
  );
  const rate = await region('Success rate by method');
  await within(rate).findByRole('slider');
  const lines = [...rate.querySelectorAll<SVGPathElement>('path[data-mark]')].filter((path) => path.getAttribute('d'));
  expect(lines.map((path) => path.dataset['mark'])).toEqual(['previous', 'series-1', 'series-2']);
});

test('a single method has no sum of its own', async () => {
  by_method = [{ method: 'qris', values: [9_000, 7_777] }];
  const { user } = await open('/dashboard?compare=no');
  const card = await region('Gross volume by method');
  const chart = await within(card).findByRole('slider');
  chart.focus();
  expect(chart).toHaveAttribute('aria-valuetext', 'Sat, 21 Nov: QRIS Rp 7.777');
  await user.click(within(card).getByRole('button', { name: 'Gross volume by method as a table' }));
  expect(await within(card).findByRole('row', { name: 'Fri, 20 Nov Rp 9.000' })).toBeVisible();
});

test('each card fails on its own with the server error and a retry', async () => {
  let is_broken = true;
  const refusal = { detail: 'The ledger rests.', status_code: 500, code: 'internal', request_id: 'req_7' };
  answer('GET /dashboard/balance', () =>
    is_broken
      ? { status: 500, json: refusal }
      : {
          json: {
            data: { as_of: ENDS.to, pending_settlement: 4_242, in_transit: 0, available: 0, on_hold: 0, payout: 0 },
          },
        },
  );
  const { user } = await open();
  const balance = await region('Balance');
  expect(await within(balance).findByText('The ledger rests.')).toBeVisible();
  expect(within(balance).getByText('req_7')).toBeVisible();
  expect(await within(await region('Metrics')).findByText('Rp 2.500.000')).toBeVisible();
  is_broken = false;
  await user.click(within(balance).getByRole('button', { name: 'Retry' }));
  expect(await within(balance).findByText('Rp 4.242')).toBeVisible();
});

test('items that need attention link to their objects', async () => {
  incidents = { late: 4, refused: 1 };
  answer('GET /report-runs', () => ({
    json: {
      data: [{ id: 'rrun_1', status: 'failed', error: 'The server refused the password.', created_at: ENDS.from }],
      next_cursor: null,
    },
  }));
  answer('GET /webhooks', () => ({
    json: {
      data: [
        { id: 'whe_1', status: 'failing', disabled_reason: null },
        { id: 'whe_2', status: 'disabled', disabled_reason: 'gone' },
        { id: 'whe_3', status: 'disabled', disabled_reason: 'user' },
      ],
    },
  }));
  await open();
  const card = await region('Needs attention');
  expect(await within(card).findByText('2 webhook endpoints failing')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View webhooks' })).toHaveAttribute(
    'href',
    '/api-settings?tab=webhooks',
  );
  expect(await within(card).findByText('4 late payments')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Rp 54.321' })).toBeVisible();
  expect(within(card).getByText('1 rejected bank notification')).toBeVisible();
  expect(await within(card).findByText('1 report not delivered')).toBeVisible();
  expect(within(card).getByText('The server refused the password.')).toBeVisible();
  expect(within(card).queryByText('Nothing needs your attention.')).toBeNull();
});

test('without access, balance and report deliveries are neither shown nor requested', async () => {
  signIn({ role: 'developer' });
  await open();
  expect(await within(await region('Metrics')).findByText('Rp 2.500.000')).toBeVisible();
  expect(await screen.findByText('Nothing needs your attention.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Balance' })).toBeNull();
  expect([seenAt('/dashboard/balance'), seenAt('/report-runs')]).toEqual([[], []]);
});

/** Progress of the setup checklist. */
const answerSetup = (done: string[]) => {
  answer('GET /notification-configurations', () => ({
    json: { data: { email_delivery_enabled: true, sftp_delivery_enabled: false } },
  }));
  const activity = { status: 'active', payments_enabled: true, payouts_enabled: true };
  const steps = ONBOARDING_STEPS.map((step) => ({ step, is_done: !UNFINISHED.includes(step) || done.includes(step) }));
  answer('GET /dashboard/checklist', () => ({ json: { data: { activity, steps } } }));
};
const UNFINISHED: readonly string[] = ['bank_account', 'api_key', 'payment'];

test('before the first payment the dashboard is a setup checklist', async () => {
  answer('GET /transactions', () => ({ json: { data: [], next_cursor: null } }));
  answerSetup([]);
  const { user, router } = await open();
  const steps = await within(await region('Get started')).findAllByRole('listitem');
  expect(steps[2]).toHaveTextContent('Create your first QRIS payment');
  expect(await within(steps[3] as HTMLElement).findByRole('img', { name: 'Done' })).toBeVisible();
  expect(screen.getByText('1 of 4 done')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Metrics' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create QRIS payment' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/qris-payment'));
});

test('a new merchant keeps the checklist above the metrics until every step is done', async () => {
  answer('GET /transactions', () => ({ json: { data: [PAYMENT], next_cursor: null } }));
  answerSetup(['api_key', 'payment']);
  const { router } = await open();
  const checklist = await region('Get started');
  expect(await within(checklist).findByText('3 of 4 done')).toBeVisible();
  expect(await region('Metrics')).toBeVisible();
  within(checklist).getByRole('button', { name: 'Add bank account' }).click();
  await waitFor(() => expect(router.state.location.pathname).toBe('/settlement'));
  expect(router.state.location.search).toEqual({ settings: '1' });
});

test('the checklist disappears once every step is done', async () => {
  answer('GET /transactions', () => ({ json: { data: [PAYMENT], next_cursor: null } }));
  answerSetup(['bank_account', 'api_key', 'payment']);
  await open();
  expect(await region('Metrics')).toBeVisible();
  await waitFor(() => expect(seenAt('/dashboard/checklist')).not.toHaveLength(0));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull());
});

test('charts name their colours: the methods of the period and the comparison', async () => {
  await open();
  for (const name of ['Gross volume by method', 'Success rate by method']) {
    const card = await region(name);
    expect((await within(card).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'QRIS',
      'Virtual account',
      'Previous period',
    ]);
  }
});

test('spec §3: a merchant whose access is disabled sees the fallback page', async () => {
  signIn({ access: 'disabled' });
  openApp('/dashboard');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a live event refreshes latest payments and metrics, without a skeleton', async () => {
  const change = JSON.stringify({ topic: 'transaction', id: PAYMENT.id, change: 'updated' });
  let sendEvent: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (sendEvent = resolve));
  // A second connection would refresh everything, so it never opens.
  answer('GET /live', async (_seen, count) => {
    await (count === 1 ? sent : new Promise(() => undefined));
    return { text: `data: ${change}\n\n` };
  });
  await open();
  const figures = await region('Metrics');
  expect(await within(figures).findByText('Rp 2.500.000')).toBeVisible();
  expect([seenAt('/transactions').length, seenAt('/dashboard/summary').length]).toEqual([1, 1]);
  sendEvent();
  await waitFor(() => expect(seenAt('/transactions')).toHaveLength(2));
  await waitFor(() => expect(seenAt('/dashboard/summary')).toHaveLength(2));
  expect(within(figures).getByText('Rp 2.500.000')).toBeVisible();
});

test('domain 1.1: upcoming settlements show date, payments and expected net', async () => {
  openApp('/dashboard');
  const card = await screen.findByRole('region', { name: 'Upcoming settlements' });
  expect(await within(card).findByText('23 Nov 2026')).toBeVisible();
  expect(within(card).getByText('Rp 198.446')).toBeVisible();
});
