/** Actions on exceptions, and the queries that they refresh. */
import { listJobs, summariseJobs } from '@dasbor/contract/job';
import { listExceptions, listExceptionsOfKind, listProviderEvents } from '@dasbor/contract/operations';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

const AFFECTED_ROUTES = [listExceptions, listExceptionsOfKind, listProviderEvents, listJobs, summariseJobs];

/** Runs an action, then reads what shows it again. `done`: the toast of a success; null: none. */
export function useExceptionAction<Input = void>(run: (input: Input) => Promise<unknown>, done: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { quiet: true },
    onSuccess: async () => {
      await refresh(client);
      if (done !== null) await showSuccess(done);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
}

/** The action of a form: its dialog stays open with the reason when the server refuses. */
export function useExceptionForm(run: () => Promise<unknown>, { done, onDone }: { done: string; onDone: () => void }) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: run,
    meta: { quiet: true },
    onMutate: () => setRefusal(null),
    onSuccess: async () => {
      await refresh(client);
      onDone();
      await showSuccess(done);
    },
    onError: (error) => setRefusal(toProblem(error).detail),
  });
  return { send, refusal, setRefusal };
}

const refresh = (client: QueryClient): Promise<unknown> =>
  Promise.all(AFFECTED_ROUTES.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
