/** Fields of disbursements (domain 1.12). Routes: disbursement.ts. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { type Language, type Localized, localized, validationMessage } from './language.ts';
import { AMOUNT_CAP, currency, rupiah } from './money.ts';
import { instant } from './time.ts';
import { RAIL_CHOICES, TRANSFER_RAILS } from './transfer-rail.ts';

export const DISBURSEMENT_STATUSES = [
  'draft',
  'pending_approval',
  'approved',
  'queued',
  'processing',
  'unknown',
  'success',
  'failed',
  'rejected',
  'cancelled',
  'reversed',
] as const;
export type DisbursementStatus = (typeof DISBURSEMENT_STATUSES)[number];

const STATUS_LABELS: Record<DisbursementStatus, Localized> = {
  draft: localized('Draft', 'Draf'),
  pending_approval: localized('Awaiting approval', 'Menunggu persetujuan'),
  approved: localized('Approved', 'Disetujui'),
  queued: localized('Queued', 'Dalam antrean'),
  processing: localized('Processing', 'Diproses'),
  unknown: localized('Checking with the bank', 'Diperiksa ke bank'),
  success: localized('Completed', 'Selesai'),
  failed: localized('Failed', 'Gagal'),
  rejected: localized('Rejected', 'Ditolak'),
  cancelled: localized('Cancelled', 'Dibatalkan'),
  reversed: localized('Returned', 'Dikembalikan bank'),
};
/** Name of a status of a disbursement for people. */
export const disbursementStatusLabel = (status: DisbursementStatus, language: Language): string =>
  STATUS_LABELS[status][language];

/** Why an approved disbursement has not been sent yet. */
export const QUEUE_REASONS = [
  'scheduled',
  'insufficient_balance',
  'outside_cutoff',
  'bank_offline',
  'payouts_disabled',
] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

const QUEUE_REASON_LABELS: Record<QueueReason, Localized> = {
  scheduled: localized('Waiting for its scheduled time', 'Menunggu waktu yang dijadwalkan'),
  insufficient_balance: localized(
    'The payout balance is insufficient. It is sent once the balance covers it.',
    'Saldo pencairan tidak cukup. Dikirim setelah saldo mencukupi.',
  ),
  outside_cutoff: localized(
    'Outside the hours of the transfer method. It is sent when the transfer method opens.',
    'Di luar jam layanan transfer. Dikirim saat layanan dibuka.',
  ),
  bank_offline: localized(
    'The bank does not respond. It is sent once the bank is available.',
    'Bank tidak merespons. Dikirim setelah bank tersedia.',
  ),
  payouts_disabled: localized(
    'Payouts of this merchant are disabled.',
    'Pencairan dana merchant ini sedang dinonaktifkan.',
  ),
};
export const queueReasonLabel = (reason: QueueReason, language: Language): string =>
  QUEUE_REASON_LABELS[reason][language];

/** Failure codes of disbursements; the bank's own message is a separate field. */
export const DISBURSEMENT_FAILURES = [
  'account_not_found',
  'account_closed',
  'account_dormant',
  'bank_refused',
  'bank_offline',
  'outside_cutoff',
  'limit_exceeded',
  'not_received',
  'transfer_failed',
  'transfer_returned',
  'beneficiary_blocked',
  'beneficiary_not_allowed',
  'payout_limit_exceeded',
  'already_paid',
] as const;
export type DisbursementFailure = (typeof DISBURSEMENT_FAILURES)[number];

