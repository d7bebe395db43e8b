/** What people do with refunds, and what must be read again after it. */
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
import { buildQueryKey } from '../api/query.ts';
import { type Pages, mergeChangedRows } from '../list/merge-rows.ts';
import { showSuccess } from '../ui/toast.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

/** Reads again what a change of refunds touches; rows of open lists change in place. */
async function refetchRefunds(client: QueryClient, changed: ReadRefund[] = []): Promise<void> {
  client.setQueriesData({ queryKey: buildQueryKey(listRefunds) }, (list: Pages<ReadRefund> | undefined) =>
    list === undefined || !('pages' in list) ? list : mergeChangedRows(list, changed),
  );
  const routes = [summariseRefunds, listDuplicatePayments, getRefundTerms, getTransaction, listTransactions];
  const of_payments = client.invalidateQueries({
    queryKey: buildQueryKey(listRefunds),
    predicate: ({ queryKey }) => queryKey.at(-1) !== 'pages',
  });
  await Promise.all([
    of_payments,
    ...routes.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })),
  ]);
}

export type RefundBody = CallBody<typeof createRefund>;

/** Asks for one refund. */
export function useCreateRefund(transaction_id: string, on: { done: () => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const wish = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RefundBody) =>
      call(createRefund, { params: { id: transaction_id }, body, idempotency_key: wish.key() }),
    meta: { quiet: true },
    onSuccess: async () => {
      wish.renew();
      on.done();
      await showSuccess('Refund asked for');
      await refetchRefunds(client);
    },
    onError: (error) => on.refused(wish.onError(error)),
  });
}

export type BulkResults = Output<typeof createRefunds>['data'];

/** Asks for many refunds. */
export function useCreateRefunds(on: { done: (results: BulkResults) => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const wish = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CallBody<typeof createRefunds>) => call(createRefunds, { body, idempotency_key: wish.key() }),
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      wish.renew();
      on.done(data);
      await refetchRefunds(client);
    },
    onError: (error) => on.refused(wish.onError(error)),
  });
}

/** Approves or rejects one refund. */
export function useRefundDecision(id: string, on: { done: () => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const wish = useIdempotencyKey();
  const handlers = {
    meta: { quiet: true },
    onSuccess: async ({ data }: { data: ReadRefund }) => {
      wish.renew();
      on.done();
      await showSuccess(data.status === 'rejected' ? 'Refund rejected' : 'Refund approved');
      await refetchRefunds(client, [data]);
    },
    onError: (error: unknown) => on.refused(wish.onError(error)),
  };
  const approve = useMutation({
    mutationFn: (note: string) =>
      call(approveRefund, { params: { id }, body: note === '' ? {} : { note }, idempotency_key: wish.key() }),
    ...handlers,
  });
  const reject = useMutation({
    mutationFn: (reason: string) =>
      call(rejectRefund, { params: { id }, body: { reason }, idempotency_key: wish.key() }),
    ...handlers,
  });
  return { approve, reject };
}
