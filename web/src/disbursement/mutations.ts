/** Mutations of disbursements, and the queries that they invalidate. */
import {
  approveDisbursement,
  cancelDisbursement,
  createDisbursement,
  getDisbursement,
  listDisbursements,
  rejectDisbursement,
  retryDisbursement,
  summariseDisbursements,
} from '@dasbor/contract/disbursement';
import { listBeneficiaries } from '@dasbor/contract/beneficiary';
import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import type { CallBody } from '@dasbor/contract/route';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, createIdempotencyKey } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { type Pages, mergeChangedRows } from '../list/merge-rows.ts';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Refetches what a disbursement changes; rows of open lists are updated in place. */
export async function refetchDisbursements(client: QueryClient, changed: ReadDisbursement[] = []): Promise<void> {
  client.setQueriesData({ queryKey: buildQueryKey(listDisbursements) }, (list: Pages<ReadDisbursement> | undefined) =>
    list === undefined || !('pages' in list) ? list : mergeChangedRows(list, changed),
  );
  const routes = [summariseDisbursements, getDisbursement, listBeneficiaries];
  await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
}

interface Outcome<T = ReadDisbursement> {
  done: (data: T) => void;
  refused: (problem: Problem) => void;
}

/** One action with its own idempotency key. */
function useAction<Input>(
  send: (input: Input, idempotency_key: string) => Promise<{ data: ReadDisbursement }>,
  { done, refused, formatSuccess }: Outcome & { formatSuccess: (data: ReadDisbursement) => string },
) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: (input: Input) => send(input, idempotency.key()),
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      idempotency.renew();
      done(data);
      await showSuccess(formatSuccess(data));
      await refetchDisbursements(client, [data]);
    },
    onError: (error) => refused(idempotency.onError(error)),
  });
}

export type CreateBody = CallBody<typeof createDisbursement>;

export const useCreateDisbursement = (outcome: Outcome) =>
  useAction((body: CreateBody, idempotency_key) => call(createDisbursement, { body, idempotency_key }), {
    ...outcome,
    formatSuccess: () => messages().create.submitted,
  });

export function useDecision(id: string, outcome: Outcome) {
  const params = { id };
  const formatSuccess = ({ approvals_missing, status }: ReadDisbursement): string => {
    const t = messages().approval;
    if (status === 'pending_approval') return t.recorded(approvals_missing ?? 0);
    return status === 'rejected' ? t.rejected : t.approved;
  };
  const approve = useAction(
    (remark: string, idempotency_key) =>
      call(approveDisbursement, { params, body: remark === '' ? {} : { remark }, idempotency_key }),
    { ...outcome, formatSuccess },
  );
  const reject = useAction(
    (reason: string, idempotency_key) => call(rejectDisbursement, { params, body: { reason }, idempotency_key }),
    { ...outcome, formatSuccess },
  );
  return { approve, reject };
}

export const useCancel = (id: string, outcome: Outcome) =>
  useAction(
    (reason: string, idempotency_key) =>
      call(cancelDisbursement, { params: { id }, body: reason === '' ? {} : { reason }, idempotency_key }),
    { ...outcome, formatSuccess: () => messages().actions.cancelled },
  );

export const useRetry = (id: string, outcome: Outcome) =>
  useAction(
    (merchant_reference: string, idempotency_key) =>
      call(retryDisbursement, { params: { id }, body: { merchant_reference }, idempotency_key }),
    { ...outcome, formatSuccess: () => messages().actions.retried },
  );

export interface BulkResult {
  row: ReadDisbursement;
  /** Why it was not decided; null when it was. */
  detail: string | null;
}

/** One decision on several disbursements: a reason rejects them, null approves them. */
interface BulkInput {
  rows: readonly ReadDisbursement[];
  reason: string | null;
}

/** Decides several disbursements one after another; one refusal does not stop the others. */
export function useBulkDecision(onDone: (results: BulkResult[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ rows, reason }: BulkInput) => {
      const results: BulkResult[] = [];
      for (const row of rows) results.push(await decideOne(row, reason));
      return results;
    },
    meta: { quiet: true },
    onSuccess: async (results) => {
      onDone(results);
      await refetchDisbursements(
        client,
        results.filter(({ detail }) => detail === null).map(({ row }) => row),
      );
    },
  });
}

async function decideOne(row: ReadDisbursement, reason: string | null): Promise<BulkResult> {
  const target = { params: { id: row.id }, idempotency_key: createIdempotencyKey() };
  try {
    const { data } = await (reason === null
      ? call(approveDisbursement, { ...target, body: {} })
      : call(rejectDisbursement, { ...target, body: { reason } }));
    return { row: data, detail: null };
  } catch (error) {
    return { row, detail: toProblem(error).detail };
  }
}
