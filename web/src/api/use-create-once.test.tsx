import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { CallError } from './problem.ts';
import { createQueryClient } from './query.ts';
import { useCreateOnce } from './use-idempotency-key.ts';

const failure = (status: number) => new CallError({ detail: 'No', status, status_text: '', response: { body: {} } });

test('the key stays while the outcome is unknown and changes after a definite error; a success is the last', async () => {
  const keys: string[] = [];
  const outcomes = [failure(503), failure(422), null];
  const onCreated = vi.fn();
  const onRefused = vi.fn();
  const create = async (_input: string, key: string) => {
    const outcome = outcomes[keys.length];
    keys.push(key);
    if (outcome) throw outcome;
    return key;
  };
  const client = createQueryClient(() => undefined);
  const { result } = renderHook(() => useCreateOnce({ create, onCreated, onRefused }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  for (const attempt of [1, 2, 3]) {
    act(() => {
      result.current.create('x');
      // A double click.
      result.current.create('x');
    });
    await waitFor(() => expect(onCreated.mock.calls.length + onRefused.mock.calls.length).toBe(attempt));
    await waitFor(() => expect(result.current.is_busy).toBe(false));
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
  act(() => result.current.create('late'));
  expect(keys).toHaveLength(3);
});
