/** Changes of webhooks: read again afterwards, with a toast. */
import {
  getWebhook,
  getWebhookEvent,
  listWebhookAttempts,
  listWebhookEvents,
  listWebhooks,
} from '@dasbor/contract/webhook';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

const AFFECTED_ROUTES = [listWebhooks, getWebhook, listWebhookEvents, getWebhookEvent, listWebhookAttempts];

interface Options<Result> {
  /** The toast; none where the screen shows the result. */
  done?: (result: Result) => string;
  /** Awaited before anything is read again: a deleted webhook must have left the screen. */
  onDone?: (result: Result) => void | Promise<void>;
  /** Shows the refusal itself; otherwise it is a toast. */
  onRefused?: (error: unknown) => void;
}

export function useWebhookChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { done, onDone, onRefused }: Options<Result> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async (result) => {
      await onDone?.(result);
      await Promise.all(AFFECTED_ROUTES.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
      if (done !== undefined) await showSuccess(done(result));
    },
    onError: (error) => (onRefused === undefined ? void showError(toProblem(error).detail) : onRefused(error)),
  });
}
