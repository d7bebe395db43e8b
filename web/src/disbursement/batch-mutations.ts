/** Mutations of batches, and the queries that they invalidate. */
import {
  approveDisbursementBatch,
  cancelDisbursementBatch,
  deleteBatchRow,
  getDisbursementBatch,
  listBatchRows,
  listDisbursementBatches,
  rejectDisbursementBatch,
  revalidateDisbursementBatch,
  submitDisbursementBatch,
  updateBatchRow,
} from '@dasbor/contract/disbursement-batch';
import type { BatchRowChange, ReadDisbursementBatch } from '@dasbor/contract/disbursement-batch-fields';
import type { CallBody } from '@dasbor/contract/route';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { batchMessages } from './batch-messages.ts';

export async function refetchBatch(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: buildQueryKey(getDisbursementBatch, { params: { id } }) }),
    client.invalidateQueries({ queryKey: buildQueryKey(listBatchRows) }),
    client.invalidateQueries({ queryKey: buildQueryKey(listDisbursementBatches) }),
  ]);
}

interface Outcome {
  done: () => void;
  refused: (problem: Problem) => void;
}

/** An action on a batch with its own idempotency key. */
function useBatchAction<Input>(
  id: string,
  send: (input: Input, idempotency_key: string) => Promise<{ data: ReadDisbursementBatch }>,
  { done, refused, formatSuccess }: Outcome & { formatSuccess: (batch: ReadDisbursementBatch) => string },
) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) => send(input, idempotency.key()),
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      idempotency.renew();
      done();
      void showSuccess(formatSuccess(data));
      await refetchBatch(client, id);
    },
    onError: (error) => refused(idempotency.onError(error)),
  });
}

const actions = () => batchMessages().actions;

export const useSubmitBatch = (id: string, outcome: Outcome) =>
  useBatchAction(
    id,
    (body: CallBody<typeof submitDisbursementBatch>, idempotency_key) =>
      call(submitDisbursementBatch, { params: { id }, body, idempotency_key }),
    { ...outcome, formatSuccess: () => actions().submitted },
  );

export const useApproveBatch = (id: string, outcome: Outcome) =>
  useBatchAction(
    id,
    (body: CallBody<typeof approveDisbursementBatch>, idempotency_key) =>
      call(approveDisbursementBatch, { params: { id }, body, idempotency_key }),
    {
      ...outcome,
      formatSuccess: ({ status, approvals_missing }) =>
        status === 'pending_approval' ? actions().recorded(approvals_missing ?? 0) : actions().approved,
    },
  );

export const useRejectBatch = (id: string, outcome: Outcome) =>
  useBatchAction(
    id,
    (reason: string, idempotency_key) =>
      call(rejectDisbursementBatch, { params: { id }, body: { reason }, idempotency_key }),
    { ...outcome, formatSuccess: () => actions().rejected },
  );

export const useCancelBatch = (id: string, outcome: Outcome) =>
  useBatchAction(id, (_: null, idempotency_key) => call(cancelDisbursementBatch, { params: { id }, idempotency_key }), {
    ...outcome,
    formatSuccess: () => actions().cancelled,
  });

export function useRevalidate(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(revalidateDisbursementBatch, { params: { id }, body: undefined }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => refetchBatch(client, id),
  });
}

/** Changes values of a row; the row is then validated again. */
export function useUpdateRow(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ row_no, change }: { row_no: number; change: BatchRowChange }) =>
      call(updateBatchRow, { params: { id, row_no }, body: change }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => refetchBatch(client, id),
  });
}

export function useDeleteRow(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (row_no: number) => call(deleteBatchRow, { params: { id, row_no } }),
    meta: { quiet: true },
    onSuccess: (_, row_no) => void showSuccess(batchMessages().rows.deleted(row_no)),
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => refetchBatch(client, id),
  });
}
