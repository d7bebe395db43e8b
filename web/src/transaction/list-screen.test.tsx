import type { Transaction } from '@dasbor/contract/transaction';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildTransactionId, buildTransaction } from '../test/transaction-fixtures.ts';

setUpMockServer();

let rows: Transaction[] = [];
let next_cursor: string | null = null;
beforeEach(() => {
  signIn();
  rows = [buildTransaction(1), buildTransaction(2, { status: 'pending', paid_at: null, settlement_status: null })];
  next_cursor = null;
  mockEndpoint('GET /transactions', () => ({ json: { data: rows, next_cursor } }));
  mockEndpoint('GET /transactions/summary', () => ({
    json: { data: rows.length === 0 ? [] : [{ status: 'success', count: 1, amount: 100_000 }] },
  }));
});

const open = async (address = '/transaction') => {
  const opened = openApp(address);
  await screen.findByRole('heading', { level: 1, name: 'Transactions' });
  return opened;
};
const exportAs = async (user: Awaited<ReturnType<typeof open>>['user'], format: 'CSV' | 'Excel') => {
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: format }));
};
const table = () => screen.findByRole('region', { name: 'Transactions' });
const lastQuery = () => new URLSearchParams(requestsTo('/transactions').at(-1)?.query);

test('the list shows amount, status and settlement of each payment, and the totals of the filter', async () => {
  await open();
  const list = await table();
  expect(within(list).getAllByText('Rp 100.000')).toHaveLength(2);
  expect(within(list).getByText('Pending')).toBeVisible();
  expect(within(list).getByText('Not settled')).toBeVisible();
  const totals = screen.getByRole('region', { name: 'Totals of this filter' });
  expect(await within(totals).findByRole('button', { name: /Paid.*Rp 100\.000/ })).toBeVisible();
});

test.each([
  ['en', 'BCA VA'],
  ['id', 'VA BCA'],
] as const)('a virtual account is listed by its bank, language %s', async (locale, shown) => {
  signIn({ locale });
  rows = [buildTransaction(1, { method: 'virtual_account', channel_code: 'BCA' })];
  openApp('/transaction');
  expect(await screen.findByTitle('Virtual account · BCA')).toHaveTextContent(shown);
});

test.each([
  ['en', 'Settled early'],
  ['id', 'Dicairkan lebih awal'],
] as const)('domain 1.5: a payment that was settled early is listed as done, language %s', async (locale, shown) => {
  signIn({ locale });
  rows = [buildTransaction(1, { settlement_status: 'early_settled' })];
  openApp('/transaction');
  expect(await screen.findByText(shown)).toHaveAttribute('data-tone', 'success');
});

