import type { Analytics } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const PERIOD = {
  from: '2026-10-22T17:00:00.000Z',
  to: '2026-11-21T07:00:00.000Z',
  previous_from: '2026-09-22T17:00:00.000Z',
  previous_to: '2026-10-22T07:00:00.000Z',
  as_of: '2026-11-21T07:00:00.000Z',
};
const PAID = 'success,partially_refunded,refunded,reversed';
const ROW = {
  note: null,
  amount: 900_000,
  previous_amount: 600_000,
  count: 9,
  previous_count: 6,
  share: 9_000,
  rate: 9_500,
  p50: null,
  p90: null,
  previous_p50: null,
  previous_p90: null,
};

function build(widget: string, query: URLSearchParams): Analytics {
  const is_year = Date.parse(PERIOD.to) - Date.parse(query.get('from') ?? PERIOD.to) > duration.days(300);
  const tab = (query.get('tab') ?? 'payments') as Analytics['tab'];
  const base = {
    ...PERIOD,
    ...(is_year ? { from: '2025-11-21T17:00:00.000Z' } : {}),
    tab,
    widget: widget as Analytics['widget'],
    dimension: query.get('dimension') as Analytics['dimension'],
    interval: 'day' as const,
    filter: { status: PAID },
    metrics: [],
    points: [],
    rows: [],
  };
  const point = { previous: 600_000, count: 9, previous_count: 6 };
  if (widget === 'volume') {
    return {
      ...base,
      metrics: [
        { key: 'amount', unit: 'rupiah', value: 900_000, previous: 600_000 },
        { key: 'count', unit: 'count', value: 9, previous: 6 },
      ],
      points: [
        { ...point, at: '2026-11-18T17:00:00.000Z', to: '2026-11-19T17:00:00.000Z', value: 400_000 },
        { ...point, at: '2026-11-19T17:00:00.000Z', to: '2026-11-20T17:00:00.000Z', value: 500_000 },
      ],
    };
  }
  if (widget === 'completion-time') {
    const rows = [{ ...ROW, key: 'qris', label: 'QRIS', filter: null, share: null, rate: null, p50: 65, p90: 7_500 }];
    return { ...base, metrics: [{ key: 'p50', unit: 'seconds', value: 65, previous: 70 }], rows };
  }
  if (widget === 'failure-reasons') {
    const filter = { status: 'failed', failure_code: 'bank_refused' };
    return {
      ...base,
      rows: [{ ...ROW, key: 'bank_refused', label: 'The bank refused the payment', note: 'Declined', filter }],
    };
  }
  if (widget === 'breakdown' && base.dimension === 'hour') {
    return { ...base, rows: [{ ...ROW, key: '09', label: '09.00–09.59', filter: { status: PAID, hour: '9' } }] };
  }
  if (widget === 'breakdown' && base.dimension === 'method') {
    return { ...base, rows: [{ ...ROW, key: 'qris', label: 'QRIS', filter: { status: PAID, method: 'qris' } }] };
  }
  return base;
}

beforeEach(() => {
  signIn();
  for (const widget of [
    'volume',
    'success-rate',
    'funnel',
    'failure-reasons',
    'completion-time',
    'breakdown',
    'fees',
    'refund-rate',
    'top-links',
    'top-customers',
  ]) {
    mockEndpoint(`GET /analytics/${widget}`, ({ query }) => ({
      json: { data: build(widget, new URLSearchParams(query)) },
    }));
  }
});

const card = (name: string) => screen.findByRole('region', { name });

