import type { Balance, BalanceEntry } from '@dasbor/contract/balance';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const buildId = (prefix: string, n: number) => `${prefix}_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
const MAIN_ID = buildId('led', 1);
const PAYOUT_ID = buildId('led', 2);
const account = (n: number, type: Balance['type'], balance: number): Balance => ({
  id: buildId('led', n),
  type,
  currency: 'IDR',
  balance,
  floor: type === 'payout' ? 0 : null,
});
const entry = (n: number, part: Partial<BalanceEntry> = {}): BalanceEntry => ({
  id: buildId('lje', n),
  journal_id: buildId('jrn', n),
  posted_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  kind: 'payment',
  reference_type: 'transaction',
  reference_id: buildId('txn', n),
  description: null,
  debit: null,
  credit: 1_000 * n,
  balance_after: 50_000 + n,
  status: 'posted',
  reverses_id: null,
  ...part,
});

let rows: BalanceEntry[];
const entriesAt = (id: string) => `/balances/${id}/entries`;
beforeEach(() => {
  signIn();
  rows = [entry(1), entry(2, { kind: 'payment_fee', debit: 700, credit: null, status: 'reversed' })];
  mockEndpoint('GET /balances', () => ({
    json: {
      data: [account(1, 'pending_settlement', 1_234_567), account(2, 'payout', 90_000)],
      as_of: '2026-11-21T07:05:00.000Z',
    },
  }));
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  for (const id of [MAIN_ID, PAYOUT_ID])
    mockEndpoint(`GET ${entriesAt(id)}`, () => ({ json: { data: rows, next_cursor: null } }));
});
const table = () => screen.findByRole('region', { name: 'Movements' });
const lastQuery = (id = MAIN_ID) => Object.fromEntries(new URLSearchParams(requestsTo(entriesAt(id)).at(-1)?.query));

test('domain 1.4: main is what waits for settlement, with its balance, its moment and its movements', async () => {
  openApp('/balance/history/main');
  expect(await screen.findByRole('heading', { level: 1, name: 'Pending balance' })).toBeVisible();
  const now = screen.getByRole('group', { name: 'Balance' });
  expect(within(now).getByText('Rp 1.234.567')).toBeVisible();
  expect(now).toHaveTextContent('IDR · as of 21 Nov 2026, 14:05 WIB');
  const list = await table();
  expect(within(list).getByText('Payment fee')).toBeVisible();
  expect(within(list).getByText('Rp 700')).toBeVisible();
  expect(within(list).getByText('Rp 50.002')).toBeVisible();
  expect(within(list).getByText('Reversed')).toBeVisible();
  expect(within(list).getAllByRole('link')[0]).toHaveAttribute('href', `/transaction/${buildId('txn', 1)}`);
});

test('a reversed movement is not said to be reversed by a bank, in Indonesian', async () => {
  signIn({ locale: 'id' });
  openApp(`/balance/history/${MAIN_ID}`);
  expect(await screen.findByText('Dibalik')).toBeVisible();
});

test('domain 0: a view of any account is applied, keeps the period on the screen, and is saved with its own', async () => {
  const view = { id: 'view_1', list: 'balance-history', name: 'Fees', query: 'kind=payment_fee' };
  mockEndpoint('GET /saved-views', () => ({ json: { data: [view] } }));
  mockEndpoint('POST /saved-views', () => ({ status: 201, json: { data: {} } }));
  const { user, router } = openApp(`/balance/history/${PAYOUT_ID}?period=7d&direction=debit`);
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.type(await screen.findByRole('textbox', { name: 'Save this filter as' }), 'Debits');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('View saved')).toBeVisible();
  const created = requestsTo('/saved-views').find(({ method }) => method === 'POST');
  expect(JSON.parse(created?.body ?? '')).toEqual({
    list: 'balance-history',
    name: 'Debits',
    query: 'period=7d&direction=debit',
  });
  await user.click(screen.getByRole('button', { name: 'Fees' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ period: '7d', kind: 'payment_fee' }));
  expect(router.state.location.pathname).toBe(`/balance/history/${PAYOUT_ID}`);
  expect(await screen.findByRole('button', { name: 'Fees', expanded: false })).toBeVisible();
});

test('the accounts at the top switch the account and keep the filter', async () => {
  const { user, router } = openApp('/balance/history/main?kind=payment');
  const accounts = await screen.findByRole('navigation', { name: 'Accounts' });
  expect(within(accounts).getByRole('link', { current: 'page' })).toHaveTextContent('Pending balance');
  await user.click(within(accounts).getByRole('link', { name: /Payout.*Rp 90\.000/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Payout balance' })).toBeVisible();
  expect(router.state.location.href).toBe(`/balance/history/${PAYOUT_ID}?kind=payment`);
  await waitFor(() => expect(lastQuery(PAYOUT_ID)).toEqual({ kind: 'payment' }));
});

test('the address is the filter, in business days of Jakarta', async () => {
  openApp(
    '/balance/history/main?from=2026-11-01&to=2026-11-20&kind=payment,refund&direction=credit&amount_min=5&amount_max=9&reference=txn_0',
  );
  await table();
  expect(lastQuery()).toEqual({
    from: '2026-10-31T17:00:00.000Z',
    to: '2026-11-20T17:00:00.000Z',
    kind: 'payment,refund',
    direction: 'credit',
    amount_min: '5',
    amount_max: '9',
    reference: 'txn_0',
  });
  expect(screen.getByText('1 Nov 2026 – 20 Nov 2026')).toBeVisible();
});

test('chips write the address, and clearing the filters empties it', async () => {
  const { user, router } = openApp('/balance/history/main');
  await table();
  await user.click(screen.getByRole('button', { name: 'Direction' }));
  await user.click(await screen.findByRole('radio', { name: 'Debit' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?direction=debit'));
  await user.click(screen.getByRole('button', { name: 'Type' }));
  await user.click(await screen.findByLabelText('Payment fee'));
  await waitFor(() => expect(lastQuery()).toMatchObject({ direction: 'debit', kind: 'payment_fee' }));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

test('a line opens the journal with all its transfers', async () => {
  const account_of = (n: number, type: Balance['type']) => ({ id: buildId('led', n), type });
  const transfer = {
    reference_type: 'transaction',
    reference_id: buildId('txn', 1),
    description: null,
    reverses_id: null,
  };
  mockEndpoint(`GET /journals/${buildId('jrn', 1)}`, () => ({
    json: {
      data: {
        id: buildId('jrn', 1),
        posted_at: '2026-11-21T07:00:00.000Z',
        transfers: [
          {
            ...transfer,
            id: buildId('lje', 1),
            kind: 'payment',
            amount: 100_000,
            debit_account: account_of(10, 'provider_receivable'),
            credit_account: account_of(1, 'pending_settlement'),
          },
          {
            ...transfer,
            id: buildId('lje', 2),
            kind: 'payment_fee_vat',
            amount: 77,
            debit_account: account_of(1, 'pending_settlement'),
            credit_account: account_of(8, 'vat_paid'),
          },
        ],
      },
    },
  }));
  const { user } = openApp('/balance/history/main');
  await table();
  await user.keyboard('j{Enter}');
  const sheet = await screen.findByRole('dialog', { name: 'Journal' });
  const transfers = await within(sheet).findByRole('region', { name: 'Transfers' });
  expect(within(transfers).getByText('Bank → Pending balance')).toBeVisible();
  expect(within(transfers).getByText('PPN on payment fee')).toBeVisible();
  expect(within(transfers).getByText('Rp 77')).toBeVisible();
  expect(within(transfers).getAllByRole('link')[0]).toHaveAttribute('href', `/transaction/${buildId('txn', 1)}`);
});

test('the statement requests exactly what is shown', async () => {
  URL.createObjectURL = () => 'blob:csv';
  URL.revokeObjectURL = () => undefined;
  const { user } = openApp('/balance/history/main?direction=debit&from=2026-11-01');
  await table();
  const is_file = ({ headers }: { headers: Headers }) => headers.get('accept') === 'text/csv';
  mockEndpoint(`GET ${entriesAt(MAIN_ID)}`, (request) =>
    is_file(request)
      ? { text: 'id\n', headers: { 'content-type': 'text/csv' } }
      : { json: { data: [], next_cursor: null } },
  );
  mockEndpoint('POST /exports', () => ({ json: { data: null, row_count: 3 } }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  expect(await screen.findByText('Export downloaded')).toBeVisible();
  const file = requestsTo(entriesAt(MAIN_ID)).find(is_file);
  expect(Object.fromEntries(new URLSearchParams(file?.query))).toEqual({
    direction: 'debit',
    from: '2026-10-31T17:00:00.000Z',
  });
});

test('a failed statement shows an error', async () => {
  const { user } = openApp('/balance/history/main');
  await table();
  mockEndpoint(`GET /balances/${MAIN_ID}/statement.pdf`, () => ({ status: 500, json: { detail: 'Too busy.' } }));
  await user.click(screen.getByRole('button', { name: 'Statement (PDF)' }));
  expect(await screen.findByText('The statement could not be downloaded: Too busy.')).toBeVisible();
});

test('new movements wait behind a pill, and rows do not move until it is pressed', async () => {
  let pay = () => undefined as void;
  const paid = new Promise<void>((resolve) => (pay = resolve));
  mockEndpoint('GET /live', async (_seen, count) => {
    if (count > 1) return { text: ': hello\n\n' };
    await paid;
    return { text: `data: ${JSON.stringify({ topic: 'transaction', id: buildId('txn', 0), change: 'updated' })}\n\n` };
  });
  const { user } = openApp('/balance/history/main');
  const list = await table();
  rows = [entry(0, { credit: 777 }), ...rows];
  pay();
  const pill = await screen.findByRole('button', { name: '1 new' });
  expect(within(list).queryByText('Rp 777')).not.toBeInTheDocument();
  expect(requestsTo('/balances').length).toBeGreaterThan(1);
  await user.click(pill);
  expect(await within(list).findByText('Rp 777')).toBeVisible();
});

test('a payment that arrives before the first movements does not count them as new', async () => {
  const publish = openLiveStream();
  const first = Promise.withResolvers<undefined>();
  mockEndpoint(`GET ${entriesAt(MAIN_ID)}`, async (_seen, count) => {
    if (count === 1) await first.promise;
    return { json: { data: rows, next_cursor: null } };
  });
  openApp('/balance/history/main');
  await waitFor(() => expect(requestsTo(entriesAt(MAIN_ID))).toHaveLength(1));
  await waitFor(() => expect(requestsTo('/live')).toHaveLength(1));
  publish({ topic: 'transaction', id: buildId('txn', 0), change: 'updated' });
  // Longer than a batch of events is collected.
  await new Promise((resolve) => setTimeout(resolve, 400));
  first.resolve(undefined);
  await table();
  await waitFor(() => expect(requestsTo(entriesAt(MAIN_ID)).length).toBeGreaterThan(1));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByRole('button', { name: / new$/ })).toBeNull();
});

test('a period without movements shows an empty state that clears the filter', async () => {
  rows = [];
  const { user, router } = openApp('/balance/history/main?period=yesterday');
  expect(await screen.findByRole('heading', { name: 'No movements in this period' })).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

test.each([
  ['the accounts', 'GET /balances'],
  ['the movements', `GET ${entriesAt(MAIN_ID)}`],
])('%s failing: shows the server error, the request id and a working retry', async (_name, endpoint) => {
  let is_down = true;
  const usual = { data: endpoint === 'GET /balances' ? [account(1, 'pending_settlement', 5)] : rows };
  mockEndpoint(endpoint, () =>
    is_down
      ? { status: 500, json: { detail: 'Out of order.', request_id: 'req_1' } }
      : { json: { ...usual, as_of: '2026-11-21T07:05:00.000Z', next_cursor: null } },
  );
  const { user } = openApp('/balance/history/main');
  expect(await screen.findByText('Out of order.')).toBeVisible();
  expect(screen.getByText('req_1')).toBeVisible();
  is_down = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await table()).toBeVisible();
});

test('an account of somebody else is not found, like one that does not exist', async () => {
  openApp(`/balance/history/${buildId('led', 99)}`);
  expect(await screen.findByRole('heading', { name: 'Account not found' })).toBeVisible();
});

test('people whose access to invoices is disabled see the fallback page, and nothing is requested', async () => {
  signIn({ role: 'operator' });
  openApp('/balance/history/main');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(requestsTo('/balances')).toHaveLength(0);
});
