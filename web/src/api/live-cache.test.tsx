import { getTransaction } from '@dasbor/contract/transaction';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { renderComponent } from '../test/render.tsx';
import { BATCH_INTERVAL_MS } from './live-batch.ts';
import { useLiveCache } from './live-cache.ts';
import { connectLive, subscribeLive } from './live.ts';
import { buildQuery, buildQueryKey, createQueryClient } from './query.ts';
import { startSession } from './session.ts';

setUpMockServer();
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
  mockEndpoint('GET /live', () => ({
    text: `event: message\ndata: ${event}\n\n`,
    headers: { 'content-type': 'text/event-stream' },
  }));
  mockEndpoint(`GET /transactions/${id}`, () => ({ json: { data: { status: 'success' } } }));
  const client = createQueryClient(() => undefined);
  client.setQueryData<unknown>(buildQueryKey(getTransaction, { params: { id } }), { data: { status: 'expired' } });
  renderComponent(<Cache client={client} />);
  stop = connectLive();
  await vi.waitFor(() => expect(client.getQueryState(detail.queryKey)?.isInvalidated).toBe(true));
  expect(requestsTo(`/transactions/${id}`)).toHaveLength(0);
  renderComponent(
    <QueryClientProvider client={client}>
      <Detail />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('success')).toBeVisible();
});

describe('an answer that is under way when an event arrives', () => {
  /** The first answer has the state before the event, and comes when the test sends it; the next ones have the state after it. */
  function answerLate(topic: 'transaction' | 'resync' = 'transaction') {
    startSession({ access_token: 'a', refresh_token: 'r' });
    const publish = openLiveStream();
    const first = Promise.withResolvers<undefined>();
    mockEndpoint(`GET /transactions/${id}`, async (_request, count) => {
      if (count === 1) await first.promise;
      return { json: { data: { status: count === 1 ? 'expired' : 'success' } } };
    });
    const client = createQueryClient(() => undefined);
    renderComponent(<Cache client={client} />);
    stop = connectLive();
    const publishMeanwhile = async (): Promise<void> => {
      await vi.waitFor(() => expect(requestsTo(`/transactions/${id}`)).toHaveLength(1));
      const arrived = new Promise<void>((resolve) => {
        const unsubscribe = subscribeLive(() => resolve(unsubscribe()));
      });
      publish({ topic, id: topic === 'resync' ? null : id, change: 'updated' });
      await arrived;
    };
    return { client, publishMeanwhile, sendFirst: () => first.resolve(undefined) };
  }

  const showDetail = (client: ReturnType<typeof createQueryClient>) =>
    renderComponent(
      <QueryClientProvider client={client}>
        <Detail />
      </QueryClientProvider>,
    );
  const cacheDetail = (client: ReturnType<typeof createQueryClient>) =>
    client.setQueryData<unknown>(buildQueryKey(getTransaction, { params: { id } }), { data: { status: 'pending' } });

  test('is not shown as fresh later', async () => {
    const { client, publishMeanwhile, sendFirst } = answerLate();
    const reading = client.fetchQuery(detail);
    await publishMeanwhile();
    sendFirst();
    await reading;
    showDetail(client);
    expect(await screen.findByText('success')).toBeVisible();
    expect(requestsTo(`/transactions/${id}`)).toHaveLength(2);
  });

  test.each(['transaction', 'resync'] as const)('(%s) is read again by a screen that waits for it', async (topic) => {
    const { client, publishMeanwhile, sendFirst } = answerLate(topic);
    showDetail(client);
    await publishMeanwhile();
    sendFirst();
    expect(await screen.findByText('success')).toBeVisible();
  });

  test('is read again by a screen that was opened before it came', async () => {
    const { client, publishMeanwhile, sendFirst } = answerLate();
    cacheDetail(client);
    const reading = client.fetchQuery({ ...detail, staleTime: 0 });
    await publishMeanwhile();
    showDetail(client);
    sendFirst();
    await reading;
    expect(await screen.findByText('success')).toBeVisible();
    expect(requestsTo(`/transactions/${id}`)).toHaveLength(2);
  });

  test('is left to the screen that showed it already: events of others do not make it read all the time', async () => {
    const { client, publishMeanwhile, sendFirst } = answerLate();
    cacheDetail(client);
    void client.invalidateQueries({ refetchType: 'none' });
    showDetail(client);
    await publishMeanwhile();
    sendFirst();
    expect(await screen.findByText('expired')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, BATCH_INTERVAL_MS + 200));
    expect(requestsTo(`/transactions/${id}`)).toHaveLength(1);
    expect(client.getQueryState(detail.queryKey)?.isInvalidated).toBe(true);
  });
});
