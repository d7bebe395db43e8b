import { expect, test, vi } from 'vitest';
import { forEachConcurrently, forEachDue } from './for-each.ts';

const tick = () => new Promise<void>((resolve) => void setImmediate(resolve));

test('works on every item once, and on no more than the limit at the same time', async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, ++running);
    await tick();
    running--;
    done.push(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('rejects with the error of an item', async () => {
  await expect(forEachConcurrently([1], 2, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a failed object of a job is logged and stops no other', async () => {
  const log = { error: vi.fn() };
  const done: string[] = [];
  const due = ['a', 'b', 'c'].map((id) => ({ id }));
  await forEachDue({ log: log as never }, { due, concurrency: 1 }, async ({ id }) => {
    if (id === 'b') throw new Error('no');
    done.push(id);
    await tick();
  });
  expect(done).toEqual(['a', 'c']);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ object_id: 'b' }), expect.any(String));
});
