/** How each kind of request is approved and rejected from the list of approvals: the features apply the decision. */
import { approvalHandlers } from './approval/handlers.ts';
import { approveDisbursement, rejectDisbursement } from './disbursement/decide.ts';
import { approveWholeBatch, rejectBatch } from './disbursement-batch/decide.ts';
import { approveTransfer, rejectTransfer } from './payout-balance/balance-transfer.ts';
import { approveRefund, rejectRefund } from './refund/apply-decision.ts';
import { approveBankAccount, rejectBankAccount } from './settlement/bank-account-decision.ts';
import { confirmDispute, rejectProposal } from './settlement/dispute.ts';

export const APPROVAL_HANDLERS = approvalHandlers({
  refund: { approve: approveRefund, reject: rejectRefund },
  balance_transfer: { approve: approveTransfer, reject: rejectTransfer },
  payout_account: { approve: approveBankAccount, reject: rejectBankAccount },
  disbursement_batch: { approve: approveWholeBatch, reject: rejectBatch },
  disbursement: { approve: approveDisbursement, reject: rejectDisbursement },
  balance_adjustment: { approve: confirmDispute, reject: rejectProposal },
});
