/** Decisions on requests, and the queries that they invalidate. */
import { getCommissionRule, listCommissionRules } from '@dasbor/contract/account-group-commission';
import {
  type ApprovalDetail,
  approveRequest,
  countWaitingApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
} from '@dasbor/contract/approval';
import { getBankStatement, listBankStatements, listStatementLines } from '@dasbor/contract/bank-statement';
import { getCommissionStatement, listCommissionStatements } from '@dasbor/contract/commission-statement';
import { listBalanceAdjustments } from '@dasbor/contract/balance-adjustment';
import { listMerchantBalances } from '@dasbor/contract/merchant-view';
import { listNotifications } from '@dasbor/contract/notification';
import { listBalanceTransfers } from '@dasbor/contract/payout-balance';
import { getRefund, listRefunds, summariseRefunds } from '@dasbor/contract/refund';
import { getSettlement, listSettlements, summariseSettlements } from '@dasbor/contract/settlement';
import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

export type Decision = 'approve' | 'reject';

/** Everything that shows a request or what it is about. */
const AFFECTED_ROUTES = [
  listApprovals,
  countWaitingApprovals,
  listNotifications,
  listRefunds,
  getRefund,
  summariseRefunds,
  listBalanceTransfers,
  getSettlementSetting,
  listBalanceAdjustments,
  listMerchantBalances,
  getCommissionRule,
  listCommissionRules,
  getCommissionStatement,
  listCommissionStatements,
  getSettlement,
  listSettlements,
  summariseSettlements,
  getBankStatement,
  listBankStatements,
  listStatementLines,
];

export function useDecision(id: string, on: { done: () => void; refused: (problem: Problem) => void }) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ decision, reason }: { decision: Decision; reason: string }) => {
      const idempotency_key = idempotency.key();
      return decision === 'approve'
        ? call(approveRequest, { params: { id }, body: reason === '' ? {} : { reason }, idempotency_key })
        : call(rejectRequest, { params: { id }, body: { reason }, idempotency_key });
    },
    meta: { quiet: true },
    onSuccess: async ({ data }) => {
      idempotency.renew();
      on.done();
      client.setQueryData(buildQueryKey(getApproval, { params: { id } }), { data });
      await Promise.all(AFFECTED_ROUTES.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
      await showSuccess(formatOutcome(data));
    },
    onError: (error) => on.refused(idempotency.onError(error)),
  });
}

function formatOutcome({ status, approvals_required, approvals_given }: ApprovalDetail): string {
  const t = messages().decision;
  if (status === 'pending') return t.recorded(approvals_required - approvals_given);
  return status === 'approved' ? t.approved : t.rejected;
}
