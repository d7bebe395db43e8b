import { listTransactions } from '@dasbor/contract/transaction';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, buildQueryKey } from '../api/query.ts';
import { startSession } from '../api/session.ts';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { renderPart } from '../test/render.tsx';
import { useLiveRows } from './live-rows.ts';

withNetwork();
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
  const { list, rows } = useLiveRows({ route: listTransactions, query: {}, topic: 'transaction' });
  return (
    <>
      <p>{list.isError ? `failed: ${list.error?.message}` : 'ok'}</p>
      <ul>
        {rows.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </>
  );
}

function open(rows: { id: string; created_at: string }[] | undefined) {
  const client = createQueryClient(() => undefined);
  if (rows !== undefined) {
    const pages = [{ data: rows, next_cursor: null }];
    client.setQueryData([...buildQueryKey(listTransactions, { query: {} }), 'pages'], { pages, pageParams: [null] });
  }
  renderPart(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
}

test('a refresh whose response holds no rows keeps the list as it is', async () => {
  answer('GET /transactions', () => ({ json: {} }));
  open([{ id: 'txn_1', created_at: '2026-11-21T07:00:00.000Z' }]);
  await waitFor(() => expect(seenAt('/transactions')).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByText('txn_1')).toBeVisible();
  expect(onRejection).not.toHaveBeenCalled();
});

test('a first page without rows is a failure, not an empty row', async () => {
  answer('GET /transactions', () => ({ json: {} }));
  open(undefined);
  expect(await screen.findByText('failed: Internal Server Error')).toBeVisible();
  expect(screen.queryByRole('listitem')).toBeNull();
});
