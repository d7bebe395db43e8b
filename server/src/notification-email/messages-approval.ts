/** Texts of notification emails about disbursements and balance transfers that await approval, in both languages. */
import { toText } from './format.ts';
import { type ActionMessages, amount, byOutcome, formatDisbursements } from './message-builders.ts';

export const AWAITING_APPROVAL_ENGLISH: ActionMessages = {
  subject: byOutcome({
    disbursement: (details) => `Disbursement awaiting approval: ${amount(details)}`,
    disbursement_batch: (details) => `Batch awaiting approval: ${toText(details.batch_reference)}, ${amount(details)}`,
    balance_transfer: (details) => `Balance transfer awaiting approval: ${amount(details)}`,
  }),
  body: byOutcome({
    disbursement: (details) => `A disbursement of ${amount(details)} requires your approval.`,
    disbursement_batch: (details) =>
      `${toText(details.requested_by)} submitted the batch ${toText(details.batch_reference)}: ${formatDisbursements(details.rows)}, ${amount(details)} with fees. It requires another approver.`,
    balance_transfer: (details) =>
      `${toText(details.requested_by)} requested a transfer of ${amount(details)} from the available to the payout balance. It requires another approver.`,
  }),
  digest_label: 'Disbursements awaiting approval',
};

export const AWAITING_APPROVAL_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    disbursement: (details) => `Disbursement menunggu persetujuan: ${amount(details)}`,
    disbursement_batch: (details) =>
      `Batch menunggu persetujuan: ${toText(details.batch_reference)}, ${amount(details)}`,
    balance_transfer: (details) => `Pemindahan saldo menunggu persetujuan: ${amount(details)}`,
  }),
  body: byOutcome({
    disbursement: (details) => `Disbursement sebesar ${amount(details)} memerlukan persetujuan Anda.`,
    disbursement_batch: (details) =>
      `${toText(details.requested_by)} mengajukan batch ${toText(details.batch_reference)}: ${toText(details.rows)} disbursement, ${amount(details)} beserta biaya. Batch ini memerlukan penyetuju lain.`,
    balance_transfer: (details) =>
      `${toText(details.requested_by)} meminta pemindahan ${amount(details)} dari saldo tersedia ke saldo pencairan. Pemindahan ini memerlukan penyetuju lain.`,
  }),
  digest_label: 'Disbursement menunggu persetujuan',
};
