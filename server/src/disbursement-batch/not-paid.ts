/** Why rows of a batch are not paid: excluded before their disbursement existed, or the failure of their disbursement. */
import { type DisbursementFailure, disbursementFailureLabel } from '@dasbor/contract/disbursement-fields';
import { type Language, type Localized, localized } from '@dasbor/contract/language';

const EXCLUSIONS = {
  error: localized(
    'The row had errors when the batch was submitted',
    'Baris ini memiliki kesalahan saat batch diajukan',
  ),
  approver: localized('Excluded by an approver', 'Dikecualikan oleh penyetuju'),
  no_rail: localized(
    'No transfer method to this bank supported this amount when the batch was paid',
    'Tidak ada layanan transfer untuk jumlah ini ke bank tersebut saat batch dibayar',
  ),
  beneficiary_blocked: localized(
    'The beneficiary was blocked before the batch was paid',
    'Penerima diblokir sebelum batch dibayar',
  ),
  beneficiary_not_allowed: localized(
    'Only saved beneficiaries could be paid when the batch was paid',
    'Hanya penerima tersimpan yang dapat dibayar saat batch dibayar',
  ),
  payout_limit_exceeded: localized(
    'The amount exceeded your limit per disbursement when the batch was paid',
    'Jumlah melebihi batas per disbursement Anda saat batch dibayar',
  ),
  duplicate_reference: localized(
    'Another disbursement with this reference was created before the batch was paid',
    'Disbursement lain dengan referensi ini dibuat sebelum batch dibayar',
  ),
} satisfies Record<string, Localized>;
export type Exclusion = keyof typeof EXCLUSIONS;

/** Rows that nobody excluded, and that could not be paid when the batch was: they count as failed. */
export const RUN_EXCLUSIONS = [
  'no_rail',
  'duplicate_reference',
  'beneficiary_blocked',
  'beneficiary_not_allowed',
  'payout_limit_exceeded',
] as const satisfies readonly Exclusion[];

interface Ended {
  exclusion: Exclusion | null;
  failure_code: DisbursementFailure | null;
}

/** null for a row that is paid, or that may still be. */
export function formatNotPaidReason({ exclusion, failure_code }: Ended, language: Language): string | null {
  if (exclusion !== null) return EXCLUSIONS[exclusion][language];
  return failure_code === null ? null : disbursementFailureLabel(failure_code, language);
}
