import { afterEach, expect, test, vi } from 'vitest';
import { joinSharedStream } from './shared-stream.ts';

/** Locks as browsers keep them: one holder of a name, the others in a line. jsdom has none. */
function locksOfABrowser() {
  const line: (() => void)[] = [];
  let is_held = false;
  const hold = async <T>(work: (lock: object | null) => Promise<T>): Promise<T> => {
    is_held = true;
    try {
      return await work({});
    } finally {
      is_held = false;
      line.shift()?.();
    }
  };
  return {
    request: async <T>(
      _name: string,
      options: { ifAvailable?: boolean; signal?: AbortSignal },
      work: (lock: object | null) => Promise<T>,
    ): Promise<T> => {
      if (!is_held) return hold(work);
      if (options.ifAvailable === true) return work(null);
      await new Promise<void>((resolve, reject) => {
        line.push(resolve);
        options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
      return hold(work);
    },
  };
}

/** A tab: what it read itself and what it heard from the one that reads. */
function openTab(standing = 'live') {
  const closed = new AbortController();
  const led: boolean[] = [];
  const heard: string[] = [];
  const pass = joinSharedStream<string>(
    {
      lead: (is_successor) => {
        led.push(is_successor);
        return new Promise((resolve) => closed.signal.addEventListener('abort', () => resolve()));
      },
      receive: (said) => heard.push(said),
      getState: () => standing,
    },
    closed.signal,
  );
  return { led, heard, pass, close: () => closed.abort() };
}

const tabs: ReturnType<typeof openTab>[] = [];
const open = () => {
  const tab = openTab();
  tabs.push(tab);
  return tab;
};
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.unstubAllGlobals();
});

test('one of several tabs reads the stream; the others receive its state and its messages', async () => {
  vi.stubGlobal('navigator', { locks: locksOfABrowser() });
  const first = open();
  await vi.waitFor(() => expect(first.led).toEqual([false]));
  const [second, third] = [open(), open()];
  await vi.waitFor(() => expect([second.heard.length, third.heard.length].every((count) => count > 0)).toBe(true));
  expect(second.heard[0]).toBe('live');
  first.pass('event');
  await vi.waitFor(() => {
    expect(second.heard).toContain('event');
    expect(third.heard).toContain('event');
  });
  expect([second.led, third.led]).toEqual([[], []]);
});

test('when the reading tab closes, the next one takes over and marks events as possibly missing', async () => {
  vi.stubGlobal('navigator', { locks: locksOfABrowser() });
  const first = open();
  await vi.waitFor(() => expect(first.led).toEqual([false]));
  const second = open();
  await vi.waitFor(() => expect(second.heard).toContain('live'));
  first.close();
  await vi.waitFor(() => expect(second.led).toEqual([true]));
});

test('without Web Locks each tab reads its own stream', () => {
  vi.stubGlobal('navigator', {});
  expect([open().led, open().led]).toEqual([[false], [false]]);
});
