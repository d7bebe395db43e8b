/** All jobs of the product. A job that is not listed here never runs. */
import { analyticsJobs } from '../analytics/jobs.ts';
import {
  COMMISSION_STATEMENT_PORT,
  commissionJobs,
  expireRule,
  expireStatement,
} from '../account-group-commission/jobs.ts';
import { apiSettingsJobs } from '../api-settings/jobs.ts';
import { announcementJobs } from '../announcement/jobs.ts';
import { buildExpireApprovalsJob } from '../approval/expire-approvals-job.ts';
import { auditJobs } from '../audit/jobs.ts';
import { authJobs } from '../auth/jobs.ts';
import { expireAdjustment } from '../balance-adjustment/jobs.ts';
import { isAdjustmentId } from '../balance-adjustment/rules.ts';
import { buildBankTransferJobs, closeResolutions, expireResolution } from '../bank-transfer/jobs.ts';
import { depositVaJobs } from '../deposit-va/jobs.ts';
import { exportJobs } from '../export/jobs.ts';
import { expireCreditNote, invoiceJobs } from '../invoice/jobs.ts';
import { ledgerJobs } from '../ledger/jobs.ts';
import { merchantJobs } from '../merchant/notify-jobs.ts';
import { registrationJobs } from '../merchant/registration-jobs.ts';
import { notificationEmailJobs } from '../notification-email/jobs.ts';
import { operationsJobs } from '../operations/jobs.ts';
import { buildCancelAttemptsJob } from '../payment-link/cancel-attempts-job.ts';
import { paymentLinkJobs } from '../payment-link/jobs.ts';
import { expireTransfer, payoutBalanceJobs } from '../payout-balance/jobs.ts';
import { cancelQrisPayment, qrisPaymentJobs } from '../qris-payment/jobs.ts';
import { disbursementBatchJobs, expireBatch } from '../disbursement-batch/jobs.ts';
import { DISBURSEMENT_PORT, disbursementJobs, expireDisbursement } from '../disbursement/jobs.ts';
import { REFUND_PORT, expireRefund, refundJobs } from '../refund/jobs.ts';
import { reportJobs } from '../report/jobs.ts';
import { retentionJobs } from '../retention/jobs.ts';
import { SETTLEMENT_PORT, expireBankAccount, expireProposal, settlementJobs } from '../settlement/jobs.ts';
import { storageJobs } from '../storage/jobs.ts';
import { rollUpJobs } from '../transaction/roll-up-jobs.ts';
import { stickerJobs } from '../sticker/jobs.ts';
import { cancelVaPayment, virtualAccountJobs } from '../virtual-account/jobs.ts';
import { accountGroupJobs } from '../account-group/jobs.ts';
import { userJobs } from '../user/jobs.ts';
import { verificationJobs } from '../verification/jobs.ts';
import { webhookJobs } from '../webhook/jobs.ts';
import type { TransferPorts } from '../rails/send-transfer.ts';
import type { Job } from './job.ts';

/** The features whose transfers are sent to the bank. */
export const TRANSFER_PORTS: TransferPorts = closeResolutions({
  disbursement: DISBURSEMENT_PORT,
  refund: REFUND_PORT,
  settlement_batch: SETTLEMENT_PORT,
  commission_statement: COMMISSION_STATEMENT_PORT,
});

export const JOBS: Job[] = [
  ...qrisPaymentJobs,
  ...stickerJobs,
  ...virtualAccountJobs,
  ...refundJobs,
  ...settlementJobs,
  ...commissionJobs,
  ...paymentLinkJobs,
  buildCancelAttemptsJob({ qris: cancelQrisPayment, virtual_account: cancelVaPayment }),
  buildExpireApprovalsJob({
    refund: expireRefund,
    balance_transfer: expireTransfer,
    payout_account: expireBankAccount,
    balance_adjustment: (tx, id, now) => (isAdjustmentId(id) ? expireAdjustment : expireProposal)(tx, id, now),
    credit_note: expireCreditNote,
    disbursement: expireDisbursement,
    disbursement_batch: expireBatch,
    commission_rule: expireRule,
    commission_statement: expireStatement,
    transfer_resolution: expireResolution,
    // A closed settlement waits until it is approved or held.
    settlement: async () => undefined,
  }),
  ...disbursementJobs,
  ...disbursementBatchJobs,
  ...buildBankTransferJobs(TRANSFER_PORTS),
  ...depositVaJobs,
  ...payoutBalanceJobs,
  ...ledgerJobs,
  ...invoiceJobs,
  ...rollUpJobs,
  ...analyticsJobs,
  ...reportJobs,
  ...notificationEmailJobs,
  ...authJobs,
  ...merchantJobs,
  ...registrationJobs,
  ...userJobs,
  ...verificationJobs,
  ...accountGroupJobs,
  ...apiSettingsJobs,
  ...auditJobs,
  ...retentionJobs,
  ...exportJobs,
  ...storageJobs,
  ...webhookJobs,
  ...operationsJobs,
  ...announcementJobs,
];
