import { getTransaction, listTransactions } from '@dasbor/contract/transaction';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, buildQueryKey } from '../api/query.ts';
import { connectLive } from '../api/live.ts';
import { startSession } from '../api/session.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { renderComponent } from '../test/render.tsx';
import { useLiveRows } from './live-rows.ts';

setUpMockServer();
const onRejection = vi.fn();
beforeEach(() => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  process.on('unhandledRejection', onRejection);
});
afterEach(() => {
  process.off('unhandledRejection', onRejection);
  onRejection.mockClear();
});

function List() {
  const { list, rows, new_count } = useLiveRows({
    route: listTransactions,
    query: {},
    topic: 'transaction',
    detail_route: getTransaction,
    isListed: ({ status }) => status !== 'expired',
  });
  return (
    <>
      <p>{new_count} new</p>
      <p>{list.isError ? `failed: ${list.error?.message}` : 'ok'}</p>
      <ul>
        {rows.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  );
}

function open(rows: { id: string; created_at: string; status?: string }[] | undefined) {
  const client = createQueryClient(() => undefined);
  if (rows !== undefined) {
    const pages = [{ data: rows, next_cursor: null }];
    client.setQueryData([...buildQueryKey(listTransactions, { query: {} }), 'pages'], { pages, pageParams: [null] });
  }
  renderComponent(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
}

test('a refresh whose response holds no rows keeps the list as it is', async () => {
  mockEndpoint('GET /transactions', () => ({ json: {} }));
  open([{ id: 'txn_1', created_at: '2026-11-21T07:00:00.000Z' }]);
  await waitFor(() => expect(requestsTo('/transactions')).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByText('txn_1')).toBeVisible();
  expect(onRejection).not.toHaveBeenCalled();
});

test('a first page without rows is a failure, not an empty row', async () => {
  mockEndpoint('GET /transactions', () => ({ json: {} }));
  open(undefined);
  expect(await screen.findByText('failed: Internal Server Error')).toBeVisible();
  expect(screen.queryByRole('listitem')).toBeNull();
});

const ROW = { id: 'txn_1', created_at: '2026-11-21T07:00:00.000Z', status: 'pending' };

test('the first rows of an empty list appear without being asked for', async () => {
  mockEndpoint('GET /transactions', () => ({ json: { data: [ROW], next_cursor: null } }));
  open([]);
  expect(await screen.findByText('txn_1')).toBeVisible();
  expect(screen.getByText('0 new')).toBeVisible();
});

test('a change that arrives before the first rows is not lost', async () => {
  const publish = openLiveStream();
  const first = Promise.withResolvers<undefined>();
  const other = { ...ROW, id: 'txn_2', created_at: '2026-11-21T06:00:00.000Z' };
  mockEndpoint('GET /transactions', async (_request, count) => {
    if (count === 1) await first.promise;
    return { json: { data: count === 1 ? [ROW, other] : [other], next_cursor: null } };
  });
  mockEndpoint('GET /transactions/txn_1', () => ({ json: { data: { ...ROW, status: 'expired' } } }));
  const stop = connectLive();
  open(undefined);
  await waitFor(() => expect(requestsTo('/live')).toHaveLength(1));
  publish({ topic: 'transaction', id: 'txn_1', change: 'updated' });
  // Longer than a batch of events is collected.
  await new Promise((resolve) => setTimeout(resolve, 400));
  first.resolve(undefined);
  expect(await screen.findByText('txn_2')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('txn_1')).toBeNull());
  stop();
});

test('new rows of a list with rows are only counted', async () => {
  const newer = { ...ROW, id: 'txn_2', created_at: '2026-11-21T08:00:00.000Z' };
  mockEndpoint('GET /transactions', () => ({ json: { data: [newer, ROW], next_cursor: null } }));
  open([ROW]);
  expect(await screen.findByText('1 new')).toBeVisible();
  expect(screen.queryByText('txn_2')).toBeNull();
});

test('a row that no longer belongs to the list leaves it, also after missed events', async () => {
  const other = { ...ROW, id: 'txn_2' };
  mockEndpoint('GET /transactions', () => ({ json: { data: [other], next_cursor: null } }));
  mockEndpoint('GET /transactions/txn_1', () => ({ json: { data: { ...ROW, status: 'expired' } } }));
  open([ROW, other]);
  await waitFor(() => expect(screen.queryByText('txn_1')).toBeNull());
  expect(screen.getByText('txn_2')).toBeVisible();
});

test('when all read rows have left, the first page of the rest takes their place', async () => {
  const other = { ...ROW, id: 'txn_2' };
  mockEndpoint('GET /transactions', () => ({ json: { data: [other], next_cursor: null } }));
  mockEndpoint('GET /transactions/txn_1', () => ({ json: { data: { ...ROW, status: 'expired' } } }));
  open([ROW]);
  expect(await screen.findByText('txn_2')).toBeVisible();
  expect(screen.queryByText('txn_1')).toBeNull();
});
