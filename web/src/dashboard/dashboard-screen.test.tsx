import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PERIOD_BOUNDS, HOME_DATA, PAYMENT, openHome, region, setUpHome } from '../test/dashboard-fixtures.ts';
import { mockEndpoint, requestsTo } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpHome();

/** A card of several parts is whole when the last one has answered. */
const readQuery = (path: string) => Object.fromEntries(new URLSearchParams(requestsTo(path).at(-1)?.query));

test('the dashboard shows metrics with their change, balance, attention items and latest payments', async () => {
  await openHome();
  const metrics = await region('Metrics');
  expect(await within(metrics).findByText('Rp 2.500.000')).toBeVisible();
  expect(within(metrics).getByText('+6.8 pp')).toBeVisible();
  expect(await within(await region('Balance')).findByText('Rp 34.956.226')).toBeVisible();
  expect(await within(await region('Needs attention')).findByText('Nothing needs your attention.')).toBeVisible();
  const latest = await region('Latest transactions');
  expect(await within(latest).findByRole('link', { name: 'Rp 86.000' })).toHaveAttribute(
    'href',
    `/transaction/${PAYMENT.id}`,
  );
});

test('pending work is linked, and each part fails on its own', async () => {
  HOME_DATA.refunds_waiting = [{ status: 'pending', count: 2, amount: 50_000 }];
  mockEndpoint('GET /deposits/summary', () => ({
    status: 500,
    json: { detail: 'Internal Server Error', status_code: 500 },
  }));
  await openHome();
  const card = await region('Needs attention');
  expect(await within(card).findByText('2 refunds awaiting approval')).toBeVisible();
  expect(await within(card).findByText('Could not load “View deposits”.')).toBeVisible();
  expect(within(card).queryByText('Nothing needs your attention.')).toBeNull();
});

