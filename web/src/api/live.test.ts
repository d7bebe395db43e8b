import type { LiveEvent } from '@dasbor/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { connectLive, subscribeLive } from './live.ts';
import { startSession } from './session.ts';

setUpMockServer();
const heard: LiveEvent[] = [];
let stops: (() => void)[] = [];
const created = { topic: 'transaction', id: 'txn_1', change: 'created' } as const;
const frame = (event: LiveEvent) => `event: message\ndata: ${JSON.stringify(event)}\n\n`;

beforeEach(() => {
  startSession({ access_token: 'old', refresh_token: 'refresh-1' });
  heard.length = 0;
  stops = [subscribeLive((event) => heard.push(event))];
});
afterEach(() => stops.forEach((stop) => stop()));

test('events of the stream reach the subscribers; heartbeats do not', async () => {
  mockEndpoint('GET /live', () => ({
    text: `: hello\n\n${frame(created)}`,
    headers: { 'content-type': 'text/event-stream' },
  }));
  stops.push(connectLive());
  await vi.waitFor(() => expect(heard).toEqual([created]));
  expect(requestsTo('/live')[0]?.headers.get('accept')).toBe('text/event-stream');
});

test('a stream that breaks is opened again at once when the browser is back online, and everything is read again', async () => {
  mockEndpoint('GET /live', () => ({ text: ': hello\n\n' }));
  stops.push(connectLive());
  await vi.waitFor(() => expect(requestsTo('/live')).toHaveLength(1));
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(heard[0]?.topic).toBe('resync');
  });
});

test('a stream that begins after events: only a tab whose data may be older reads it again', async () => {
  const resync = (age_ms: number): LiveEvent => ({ topic: 'resync', id: null, change: 'updated', age_ms });
  const connectAfter = async (age_ms: number): Promise<LiveEvent[]> => {
    heard.length = 0;
    const send = openLiveStream();
    stops.push(connectLive());
    send(resync(age_ms));
    send(created);
    await vi.waitFor(() => expect(heard).toContainEqual(created));
    stops.pop()?.();
    return [...heard];
  };
  // The page is 100 seconds old, and connects a second after its last connection ended.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100_000);
  await connectAfter(0);
  clock.mockReturnValue(101_000);
  expect(await connectAfter(1_001)).toEqual([created]);
  clock.mockReturnValue(102_000);
  expect(await connectAfter(1_000)).toEqual([resync(1_000), created]);
  clock.mockRestore();
});

test('after a first connection that failed, everything is read again: screens did not wait for it', async () => {
  mockEndpoint('GET /live', () => ({ status: 503, json: { detail: 'Starting' } }));
  stops.push(connectLive());
  await vi.waitFor(() => expect(requestsTo('/live').length).toBeGreaterThan(0));
  openLiveStream();
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(heard[0]?.topic).toBe('resync');
  });
});

test('spec §4: a 401 of the stream is followed by one refresh', async () => {
  mockEndpoint('GET /live', ({ headers }) =>
    headers.get('authorization') === 'Bearer new'
      ? { text: frame(created) }
      : { status: 401, json: { detail: 'Expired' } },
  );
  mockEndpoint('POST /authenticate/access-token', () => ({
    json: { access_token: 'new', refresh_token: 'refresh-2' },
  }));
  stops.push(connectLive());
  await vi.waitFor(() => expect(heard).toEqual([created]));
});
