import { expect, test } from 'vitest';
import { retry } from './retry.ts';

/** Fails that often, then answers how often it was called. */
function failing(times: number): () => Promise<number> {
  let calls = 0;
  return () => {
    calls += 1;
    return calls <= times ? Promise.reject(new Error(`failure ${calls}`)) : Promise.resolve(calls);
  };
}

test('a write that says what has happened is tried again until it is taken', async () => {
  expect(await retry(failing(0), [0, 0])).toBe(1);
  expect(await retry(failing(2), [0, 0])).toBe(3);
});

test('after the last wait its error is thrown', async () => {
  await expect(retry(failing(3), [0, 0])).rejects.toThrow('failure 3');
});