test('domain 1.5: a payment is refunded from the menu of its row', async () => {
  mockEndpoint(`GET /transactions/${buildTransactionId(1)}/refund-terms`, () => ({
    status: 500,
    json: { detail: 'Internal Server Error', status_code: 500 },
  }));
  const { user } = await open();
  const menus = within(await table()).getAllByRole('button', { name: /^Actions/ });
  await user.click(menus[1] as HTMLElement);
  await screen.findByRole('menuitem', { name: 'View details' }).catch(() => screen.findAllByRole('menuitem'));
  expect(screen.queryByRole('menuitem', { name: 'Refund' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(menus[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Refund');
});

test('list and totals use the filter of the address', async () => {
  await open('/transaction?status=success&amount_min=50000&q=ORDER&sort=-amount');
  await table();
  // The first read: a reconnected live stream compares with the newest rows.
  const first = Object.fromEntries(new URLSearchParams(requestsTo('/transactions')[0]?.query));
  expect(first).toEqual({ status: 'success', amount_min: '50000', q: 'ORDER', sort: '-amount' });
  await waitFor(() => expect(requestsTo('/transactions/summary')).not.toHaveLength(0));
  const { sort: _sort, ...filter } = first;
  expect(Object.fromEntries(new URLSearchParams(requestsTo('/transactions/summary').at(-1)?.query))).toEqual(filter);
});

test.each([
  ['en', ['Bank: BCA, Not set', "Payer's bank: GoPay, Not set", 'Failure code: Not set', 'Payment link: Not set']],
  [
    'id',
    [
      'Bank: BCA, Tidak ada',
      'Bank pembayar: GoPay, Tidak ada',
      'Kode kegagalan: Tidak ada',
      'Tautan pembayaran: Tidak ada',
    ],
  ],
] as const)(
  'filters of values that are not set are in words, language %s, and stay in the address',
  async (locale, shown) => {
    signIn({ locale });
    const search = 'channel=none%2CBCA&issuer=GoPay%2Cnone&failure_code=none&payment_link_id=none';
    const { router } = openApp(`/transaction?${search}&customer_email=rina%40mail.example`);
    await waitFor(() => expect(requestsTo('/transactions')).not.toHaveLength(0));
    const bar = await screen.findByRole('search');
    const chips = within(bar)
      .getAllByRole('button')
      .map(({ textContent }) => textContent ?? '');
    for (const chip of [...shown, `${locale === 'en' ? 'Customer email' : 'Email pelanggan'}: rina@mail.example`]) {
      expect(chips).toContain(chip.replace(': ', ''));
    }
    expect(Object.fromEntries(lastQuery())).toMatchObject({
      channel: 'BCA,none',
      issuer: 'GoPay,none',
      failure_code: 'none',
      payment_link_id: 'none',
      customer_email: 'rina@mail.example',
    });
    expect(new URLSearchParams(router.state.location.searchStr).get('payment_link_id')).toBe('none');
  },
);

test.each([
  ['en', 'The bank refused the payment, Not set'],
  ['id', 'Bank menolak pembayaran, Tidak ada'],
] as const)('the failure code of a filter is in words, language %s', async (locale, words) => {
  signIn({ locale });
  openApp('/transaction?failure_code=bank_refused%2Cnone');
  expect(within(await screen.findByRole('search')).getByText(words)).toBeVisible();
});

test('a filter chip updates the address, and clearing the filters resets it', async () => {
  const { user, router } = await open();
  await table();
  await user.click(screen.getByRole('button', { name: 'Status' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Pending' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?status=pending'));
  await waitFor(() => expect(lastQuery().get('status')).toBe('pending'));
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

test('a column header sets the sort order', async () => {
  const { user } = await open();
  const list = await table();
  await user.click(within(list).getByRole('button', { name: /Amount/ }));
  await waitFor(() => expect(lastQuery().get('sort')).toBe('-amount'));
  await user.click(within(await table()).getByRole('button', { name: /Amount/ }));
  await waitFor(() => expect(lastQuery().get('sort')).toBe('amount'));
});

test('the empty state offers to create the first payment', async () => {
  rows = [];
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'Create your first payment' }));
  await waitFor(() => expect(router.state.location.href).toBe('/qris-payment?create=1'));
});

test('no results: the filters can be cleared', async () => {
  rows = [];
  const { user, router } = await open('/transaction?q=zzz');
  expect(await screen.findByRole('heading', { name: 'No results' })).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
});

test('a failed list shows the server error, the request id and a working retry', async () => {
  let is_down = true;
  mockEndpoint('GET /transactions', () =>
    is_down
      ? { status: 500, json: { detail: 'The list is out of order.', request_id: 'req_1' } }
      : { json: { data: rows, next_cursor } },
  );
  const { user } = await open();
  expect(await screen.findByText('The list is out of order.')).toBeVisible();
  expect(screen.getByText('req_1')).toBeVisible();
  is_down = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await table()).toBeVisible();
});

test('j and Enter open a row; Esc returns to the list with its filter', async () => {
  const { user, router } = await open('/transaction?status=success');
  await table();
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/transaction/${buildTransactionId(1)}`));
  await screen.findByRole('heading', { name: 'Payment not found' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.href).toBe('/transaction?status=success'));
});

test('new payments are announced, and rows do not move until they are shown', async () => {
  let pay = () => undefined as void;
  const paid = new Promise<void>((resolve) => (pay = resolve));
  const event = { topic: 'transaction', id: buildTransactionId(0), change: 'created' };
  mockEndpoint('GET /live', async (_seen, count) => {
    if (count > 1) return { text: ': hello\n\n' };
    await paid;
    return { text: `data: ${JSON.stringify(event)}\n\n` };
  });
  const { user } = await open();
  const list = await table();
  rows = [buildTransaction(0, { amount: 777 }), ...rows];
  pay();
  const pill = await screen.findByRole('button', { name: '1 new' });
  expect(requestsTo('/transactions/summary').length).toBeGreaterThan(1);
  expect(within(list).queryByText('Rp 777')).not.toBeInTheDocument();
  await user.click(pill);
  expect(await within(list).findByText('Rp 777')).toBeVisible();
  expect(screen.queryByRole('button', { name: /new$/ })).not.toBeInTheDocument();
});

test('the export uses filter, sort order and visible columns', async () => {
  URL.createObjectURL = () => 'blob:csv';
  URL.revokeObjectURL = () => undefined;
  const { user } = await open('/transaction?status=success&sort=-amount');
  await table();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Customer' }));
  await user.keyboard('{Escape}');
  mockEndpoint('GET /transactions', () => ({ text: 'id\n', headers: { 'content-type': 'text/csv' } }));
  mockEndpoint('POST /exports', () => ({ json: { data: null, row_count: 2 } }));
  await exportAs(user, 'CSV');
  const findDownload = () => requestsTo('/transactions').find(({ headers }) => headers.get('accept') === 'text/csv');
  await waitFor(() => expect(findDownload()).toBeDefined());
  const asked = new URLSearchParams(findDownload()?.query);
  expect(asked.get('status')).toBe('success');
  expect(asked.get('sort')).toBe('-amount');
  expect(asked.get('columns')).not.toContain('customer_name');
  expect(asked.get('columns')).toContain('created_at,id,merchant_reference,method');
  const [input] = requestsTo('/exports')
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as { query: Record<string, unknown> });
  expect(input).toMatchObject({ list: 'transactions', format: 'csv', only_if_large: true });
  expect(input?.query).toMatchObject({ status: ['success'], sort: '-amount', columns: asked.get('columns') });
});

test('domain 0: a long export runs in the background and shows its row count', async () => {
  const { user, router } = await open('/transaction?status=success');
  await table();
  mockEndpoint('POST /exports', () => ({ status: 201, json: { data: { id: 'exp_1' }, row_count: 48_210 } }));
  await exportAs(user, 'Excel');
  const said = await screen.findByRole('dialog', { name: 'Export' });
  expect(said).toHaveTextContent('This export has 48,210 rows. It is prepared in the background');
  expect(requestsTo('/transactions').some(({ headers }) => headers.get('accept') !== 'application/json')).toBe(false);
  await user.click(within(said).getByRole('button', { name: 'View exports' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?status=success&files=exports'));
});

test('a failed export shows an error', async () => {
  const { user } = await open();
  await table();
  mockEndpoint('POST /exports', () => ({ json: { data: null, row_count: 2 } }));
  mockEndpoint('GET /transactions', () => ({ status: 500, json: { detail: 'Too busy.' } }));
  await exportAs(user, 'CSV');
  expect(await screen.findByText('Export failed: Too busy.')).toBeVisible();
});

test('the column selection is stored per user', async () => {
  const { user, unmount } = await open();
  await table();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'RRN' }));
  unmount();
  await open();
  expect(within(await table()).getByRole('columnheader', { name: 'RRN' })).toBeVisible();
});
