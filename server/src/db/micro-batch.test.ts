import { expect, test } from 'vitest';
import { createMicroBatch } from './micro-batch.ts';

test('calls that arrive while a batch runs go together in the next one, each with its own result', async () => {
  const batches: number[][] = [];
  const double = createMicroBatch<number, number>({
    items_max: 3,
    concurrency: 1,
    concurrent_items_min: 1,
    run: async (items) => {
      batches.push(items);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map((item) => item * 2);
    },
  });
  const first = double(1);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const others = [2, 3, 4, 5].map(double);
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('a batch starts beside a running one as soon as enough calls wait', async () => {
  const batches: number[][] = [];
  const end = Promise.withResolvers<undefined>();
  const run = createMicroBatch<number, number>({
    items_max: 10,
    concurrency: 2,
    concurrent_items_min: 3,
    run: async (items) => {
      batches.push(items);
      await end.promise;
      return items;
    },
  });
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const calls = [run(1)];
  await turn();
  calls.push(run(2), run(3));
  await turn();
  expect(batches).toEqual([[1]]);
  calls.push(run(4));
  await turn();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  calls.push(run(5), run(6), run(7));
  await turn();
  expect(batches).toHaveLength(2);
  end.resolve(undefined);
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7]]);
});

test('a batch that fails rejects its own calls only', async () => {
  const run = createMicroBatch<number, number>({
    items_max: 1,
    concurrency: 2,
    concurrent_items_min: 1,
    run: async ([item = 0]) => {
      if (item === 1) throw new Error('refused');
      return [item];
    },
  });
  const [failed, passed] = await Promise.allSettled([run(1), run(2)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'refused' } });
  expect(passed).toEqual({ status: 'fulfilled', value: 2 });
});
