/** Ports that approve and reject each kind of request from the list of approvals: the features apply the decision. */
import { approveRule, rejectRule } from './account-group-commission/decide.ts';
import { approveStatement, rejectStatement } from './account-group-commission/statement-decide.ts';
import { approvalHandlers } from './approval/handlers.ts';
import { approveAdjustment, rejectAdjustment } from './balance-adjustment/adjust.ts';
import { isAdjustmentId } from './balance-adjustment/rules.ts';
import { buildResolutionPort } from './bank-transfer/resolve.ts';
import { decideLineWriteOff } from './bank-statement/write-off.ts';
import { approveDisbursement, rejectDisbursement } from './disbursement/decide.ts';
import { approveWholeBatch, rejectBatch } from './disbursement-batch/decide.ts';
import { TRANSFER_PORTS } from './jobs/registry.ts';
import { approveCreditNote, rejectCreditNote } from './invoice/credit-note.ts';
import { approveTransfer, rejectTransfer } from './payout-balance/balance-transfer.ts';
import { approveRefund, rejectRefund } from './refund/apply-decision.ts';
import { approveBankAccount, rejectBankAccount } from './settlement/bank-account-decision.ts';
import { SETTLEMENT_APPROVAL } from './settlement/approve.ts';
import { confirmDispute, rejectProposal } from './settlement/dispute.ts';

export const APPROVAL_HANDLERS = approvalHandlers({
  settlement: SETTLEMENT_APPROVAL,
  bank_write_off: decideLineWriteOff,
  transfer_resolution: buildResolutionPort(TRANSFER_PORTS),
  refund: { approve: approveRefund, reject: rejectRefund },
  balance_transfer: { approve: approveTransfer, reject: rejectTransfer },
  payout_account: { approve: approveBankAccount, reject: rejectBankAccount },
  disbursement_batch: { approve: approveWholeBatch, reject: rejectBatch },
  commission_rule: { approve: approveRule, reject: rejectRule },
  commission_statement: { approve: approveStatement, reject: rejectStatement },
  disbursement: { approve: approveDisbursement, reject: rejectDisbursement },
  credit_note: { approve: approveCreditNote, reject: rejectCreditNote },
  // Of a settlement dispute, or of a balance as such.
  balance_adjustment: {
    approve: (tx, id, ...decision) => getAdjustmentPort(id).approve(tx, id, ...decision),
    reject: (tx, id, ...decision) => getAdjustmentPort(id).reject(tx, id, ...decision),
  },
});

function getAdjustmentPort(id: string) {
  if (isAdjustmentId(id)) return { approve: approveAdjustment, reject: rejectAdjustment };
  return { approve: confirmDispute, reject: rejectProposal };
}
