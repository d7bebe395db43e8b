import {
  CASH_FLOW_CATEGORIES,
  type CashFlow,
  type CashFlowDay,
  type CashFlowEntry,
  type CashFlowForecast,
} from '@dasbor/contract/cash-flow';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const buildId = (prefix: string, n: number) => `${prefix}_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
const NOTHING = Object.fromEntries(CASH_FLOW_CATEGORIES.map((category) => [category, 0])) as Pick<
  CashFlowDay,
  (typeof CASH_FLOW_CATEGORIES)[number]
>;
const DAY: CashFlowDay = {
  day: '2026-11-17',
  opening: 1_000,
  ...NOTHING,
  money_in: 100_000,
  refunds: -20_000,
  fees: -700,
  vat: -77,
  closing: 80_223,
  difference: 0,
  inflow: 100_000,
  outflow: 20_777,
  entry_count: 1,
};
const QUIET: CashFlowDay = {
  day: '2026-11-16',
  opening: 1_000,
  ...NOTHING,
  closing: 1_000,
  difference: 0,
  inflow: 0,
  outflow: 0,
  entry_count: 0,
};
const buildFlow = (days: CashFlowDay[], total: Partial<CashFlow['total']> = {}): CashFlow => ({
  account: 'settled',
  from: '2026-11-16',
  to: '2026-11-17',
  as_of: '2026-11-17T07:05:00.000Z',
  days,
  total: { ...DAY, opening: 1_000, closing: 80_223, ...total },
});
const SETTLEMENT: CashFlowEntry = {
  id: buildId('lje', 1),
  journal_id: buildId('jrn', 1),
  posted_at: '2026-11-16T23:00:00.000Z',
  kind: 'settlement',
  reference_type: 'settlement_batch',
  reference_id: buildId('stl', 1),
  description: null,
  account_id: buildId('led', 5),
  account_type: 'reserve',
  other_type: 'pending_settlement',
  amount: 79_223,
  parts: [
    { category: 'money_in', amount: 100_000 },
    { category: 'refunds', amount: -20_000 },
    { category: 'fees', amount: -700 },
    { category: 'vat', amount: -77 },
  ],
};
const FORECAST: CashFlowForecast = {
  as_of: '2026-11-17T07:05:00.000Z',
  opening: 80_223,
  waiting: 198_446,
  in_transit: 0,
  later: 0,
  scheduled_disbursements: 0,
  days: [{ day: '2026-11-18', is_business_day: true, payment_count: 1, inflow: 198_446, outflow: 0, closing: 278_669 }],
};

let flow: CashFlow;
beforeEach(() => {
  signIn();
  flow = buildFlow([QUIET, DAY]);
  mockEndpoint('GET /cash-flow', () => ({ json: { data: flow } }));
  mockEndpoint('GET /cash-flow/forecast', () => ({ json: { data: FORECAST } }));
  mockEndpoint('GET /cash-flow/2026-11-17/entries', () => ({ json: { data: [SETTLEMENT], next_cursor: null } }));
});
const table = () => screen.findByRole('region', { name: 'Days' });
const lastQuery = (path = '/cash-flow') => Object.fromEntries(new URLSearchParams(requestsTo(path).at(-1)?.query));

test('domain 1.3: days have opening, movements and closing, newest first, with the period total', async () => {
  openApp('/cash-flow');
  const rows = within(await table()).getAllByRole('row');
  const getText = (place: number) =>
    within(rows[place] as HTMLElement)
      .getAllByRole(place === 0 ? 'columnheader' : 'cell')
      .map((cell) => cell.textContent);
  expect(getText(0)).toEqual([
    'Day (WIB)',
    'Opening',
    'Money in',
    'Refunds',
    'Fees',
    'PPN',
    'Disbursements',
    'Payouts',
    'Top-ups',
    'Adjustments',
    'Closing',
  ]);
  expect(getText(1)).toEqual([
    'Rp 1.000',
    'Rp 100.000',
    '-Rp 20.000',
    '-Rp 700',
    '-Rp 77',
    '–',
    '–',
    '–',
    '–',
    'Rp 80.223',
  ]);
  expect(rows[2]).toHaveTextContent('17 Nov 2026');
  expect(rows[3]).toHaveTextContent('16 Nov 2026');
  expect(screen.getByRole('region', { name: 'Period totals' })).toHaveTextContent('Matches the ledger');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a day expands to its ledger movements with source and account', async () => {
  const { user } = openApp('/cash-flow');
  await user.click(within(await table()).getByRole('button', { name: '17 Nov 2026' }));
  const list = await screen.findByRole('list', { name: 'Movements of 17 Nov 2026' });
  expect(list).toHaveTextContent('Pending balance → Reserve');
  expect(list).toHaveTextContent('Money in Rp 100.000 · Refunds -Rp 20.000 · Fees -Rp 700 · PPN -Rp 77');
  const [object, account] = within(list).getAllByRole('link');
  expect(object).toHaveAttribute('href', `/settlement/report/detail?batch_id=${SETTLEMENT.reference_id}`);
  expect(account).toHaveAttribute('href', `/balance/history/${SETTLEMENT.account_id}?from=2026-11-17&to=2026-11-17`);
  expect(within(await table()).getByRole('button', { name: '16 Nov 2026' })).toBeDisabled();
});

test.each([
  ['that the server found', buildFlow([QUIET, { ...DAY, difference: -500 }], { difference: -500 }), '-Rp 500'],
  ['in a forged movement', buildFlow([QUIET, { ...DAY, fees: -200 }]), '-Rp 500'],
  ['in a forged balance', buildFlow([QUIET, { ...DAY, closing: 80_723 }]), 'Rp 500'],
  ['between two days', buildFlow([{ ...QUIET, opening: 500, closing: 500 }, DAY]), 'Rp 500'],
  ['in the total alone', buildFlow([QUIET, DAY], { closing: 80_723 }), 'Rp 500'],
])('domain 1.3: a difference %s raises a red banner with its amount', async (_name, forged, amount) => {
  flow = forged;
  openApp('/cash-flow');
  expect(await screen.findByRole('alert')).toHaveTextContent(`The movements and the ledger differ by ${amount}`);
  expect(screen.queryByText('Matches the ledger')).not.toBeInTheDocument();
});

test('forecast days are labelled in the chart and in the table', async () => {
  const { user } = openApp('/cash-flow');
  expect(await screen.findByText('Forecast:')).toBeVisible();
  const chart = screen.getByRole('slider', { name: 'In, out and balance of 2 days and a forecast' });
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    'Wed, 18 Nov 2026 (forecast): In (forecast) Rp 198.446, Out (forecast) Rp 0, Balance (forecast) Rp 278.669',
  );
  await user.click(screen.getByRole('button', { name: 'In, out and balance as a table' }));
  const rows = within(screen.getByRole('region', { name: 'In, out and balance by day' })).getAllByRole('row');
  expect(rows.at(-1)).toHaveTextContent('18 Nov 2026ForecastRp 198.446Rp 0Rp 278.669');
});

test.each([
  [
    0,
    /pending payments of Rp 198\.446 on their due days, by your terms, schedule and bank holidays\. (?!.*in transit)/,
  ],
  [99_223, /bank holidays\. Rp 99\.223 is in transit: settled, but not credited yet\./],
])('the forecast states the money in transit when there is any: %i', async (in_transit, note) => {
  mockEndpoint('GET /cash-flow/forecast', () => ({ json: { data: { ...FORECAST, in_transit } } }));
  openApp('/cash-flow');
  expect(await screen.findByText(note)).toBeVisible();
});

test('a failed forecast does not affect the days', async () => {
  mockEndpoint('GET /cash-flow/forecast', () => ({ status: 500, json: { detail: 'Out of order.' } }));
  openApp('/cash-flow');
  expect(await screen.findByText(/The forecast could not be loaded: Out of order\./)).toBeVisible();
  expect(await table()).toBeVisible();
});

test('the URL holds the filter; unselected categories are one column, so that rows add up', async () => {
  vi.setSystemTime('2026-11-18T07:05:00.000Z');
  const { user, router } = openApp('/cash-flow?from=2026-11-16&to=2026-11-17&category=fees,vat');
  const rows = within(await table()).getAllByRole('row');
  expect(rows[0]).toHaveTextContent('OpeningFeesPPNOtherClosing');
  expect(rows[2]).toHaveTextContent('17 Nov 2026Rp 1.000-Rp 700-Rp 77Rp 80.000Rp 80.223');
  expect(lastQuery()).toEqual({ from: '2026-11-16', to: '2026-11-17', account: 'settled' });
  const bar = within(screen.getByRole('search', { name: 'Filter cash flow' }));
  await user.click(bar.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('radio', { name: 'Payout balance' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ account: 'payout' }));
  expect(router.state.location.searchStr).toBe('?from=2026-11-16&to=2026-11-17&account=payout&category=fees%2Cvat');
  await user.click(bar.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  expect(lastQuery()).toMatchObject({ to: '2026-11-18' });
});

test.each([
  ['CSV', 'text/csv', '/cash-flow'],
  ['Excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '/cash-flow'],
  ['PDF', 'application/pdf', '/cash-flow/statement.pdf'],
])('%s requests exactly what is displayed', async (label, accept, path) => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  const { user } = openApp('/cash-flow?from=2026-11-16&to=2026-11-17&category=fees');
  await table();
  mockEndpoint(`GET ${path}`, () => ({ text: 'x', headers: { 'content-type': accept } }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
  expect(await screen.findByText('Export downloaded')).toBeVisible();
  // The days themselves may be read again meanwhile.
  const asked = requestsTo(path).find(({ headers }) => headers.get('accept') === accept);
  expect(Object.fromEntries(new URLSearchParams(asked?.query))).toEqual({
    from: '2026-11-16',
    to: '2026-11-17',
    account: 'settled',
    category: 'fees',
  });
});

test('new postings reload the days in the background', async () => {
  let pay = () => undefined as void;
  const paid = new Promise<void>((resolve) => (pay = resolve));
  mockEndpoint('GET /live', async (_seen, count) => {
    if (count > 1) return { text: ': hello\n\n' };
    await paid;
    return { text: `data: ${JSON.stringify({ topic: 'settlement', id: buildId('stl', 1), change: 'updated' })}\n\n` };
  });
  openApp('/cash-flow');
  await table();
  flow = buildFlow([QUIET, { ...DAY, money_in: 100_500, inflow: 100_500, closing: 80_723 }], {
    money_in: 100_500,
    inflow: 100_500,
    closing: 80_723,
  });
  pay();
  expect((await screen.findAllByText('Rp 80.723')).length).toBeGreaterThan(1);
});

test('the empty state explains the screen and clears the filter', async () => {
  flow = buildFlow([QUIET], { ...QUIET });
  const { user, router } = openApp('/cash-flow?account=payout');
  expect(await screen.findByRole('heading', { name: 'No movements in this period' })).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  expect(await screen.findByRole('heading', { name: 'No movements yet' })).toBeVisible();
});

test('a failure shows the error message, the request ID and a working retry', async () => {
  let is_down = true;
  mockEndpoint('GET /cash-flow', () =>
    is_down ? { status: 500, json: { detail: 'Out of order.', request_id: 'req_1' } } : { json: { data: flow } },
  );
  const { user } = openApp('/cash-flow');
  expect(await screen.findByText('Out of order.')).toBeVisible();
  expect(screen.getByText('req_1')).toBeVisible();
  is_down = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await table()).toBeVisible();
});

test('users without access to invoices see the not-found page, and nothing is requested', async () => {
  signIn({ role: 'operator' });
  openApp('/cash-flow');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(requestsTo('/cash-flow')).toHaveLength(0);
});
