/** Texts of notification emails about disbursements and balance transfers that await approval, in both languages. */
import { toText } from './format.ts';
import { type ActionMessages, amount, byOutcome, formatDisbursements } from './message-builders.ts';

export const AWAITING_APPROVAL_ENGLISH: ActionMessages = {
  subject: byOutcome({
    disbursement: (data) => `Disbursement awaiting approval: ${amount(data)}`,
    disbursement_batch: (data) => `Batch awaiting approval: ${toText(data.batch_reference)}, ${amount(data)}`,
    balance_transfer: (data) => `Balance transfer awaiting approval: ${amount(data)}`,
  }),
  body: byOutcome({
    disbursement: (data) => `A disbursement of ${amount(data)} requires your approval.`,
    disbursement_batch: (data) =>
      `${toText(data.requested_by)} submitted the batch ${toText(data.batch_reference)}: ${formatDisbursements(data.rows)}, ${amount(data)} with fees. It requires another approver.`,
    balance_transfer: (data) =>
      `${toText(data.requested_by)} requested a transfer of ${amount(data)} from the available to the payout balance. It requires another approver.`,
  }),
  digest_label: 'Disbursements awaiting approval',
};

export const AWAITING_APPROVAL_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    disbursement: (data) => `Disbursement menunggu persetujuan: ${amount(data)}`,
    disbursement_batch: (data) => `Batch menunggu persetujuan: ${toText(data.batch_reference)}, ${amount(data)}`,
    balance_transfer: (data) => `Pemindahan saldo menunggu persetujuan: ${amount(data)}`,
  }),
  body: byOutcome({
    disbursement: (data) => `Disbursement sebesar ${amount(data)} memerlukan persetujuan Anda.`,
    disbursement_batch: (data) =>
      `${toText(data.requested_by)} mengajukan batch ${toText(data.batch_reference)}: ${toText(data.rows)} disbursement, ${amount(data)} beserta biaya. Batch ini memerlukan penyetuju lain.`,
    balance_transfer: (data) =>
      `${toText(data.requested_by)} meminta pemindahan ${amount(data)} dari saldo tersedia ke saldo pencairan. Pemindahan ini memerlukan penyetuju lain.`,
  }),
  digest_label: 'Disbursement menunggu persetujuan',
};
