import { getTransaction } from '@dasbor/contract/transaction';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { renderPart } from '../test/render.tsx';
import { useLiveCache } from './live-cache.ts';
import { connectLive } from './live.ts';
import { buildQuery, buildQueryKey, createQueryClient } from './query.ts';
import { startSession } from './session.ts';

withNetwork();
let stop: (() => void) | undefined;
afterEach(() => stop?.());

const id = 'txn_1';
const detail = buildQuery(getTransaction, { params: { id } });

function Cache({ client }: { client: ReturnType<typeof createQueryClient> }) {
  useLiveCache(client);
  return null;
}

const Detail = () => <p>{(useQuery(detail).data?.data as { status?: string } | undefined)?.status}</p>;

test('a screen that is opened after an event shows fresh data, although its cached data is seconds old', async () => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  const event = JSON.stringify({ topic: 'transaction', id, change: 'updated' });
  answer('GET /live', () => ({
    text: `event: message\ndata: ${event}\n\n`,
    headers: { 'content-type': 'text/event-stream' },
  }));
  answer(`GET /transactions/${id}`, () => ({ json: { data: { status: 'success' } } }));
  const client = createQueryClient(() => undefined);
  client.setQueryData<unknown>(buildQueryKey(getTransaction, { params: { id } }), { data: { status: 'expired' } });
  renderPart(<Cache client={client} />);
  stop = connectLive();
  await vi.waitFor(() => expect(client.getQueryState(detail.queryKey)?.isInvalidated).toBe(true));
  expect(seenAt(`/transactions/${id}`)).toHaveLength(0);
  renderPart(
    <QueryClientProvider client={client}>
      <Detail />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('success')).toBeVisible();
});
