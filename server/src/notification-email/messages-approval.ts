/** Texts of notification emails about disbursements and balance transfers that await approval, in both languages. */
import { toText } from './format.ts';
import { type ActionMessages, amount, byOutcome, formatDisbursements } from './message-builders.ts';

export const AWAITING_APPROVAL_ENGLISH: ActionMessages = {
  subject: byOutcome({
    disbursement: (facts) => `Disbursement awaiting approval: ${amount(facts)}`,
    disbursement_batch: (facts) => `Batch awaiting approval: ${toText(facts.batch_reference)}, ${amount(facts)}`,
    balance_transfer: (facts) => `Balance transfer awaiting approval: ${amount(facts)}`,
  }),
  body: byOutcome({
    disbursement: (facts) => `A disbursement of ${amount(facts)} requires your approval.`,
    disbursement_batch: (facts) =>
      `${toText(facts.requested_by)} submitted the batch ${toText(facts.batch_reference)}: ${formatDisbursements(facts.rows)}, ${amount(facts)} with fees. It requires another approver.`,
    balance_transfer: (facts) =>
      `${toText(facts.requested_by)} requested a transfer of ${amount(facts)} from the available to the payout balance. It requires another approver.`,
  }),
  digest_label: 'Disbursements awaiting approval',
};

export const AWAITING_APPROVAL_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    disbursement: (facts) => `Disbursement menunggu persetujuan: ${amount(facts)}`,
    disbursement_batch: (facts) => `Batch menunggu persetujuan: ${toText(facts.batch_reference)}, ${amount(facts)}`,
    balance_transfer: (facts) => `Pemindahan saldo menunggu persetujuan: ${amount(facts)}`,
  }),
  body: byOutcome({
    disbursement: (facts) => `Disbursement sebesar ${amount(facts)} memerlukan persetujuan Anda.`,
    disbursement_batch: (facts) =>
      `${toText(facts.requested_by)} mengajukan batch ${toText(facts.batch_reference)}: ${toText(facts.rows)} disbursement, ${amount(facts)} beserta biaya. Batch ini memerlukan penyetuju lain.`,
    balance_transfer: (facts) =>
      `${toText(facts.requested_by)} meminta pemindahan ${amount(facts)} dari saldo tersedia ke saldo pencairan. Pemindahan ini memerlukan penyetuju lain.`,
  }),
  digest_label: 'Disbursement menunggu persetujuan',
};
