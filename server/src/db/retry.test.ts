import { expect, test } from 'vitest';
import { retry } from './retry.ts';

/** Fails the given number of times, then returns the number of calls. */
function failing(times: number): () => Promise<number> {
  let calls = 0;
  return () => {
    calls += 1;
    return calls <= times ? Promise.reject(new Error(`failure ${calls}`)) : Promise.resolve(calls);
  };
}

test('work is retried until it succeeds', async () => {
  expect(await retry(failing(0), [0, 0])).toBe(1);
  expect(await retry(failing(2), [0, 0])).toBe(3);
});

test('throws the last error after the last attempt', async () => {
  await expect(retry(failing(3), [0, 0])).rejects.toThrow('failure 3');
});