test('disbursements that wait for the user, failed or were returned are listed with their amounts', async () => {
  mockEndpoint('GET /notifications', () => ({
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
  mockEndpoint('GET /disbursements/summary', () => ({
    json: {
      data: [
        { status: 'failed', count: 1, amount: 100_000 },
        { status: 'reversed', count: 2, amount: 50_000 },
      ],
    },
  }));
  await openHome();
  const card = await region('Needs attention');
  expect(await within(card).findByText('2 disbursements awaiting your approval · Rp 350.000')).toBeVisible();
  expect(within(card).getByText('1 disbursement batch awaiting your approval · Rp 9.000.000')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Review batches' })).toHaveAttribute(
    'href',
    '/approvals?subject_type=disbursement_batch',
  );
  expect(await within(card).findByText('3 disbursements failed or returned · Rp 150.000')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View disbursements' }).getAttribute('href')).toMatch(
    /^\/disbursement\?status=failed%2Creversed&from=\d{4}-\d\d-\d\dT17/,
  );
  expect(readQuery('/disbursements/summary')).toMatchObject({ status: 'failed,reversed' });
});

test('domain 1.1: settlements that failed or wait, rejected documents, expiring keys and undelivered events', async () => {
  mockEndpoint('GET /notifications', () => ({
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
  mockEndpoint('GET /api-keys', () => ({
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
  mockEndpoint('GET /business-profile', () => ({
    json: {
      data: {
        missing: [
          { section: 'documents', field: 'nib', problem: 'rejected' },
          { section: 'documents', field: 'npwp', problem: 'missing' },
        ],
      },
    },
  }));
  mockEndpoint('GET /webhook-events', () => ({ json: { data: [{ id: 'we_1' }, { id: 'we_2' }], next_cursor: null } }));
  await openHome();
  const card = await region('Needs attention');
  expect(await within(card).findByText('1 settlement not paid out · Rp 750.000')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View settlements' })).toHaveAttribute(
    'href',
    '/settlement?status=failed%2Creturned%2Con_hold',
  );
  expect(within(card).getByText('3 settlements awaiting approval · Rp 900.000')).toBeVisible();
  expect(await within(card).findByText('1 rejected document')).toBeVisible();
  expect(await within(card).findByText('1 API key expiring soon')).toBeVisible();
  expect(await within(card).findByText('2 undelivered webhook events')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'View events' })).toHaveAttribute(
    'href',
    '/api-settings?tab=events&status=failed%2Cexhausted',
  );
  expect(readQuery('/webhook-events')).toMatchObject({ status: 'failed,exhausted' });
  expect(within(card).queryByText('Nothing needs your attention.')).toBeNull();
});

test('reports that were not delivered are shown to roles that see reports', async () => {
  signIn({ role: 'finance' });
  mockEndpoint('GET /report-runs', () => ({
    json: {
      data: [{ id: 'rrun_1', status: 'failed', error: 'No space left.', created_at: PERIOD_BOUNDS.from }],
      next_cursor: null,
    },
  }));
  const { user, router } = await openHome();
  const card = await region('Needs attention');
  expect(await within(card).findByText('1 report not delivered')).toBeVisible();
  // The link opens the reports, where the failure is shown and the report is resent.
  await user.click(within(card).getByRole('link', { name: 'View deliveries' }));
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard?files=reports'));
});

test('the balance shows the refund hold and the low payout balance', async () => {
  await openHome();
  const card = await region('Balance');
  expect(await within(card).findByText('Rp 75.000')).toBeVisible();
  expect(await within(card).findByText('Low')).toBeVisible();
  expect(within(card).getByText('For disbursements; alert below Rp 1.000')).toBeVisible();
});

test('the balance shows the money in transit beside its meaning', async () => {
  await openHome();
  const card = await region('Balance');
  const amount = await within(card).findByText('Rp 1.234.567');
  expect(amount.closest('dl > div')).toHaveTextContent('In transitSettled, not credited yetRp 1.234.567');
});

test('the URL holds the period, and the comparison can be turned off', async () => {
  vi.setSystemTime('2026-11-21T07:05:00.000Z');
  const { user, router } = await openHome('/dashboard?from=2026-11-01&to=2026-11-19');
  await waitFor(() =>
    expect(readQuery('/dashboard/summary')).toEqual({
      from: '2026-10-31T17:00:00.000Z',
      to: '2026-11-19T17:00:00.000Z',
    }),
  );
  expect(await screen.findByText('+6.8 pp')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Compare with the previous period' }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ from: '2026-11-01', to: '2026-11-19', compare: 'no' }),
  );
  expect(screen.queryByText('+6.8 pp')).toBeNull();
});

test('a preset can be selected, and an invalid period shows an error', async () => {
  const { user, router } = await openHome();
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }));
  await user.clear(await screen.findByLabelText('First day (WIB)'));
  await user.click(screen.getByRole('button', { name: 'Apply period' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a first and a last day.');
  await user.click(screen.getByRole('button', { name: 'Last month' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ range: 'last-month' }));
});

test('each card fails on its own with the server error and a retry', async () => {
  let is_broken = true;
  const refusal = { detail: 'The ledger rests.', status_code: 500, code: 'internal', request_id: 'req_7' };
  mockEndpoint('GET /dashboard/balance', () =>
    is_broken
      ? { status: 500, json: refusal }
      : {
          json: {
            data: {
              as_of: PERIOD_BOUNDS.to,
              pending_settlement: 4_242,
              in_transit: 0,
              available: 0,
              on_hold: 0,
              payout: 0,
            },
          },
        },
  );
  const { user } = await openHome();
  const balance = await region('Balance');
  expect(await within(balance).findByText('The ledger rests.')).toBeVisible();
  expect(within(balance).getByText('req_7')).toBeVisible();
  expect(await within(await region('Metrics')).findByText('Rp 2.500.000')).toBeVisible();
  is_broken = false;
  await user.click(within(balance).getByRole('button', { name: 'Retry' }));
  expect(await within(balance).findByText('Rp 4.242')).toBeVisible();
});

test('items that need attention link to their objects', async () => {
  HOME_DATA.incidents = { late: 4, refused: 1 };
  mockEndpoint('GET /report-runs', () => ({
    json: {
      data: [
        { id: 'rrun_1', status: 'failed', error: 'The server refused the password.', created_at: PERIOD_BOUNDS.from },
      ],
      next_cursor: null,
    },
  }));
  mockEndpoint('GET /webhooks', () => ({
    json: {
      data: [
        { id: 'whe_1', status: 'failing', disabled_reason: null },
        { id: 'whe_2', status: 'disabled', disabled_reason: 'gone' },
        { id: 'whe_3', status: 'disabled', disabled_reason: 'user' },
      ],
    },
  }));
  await openHome();
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
  await openHome();
  expect(await within(await region('Metrics')).findByText('Rp 2.500.000')).toBeVisible();
  expect(await screen.findByText('Nothing needs your attention.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Balance' })).toBeNull();
  expect([requestsTo('/dashboard/balance'), requestsTo('/report-runs')]).toEqual([[], []]);
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
  mockEndpoint('GET /live', async (_seen, count) => {
    await (count === 1 ? sent : new Promise(() => undefined));
    return { text: `data: ${change}\n\n` };
  });
  await openHome();
  const metrics = await region('Metrics');
  expect(await within(metrics).findByText('Rp 2.500.000')).toBeVisible();
  expect([requestsTo('/transactions').length, requestsTo('/dashboard/summary').length]).toEqual([1, 1]);
  sendEvent();
  await waitFor(() => expect(requestsTo('/transactions')).toHaveLength(2));
  await waitFor(() => expect(requestsTo('/dashboard/summary')).toHaveLength(2));
  expect(within(metrics).getByText('Rp 2.500.000')).toBeVisible();
});

test('domain 1.1: upcoming settlements show date, payments and expected net', async () => {
  openApp('/dashboard');
  const card = await screen.findByRole('region', { name: 'Upcoming settlements' });
  expect(await within(card).findByText('23 Nov 2026')).toBeVisible();
  expect(within(card).getByText('Rp 198.446')).toBeVisible();
});
