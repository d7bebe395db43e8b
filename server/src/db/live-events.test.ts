import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { sendLiveEvents } from './live-events.ts';

test.each([
  [10_000, 'repeated'],
  [10_001, 'dropped, so that they cannot fill the memory'],
])('%i events of a NOTIFY that failed are %s', async (count) => {
  const sent: number[] = [];
  const query = vi.fn<(text: string, values: [string[]]) => Promise<void>>((_text, [payloads]) => {
    sent.push(payloads.length);
    return sent.length === 1 ? Promise.reject(new Error('timeout exceeded')) : Promise.resolve();
  });
  const pool = { query, ending: false } as unknown as pg.Pool;
  sendLiveEvents(pool, new Set(Array.from({ length: count }, (_each, n) => `${n}`)));
  sendLiveEvents(pool, new Set(['later']));
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 5_000 });
  expect(sent[1]).toBe(count <= 10_000 ? count + 1 : 1);
});
