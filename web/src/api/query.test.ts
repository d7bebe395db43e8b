import { listNotificationPreferences, saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { getTransaction, listTransactions } from '@dasbor/contract/transaction';
import { focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { createQueryClient, buildQueryKey, buildQuery } from './query.ts';
import { call } from './call.ts';

setUpMockServer();
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('spec §1, §9: the cache does not refetch when the window regains focus', async () => {
  mockEndpoint('GET /notification-preference', () => ({ json: { data: [] } }));
  const client = createQueryClient(vi.fn());
  const stop = new QueryObserver(client, { ...buildQuery(listNotificationPreferences), staleTime: 0 }).subscribe(
    () => undefined,
  );
  await vi.waitFor(() => expect(client.getQueryData(['notifications'])).toBeDefined());
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await settle();
  expect(requestsTo('/notification-preference')).toHaveLength(1);
  stop();
  focusManager.setFocused(undefined);
});

test('spec §1, §9: the cache does not poll', () => {
  const { queries } = createQueryClient(vi.fn()).getDefaultOptions();
  expect(queries).toMatchObject({ refetchOnWindowFocus: false, refetchInterval: false });
});

test('spec §1, §9: no single query polls or refetches on focus either', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
  const asking = Object.entries(sources).filter(
    ([file, text]) => !/test/.test(file) && /refetchInterval|refetchOnWindowFocus/.test(text),
  );
  expect(asking.map(([file]) => file)).toEqual(['./query.ts']);
});

test("spec §7: the preferences are cached as 'notifications'; any other key derives from its route", () => {
  expect(buildQueryKey(listNotificationPreferences)).toEqual(['notifications']);
  expect(buildQueryKey(getTransaction, { params: { id: 'txn_1' } })).toEqual([
    'getTransaction',
    { params: { id: 'txn_1' } },
  ]);
  expect(buildQueryKey(listTransactions)).toEqual(['listTransactions']);
});

test('spec §1: data-fetching errors go to the shared handler', async () => {
  const onError = vi.fn();
  mockEndpoint('GET /notification-preference', () => ({ status: 403, json: { detail: 'No access' } }));
  const client = createQueryClient(onError);
  await client.fetchQuery(buildQuery(listNotificationPreferences)).catch(() => undefined);
  expect(onError).toHaveBeenCalledOnce();
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ detail: 'No access' });
  expect(onError.mock.calls[0]?.[1]).toEqual({ quiet: false, has_data: false, is_mutation: false });
});

test('spec §8: failed saves go to the shared handler, unless the screen shows them itself', async () => {
  const onError = vi.fn();
  mockEndpoint('PUT /notification-preference', () => ({ status: 422, json: { detail: 'Not editable' } }));
  const client = createQueryClient(onError);
  for (const meta of [{}, { quiet: true }]) {
    const mutationFn = () => call(saveNotificationPreferences, { body: [{ notification_action: 1, is_active: true }] });
    await new MutationObserver(client, { mutationFn, meta }).mutate().catch(() => undefined);
  }
  expect(onError.mock.calls.map(([, about]) => about)).toEqual([
    { quiet: false, has_data: false, is_mutation: true },
    { quiet: true, has_data: false, is_mutation: true },
  ]);
});

test.each([
  [503, 3],
  [429, 3],
  [500, 1],
  [404, 1],
])('reads: an error %i is shown after %i attempts', async (status, attempts) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
  mockEndpoint('GET /notification-preference', () => ({ status, json: { detail: 'Busy for a moment.' } }));
  const client = createQueryClient(vi.fn());
  await expect(client.fetchQuery(buildQuery(listNotificationPreferences))).rejects.toThrow('Busy for a moment.');
  expect(requestsTo('/notification-preference')).toHaveLength(attempts);
});
