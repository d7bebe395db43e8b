/** Mutations of refunds, and the queries that they invalidate. */
import {
  approveRefund,
  createRefund,
  createRefunds,
  getRefundTerms,
  listRefunds,
  listDuplicatePayments,
  rejectRefund,
  summariseRefunds,
} from '@dasbor/contract/refund';
import type { ReadRefund } from '@dasbor/contract/refund-fields';
import type { CallBody, Output } from '@dasbor/contract/route';
import { getTransaction, listTransactions } from '@dasbor/contract/transaction';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { buildQueryKey, isPagesQuery } from '../api/query.ts';
import { type Pages, mergeChangedRows } from '../list/merge-rows.ts';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Refetches what a refund changes; rows of open lists are updated in place. */
async function refetchRefunds(client: QueryClient, changed: ReadRefund[] = []): Promise<void> {
  client.setQueriesData({ queryKey: buildQueryKey(listRefunds) }, (list: Pages<ReadRefund> | undefined) =>
    list === undefined || !('pages' in list) ? list : mergeChangedRows(list, changed),
  );
  const routes = [summariseRefunds, listDuplicatePayments, getRefundTerms, getTransaction, listTransactions];
  const of_payments = client.invalidateQueries({
    queryKey: buildQueryKey(listRefunds),
    predicate: (query) => !isPagesQuery(query),
  });
  await Promise.all([
    of_payments,
    ...routes.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })),
  ]);
}

export type RefundBody = CallBody<typeof createRefund>;

/** Creates a refund. */
export function useCreateRefund(transaction_id: string, on: { done: () => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RefundBody) =>
      call(createRefund, { params: { id: transaction_id }, body, idempotency_key: idempotency.key() }),
    meta: { quiet: true },
    onSuccess: async () => {
      idempotency.renew();
      on.done();
      await showSuccess(messages().form.requested);
      await refetchRefunds(client);
    },
    onError: (error) => on.refused(idempotency.onError(error)),
  });
}

export type BulkResults = Output<typeof createRefunds>['data'];

/** Creates refunds for several payments. */
export function useCreateRefunds(on: { done: (results: BulkResults) => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CallBody<typeof createRefunds>) =>
      call(createRefunds, { body, idempotency_key: idempotency.key() }),
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      idempotency.renew();
      on.done(data);
      await refetchRefunds(client);
    },
    onError: (error) => on.refused(idempotency.onError(error)),
  });
}

/** Approves or rejects one refund. */
export function useRefundDecision(id: string, on: { done: () => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  const handlers = {
    meta: { quiet: true },
    onSuccess: async ({ data }: { data: ReadRefund }) => {
      idempotency.renew();
      on.done();
      await showSuccess(formatOutcome(data));
      await refetchRefunds(client, [data]);
    },
    onError: (error: unknown) => on.refused(idempotency.onError(error)),
  };
  const approve = useMutation({
    mutationFn: (note: string) =>
      call(approveRefund, { params: { id }, body: note === '' ? {} : { note }, idempotency_key: idempotency.key() }),
    ...handlers,
  });
  const reject = useMutation({
    mutationFn: (reason: string) =>
      call(rejectRefund, { params: { id }, body: { reason }, idempotency_key: idempotency.key() }),
    ...handlers,
  });
  return { approve, reject };
}

function formatOutcome({ status, approvals_missing }: ReadRefund): string {
  const t = messages().decision;
  if (approvals_missing !== null) return t.recorded(approvals_missing);
  return status === 'rejected' ? t.rejected : t.approved;
}