describe('domain 1.2: analytics', () => {
  test('a widget shows its metrics, the change and the values behind the chart', async () => {
    const { user } = openApp('/analytics');
    const volume = await card('Paid volume');
    expect(await within(volume).findByText('Rp 900.000')).toBeVisible();
    expect(volume).toHaveTextContent('+50%');
    await user.click(within(volume).getByRole('button', { name: 'Paid volume as a table' }));
    const rows = within(within(volume).getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Start (WIB)VolumePrevious periodCount',
      expect.stringContaining('Rp 400.000'),
      expect.stringContaining('Rp 500.000'),
    ]);
    expect(
      within(rows[1] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toContain('/transaction?from=2026-11-18T17%3A00%3A00.000Z&to=2026-11-19T17%3A00%3A00.000Z');
  });

  test('a point opens its list with Enter, a row is a link with its filter', async () => {
    const { user, router } = openApp('/analytics?method=qris');
    const methods = await card('Paid volume by method');
    const link = await within(methods).findByRole('link', { name: 'Open the list: QRIS' });
    const href = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect(Object.fromEntries(href.searchParams)).toEqual({
      from: PERIOD.from,
      to: PERIOD.to,
      method: 'qris',
      status: PAID,
    });
    const chart = await screen.findByRole('slider', { name: /^Paid volume, 2 intervals/ });
    chart.focus();
    await user.keyboard('{ArrowLeft}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/transaction'));
    expect(router.state.location.search).toMatchObject({ from: '2026-11-18T17:00:00.000Z', method: 'qris' });
  });

  test('a bar of an hour opens the payments of that hour of the day', async () => {
    const { user, router } = openApp('/analytics');
    const chart = await screen.findByRole('slider', { name: /^Paid volume by hour of the day \(WIB\), 24 intervals/ });
    chart.focus();
    await user.keyboard('{Home}');
    for (let hour = 0; hour < 9; hour++) await user.keyboard('{ArrowRight}');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/transaction'));
    const { from, to } = PERIOD;
    expect(router.state.location.search).toMatchObject({ from, to, status: PAID });
    expect(String((router.state.location.search as Record<string, unknown>)['hour'])).toBe('9');
  });

  test('over a period that is too long for a list, a row offers its parts with what each list counts', async () => {
    mockEndpoint('GET /transactions/summary', ({ query }) => {
      const { from, method } = Object.fromEntries(new URLSearchParams(query));
      const count = from?.startsWith('2025') ? 4 : from?.startsWith('2026-04') ? 3 : 2;
      const sum = { status: 'success', count, amount: count * 100_000 };
      return { json: { data: method === 'qris' ? [sum] : [] } };
    });
    const { user } = openApp('/analytics?range=365d');
    const methods = await card('Paid volume by method');
    await user.click(await within(methods).findByRole('button', { name: 'Open the list: QRIS' }));
    const dialog = await screen.findByRole('dialog', { name: 'Paid volume by method: QRIS' });
    await waitFor(() => expect(within(dialog).getByRole('row', { name: /Total/ })).toHaveTextContent('9Rp 900.000'));
    const links = within(dialog).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      '22 Nov 2025 – 30 Apr 2026',
      '1 May 2026 – 30 Sep 2026',
      '1 Oct 2026 – 21 Nov 2026',
    ]);
    const href = new URL(links[1]?.getAttribute('href') ?? '', 'http://localhost');
    expect(Object.fromEntries(href.searchParams)).toEqual({
      from: '2026-04-30T17:00:00.000Z',
      to: '2026-09-30T17:00:00.000Z',
      method: 'qris',
      status: PAID,
    });
  });

  test('the menu of a metric opens the list of the whole period', async () => {
    const { user, router } = openApp('/analytics');
    const volume = await card('Paid volume');
    await within(volume).findByText('Rp 900.000');
    await user.click(within(volume).getByRole('button', { name: 'Actions for Paid volume' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Open list' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/transaction'));
    expect(router.state.location.search).toMatchObject({ from: PERIOD.from, to: PERIOD.to, status: PAID });
  });

  test('times are durations, failures have their message', async () => {
    openApp('/analytics');
    expect(await within(await card('Time to pay')).findByText(/90th percentile 2 h 5 min/)).toBeVisible();
    expect(await within(await card('Failure reasons')).findByText('Declined')).toBeVisible();
  });

  test('tab, period, interval, filters and comparison are in the address and in every request', async () => {
    const { user, router } = openApp('/analytics?range=7d&interval=hour&channel=BCA&compare=no');
    await card('Paid volume');
    await waitFor(() => expect(requestsTo('/analytics/volume').length).toBeGreaterThan(0));
    const query = Object.fromEntries(new URLSearchParams(requestsTo('/analytics/volume').at(-1)?.query));
    expect(query).toMatchObject({ tab: 'payments', interval: 'hour', channel: 'BCA' });
    expect(screen.queryByText('+50%')).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Refunds' }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ tab: 'refunds', range: '7d', interval: 'hour', compare: 'no' }),
    );
    expect(await card('Refunds by status')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Top customers' })).not.toBeInTheDocument();
  });

  test('a filter by values that are not set is in words and in every request', async () => {
    openApp('/analytics?channel=none&issuer=none%2CGoPay&payment_link_id=none');
    await card('Paid volume');
    expect(screen.getAllByText('Not set')).toHaveLength(2);
    expect(screen.getByText('Not set, GoPay')).toBeVisible();
    await waitFor(() => expect(requestsTo('/analytics/volume')).not.toHaveLength(0));
    const query = Object.fromEntries(new URLSearchParams(requestsTo('/analytics/volume').at(-1)?.query));
    expect(query).toMatchObject({ channel: 'none', issuer: 'none,GoPay', payment_link_id: 'none' });
  });

  test('a widget fails alone and can be retried', async () => {
    let is_broken = true;
    mockEndpoint('GET /analytics/fees', () =>
      is_broken
        ? { status: 500, json: { detail: 'Broken', status_code: 500, code: 'internal_error', request_id: 'req_1' } }
        : { json: { data: build('volume', new URLSearchParams()) } },
    );
    const { user } = openApp('/analytics');
    const fees = await card('Average fee');
    expect(await within(fees).findByRole('alert')).toBeVisible();
    expect(await within(await card('Paid volume')).findByText('Rp 900.000')).toBeVisible();
    is_broken = false;
    await user.click(within(fees).getByRole('button', { name: 'Retry' }));
    expect(await within(fees).findByText('Rp 900.000')).toBeVisible();
  });

  test('an empty widget says so', async () => {
    openApp('/analytics');
    expect(await within(await card('Top payment links')).findByText('No data in this period.')).toBeVisible();
  });
});