const FAILURE_LABELS: Record<DisbursementFailure, Localized> = {
  account_not_found: localized('The account does not exist at this bank', 'Rekening tidak ditemukan di bank ini'),
  account_closed: localized('The account is closed', 'Rekening sudah ditutup'),
  account_dormant: localized('The account is dormant', 'Rekening tidak aktif (dormant)'),
  bank_refused: localized('The bank refused the transfer', 'Bank menolak transfer'),
  bank_offline: localized('The bank did not respond for too long', 'Bank terlalu lama tidak merespons'),
  outside_cutoff: localized('The transfer method was closed', 'Layanan transfer sudah tutup'),
  limit_exceeded: localized(
    'The amount exceeds the limit of the transfer method',
    'Jumlah melebihi batas layanan transfer',
  ),
  not_received: localized('The bank never received the transfer', 'Bank tidak pernah menerima transfer'),
  transfer_failed: localized('The receiving bank rejected the transfer', 'Bank penerima menolak transfer'),
  transfer_returned: localized('The receiving bank returned the transfer', 'Bank penerima mengembalikan transfer'),
  beneficiary_blocked: localized('The beneficiary is blocked', 'Penerima diblokir'),
  beneficiary_not_allowed: localized(
    'Only saved beneficiaries may be paid',
    'Hanya penerima tersimpan yang dapat dibayar',
  ),
  payout_limit_exceeded: localized(
    'The amount exceeds your limit per disbursement',
    'Jumlah melebihi batas per disbursement Anda',
  ),
  already_paid: localized('The bank executed the original transfer', 'Bank ternyata menjalankan transfer asalnya'),
};
export const disbursementFailureLabel = (code: DisbursementFailure, language: Language): string =>
  FAILURE_LABELS[code][language];
/** The same for a text that may be no code. */
export const disbursementFailureName = (code: string, language: Language): string =>
  DISBURSEMENT_FAILURES.some((each) => each === code)
    ? disbursementFailureLabel(code as DisbursementFailure, language)
    : code;

/** Maximum number of email addresses that are notified about one disbursement. */
export const DISBURSEMENT_EMAILS_MAX = 3;
/** Latest scheduled time, in days from now. */
export const SCHEDULE_DAYS_MAX = 180;
/** Score below which an entered name is a mismatch, and from which it is a match. */
export const NAME_MATCH = { mismatch_below: 50, match_from: 85 } as const;

export const accountNo = z
  .string()
  .trim()
  .regex(/^\d{5,20}$/, validationMessage('Enter 5 to 20 digits.', 'Masukkan 5 sampai 20 digit.'))
  .meta({ examples: ['8010000001'] })
  .describe('Account number, digits only');
export const merchantReference = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(
    /^[\x20-\x7e]+$/,
    validationMessage('Use letters, digits and common symbols.', 'Gunakan huruf, angka, dan simbol umum.'),
  )
  .describe('Your reference, unique for all time');
export const disbursementDescription = z
  .string()
  .trim()
  .max(35)
  .regex(
    /^[\x20-\x7e]*$/,
    validationMessage('Use letters, digits and common symbols.', 'Gunakan huruf, angka, dan simbol umum.'),
  )
  .describe('Description on the statement of the beneficiary, at most 35 characters; some rails show 20');
export const disbursementAmount = z
  .int()
  .min(1)
  .max(AMOUNT_CAP)
  .describe('Amount that the beneficiary receives, whole rupiah');
export const beneficiaryEmails = z
  .array(z.email().max(254))
  .max(DISBURSEMENT_EMAILS_MAX)
  .describe(`Email addresses that are notified once it is completed, at most ${DISBURSEMENT_EMAILS_MAX}`);

