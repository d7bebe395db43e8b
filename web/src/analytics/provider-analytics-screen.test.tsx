import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const MERCHANT = 'mer_01kaj6x7v3q2m8n4p5r6s70001';
const BOARD = 'abd_01kaj6x7v3q2m8n4p5r6s70001';
const NOW = '2026-11-21T07:00:00.000Z';
const WIDGETS = [
  'volume',
  'success-rate',
  'funnel',
  'failure-reasons',
  'completion-time',
  'breakdown',
  'fees',
  'refund-rate',
];

interface StoredBoard {
  id: string;
  name: string;
  position: number;
  widgets: object[];
}

/** Answers metrics with one row by merchant, and boards as the server stores them. */
function answerMetrics(boards: StoredBoard[] = []) {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /merchants/visible', () => ({
    json: { data: [{ id: MERCHANT, code: 'KOPI', name: 'Kopi Nusantara' }] },
  }));
  mockEndpoint('GET /operations/analytics-boards', () => ({
    json: { data: boards.map((board) => ({ ...board, created_at: NOW, updated_at: NOW })) },
  }));
  mockEndpoint('POST /operations/analytics-boards', ({ body }) => {
    const board = { id: BOARD, position: 1, ...(JSON.parse(body) as Pick<StoredBoard, 'name' | 'widgets'>) };
    boards.push(board);
    return { status: 201, json: { data: { ...board, created_at: NOW, updated_at: NOW } } };
  });
  for (const widget of WIDGETS) {
    mockEndpoint(`GET /operations/analytics/${widget}`, ({ query }) => {
      const dimension = new URLSearchParams(query).get('dimension');
      const filter = { status: 'success', merchant_id: MERCHANT };
      const row = { note: null, filter, count: 9, previous_count: 6, amount: 900_000, previous_amount: 600_000 };
      const rest = { share: 10_000, rate: null, p50: null, p90: null, previous_p50: null, previous_p90: null };
      return {
        json: {
          data: {
            tab: 'payments',
            widget,
            dimension,
            interval: 'day',
            from: '2026-10-22T17:00:00.000Z',
            to: '2026-11-21T07:00:00.000Z',
            previous_from: '2026-09-22T17:00:00.000Z',
            previous_to: '2026-10-22T07:00:00.000Z',
            as_of: '2026-11-21T07:00:00.000Z',
            filter: {},
            metrics: [],
            points: [],
            rows: dimension === 'merchant' ? [{ ...row, ...rest, key: MERCHANT, label: 'Kopi Nusantara' }] : [],
          },
        },
      };
    });
  }
}

test('domain 1.2: the provider reads every metric over merchants, and its rows lead to the lists over many merchants', async () => {
  answerMetrics();
  openApp(`/analytics?merchant_id=${MERCHANT}`);
  expect(await screen.findByRole('button', { name: /Merchant.*Kopi Nusantara/ })).toBeVisible();
  const by_merchant = await screen.findByRole('region', { name: 'Paid volume by merchant' });
  expect(await within(by_merchant).findByText('Kopi Nusantara')).toBeVisible();
  const link = within(by_merchant).getByRole('link', { name: /Kopi Nusantara/ });
  const href = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(href.pathname).toBe('/dashboard');
  expect(Object.fromEntries(href.searchParams)).toMatchObject({
    tab: 'transactions',
    status: 'success',
    merchant_id: MERCHANT,
    from: '2026-10-22T17:00:00.000Z',
    to: '2026-11-21T07:00:00.000Z',
  });
  expect(screen.queryByRole('region', { name: 'Top customers' })).toBeNull();
  await waitFor(() =>
    expect(
      requestsTo('/operations/analytics/volume').map(({ query }) => new URLSearchParams(query).get('merchant_id')),
    ).toEqual([MERCHANT]),
  );
});

test('a metric is kept on a board, which keeps the filters of merchants', async () => {
  const boards: StoredBoard[] = [];
  answerMetrics(boards);
  const { user, router } = openApp(`/analytics?merchant_id=${MERCHANT}&method=qris`);
  const by_merchant = await screen.findByRole('region', { name: 'Paid volume by merchant' });
  await user.click(within(by_merchant).getByRole('button', { name: 'Actions for Paid volume by merchant' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add to a new board' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Portfolio');
  await user.click(screen.getByRole('button', { name: 'Create board' }));
  expect(await screen.findByRole('tab', { name: 'Portfolio', selected: true })).toBeVisible();
  expect(boards.map(({ name, widgets }) => ({ name, widgets }))).toEqual([
    { name: 'Portfolio', widgets: [{ tab: 'payments', widget: 'breakdown', dimension: 'merchant' }] },
  ]);
  expect(router.state.location.search).toEqual({ board: BOARD, merchant_id: MERCHANT });
  expect(await screen.findByRole('region', { name: 'Paid volume by merchant' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Paid volume' })).toBeNull();
  await waitFor(() =>
    expect(
      Object.fromEntries(new URLSearchParams(requestsTo('/operations/analytics/breakdown').at(-1)?.query)),
    ).toMatchObject({ dimension: 'merchant', merchant_id: MERCHANT }),
  );
  expect(requestsTo('/operations/analytics/breakdown').at(-1)?.query).not.toContain('method');
});