export const disbursement = z.object({
  id: idSchema('disbursement'),
  created_at: instant.describe('When it was requested'),
  merchant_reference: z.string().describe('Your reference'),
  batch_id: idSchema('disbursement_batch').nullable().describe('Batch that it belongs to'),
  beneficiary_id: idSchema('beneficiary').nullable().describe('Saved beneficiary'),
  verified_name: z.string().describe('Account holder, as the bank reported it'),
  account_name: z
    .string()
    .nullable()
    .describe('Account holder as the request or the file of the batch gave it; null when it gave none'),
  name_match: z.int().nullable().describe('How well the two names match, 0 to 100; null when none was given'),
  bank_code: z.string().describe('Bank Indonesia code of the bank'),
  account_last4: z.string().describe('Last four digits of the account'),
  amount: rupiah.describe('Amount that the beneficiary receives, whole rupiah'),
  currency,
  fee_amount: rupiah.describe('Fee, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
  total_amount: rupiah.describe('Debited from the payout balance: amount, fee and VAT, whole rupiah'),
  rail: z.enum(TRANSFER_RAILS).describe('Rail of the transfer'),
  rail_choice: z.enum(RAIL_CHOICES).describe('Rail as it was requested'),
  description: z.string().nullable().describe('Description on the statement of the beneficiary'),
  status: z
    .enum(DISBURSEMENT_STATUSES)
    .describe('unknown: the bank’s response was inconclusive; its status is queried again'),
  queue_reason: z.enum(QUEUE_REASONS).nullable().describe('Why it has not been sent yet; null: nothing holds it'),
  schedule_at: instant.nullable().describe('When it is sent; null: as soon as it is approved'),
  expected_at: instant.nullable().describe('When it is expected to arrive; null once it has ended'),
  requested_by: z.string().describe('Who requested it'),
  decided_by: z.string().nullable().describe('Who gave the last approval, rejected or cancelled it'),
  decided_at: instant.nullable().describe('When it was approved, rejected or cancelled'),
  decision_note: z.string().nullable().describe('Remark of the last approval, or the reason of the rejection'),
  failure_code: z.enum(DISBURSEMENT_FAILURES).nullable().describe('Why it failed or was returned'),
  failure_message: z.string().nullable().describe('The bank’s message, or a description of the failure'),
  response_code: z.string().nullable().describe('SNAP BI response code of the refusal, 7 digits'),
  partner_reference_no: z.string().describe('Reference of the transfer at the bank (partnerReferenceNo)'),
  bank_reference: z.string().nullable().describe("The bank's own reference of the transfer"),
  retry_of: idSchema('disbursement').nullable().describe('Failed disbursement that this one retries'),
  sent_at: instant.nullable().describe('When it was first sent to the bank'),
  completed_at: instant.nullable().describe('When it completed or failed'),
  reversed_at: instant.nullable().describe('When the receiving bank returned it'),
  updated_at: instant.describe('When it was last updated'),
});
export type Disbursement = z.infer<typeof disbursement>;

export const readDisbursement = z.object({
  ...disbursement.shape,
  may_decide: z.boolean().describe('Whether it waits for you: someone else requested it, and the policy names you'),
  approvals_missing: z.int().nullable().describe('Approvals that are still missing; null unless it awaits approval'),
});
export type ReadDisbursement = z.infer<typeof readDisbursement>;

export const disbursementEvent = z.object({
  seq: z.int().describe('Position in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(DISBURSEMENT_STATUSES).nullable().describe('Status before; null for the first event'),
  to_status: z.enum(DISBURSEMENT_STATUSES).describe('Status after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Type of the actor'),
  actor_name: z.string().nullable().describe('Name of the user, API key or bank'),
  reason: z.string().nullable().describe('Why'),
});
export type DisbursementEvent = z.infer<typeof disbursementEvent>;

export const railOption = z.object({
  rail: z.enum(TRANSFER_RAILS).describe('Rail'),
  is_available: z.boolean().describe('Whether it supports this amount and this bank'),
  unavailable_reason: z
    .enum(['bank_not_reached', 'amount_too_low', 'amount_too_high'])
    .nullable()
    .describe('Why it is not available'),
  opens_at: instant.nullable().describe('When it accepts the transfer; null: at the requested time'),
  expected_at: instant.nullable().describe('When the money is expected to arrive; null when it is not available'),
  fee_amount: rupiah.nullable().describe('Fee, whole rupiah'),
  fee_vat_amount: rupiah.nullable().describe('VAT (PPN) on the fee, whole rupiah'),
});
export type RailOption = z.infer<typeof railOption>;
