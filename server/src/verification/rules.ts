/** Decisions of the verification of merchants: its states, what an approval needs, and which changes wait for one. Pure. */
import {
  type ProfileField,
  type ProfileFields,
  type ProfileSectionName,
  PROFILE_SECTIONS,
  SENSITIVE_FIELDS,
} from '@dasbor/contract/business-profile-fields';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { DOCUMENT_EXPIRY_DAYS } from '@dasbor/contract/operations';
import { addDays } from '@dasbor/contract/time';
import { VERIFICATION_TRANSITIONS, type VerificationAction, isLocked } from '@dasbor/contract/verification-status';
import type { ProfileValues } from '../db/column-types.ts';

/** Decisions on a submitted profile start its review. */
const STARTS_REVIEW: readonly VerificationAction[] = ['request_revision', 'approve', 'reject'];

/** The statuses that an action goes through, the last one is the result; null when it is illegal. */
export function planTransition(status: VerificationStatus, action: VerificationAction): VerificationStatus[] | null {
  const direct = VERIFICATION_TRANSITIONS[status][action];
  if (direct !== undefined) return [direct];
  const review = VERIFICATION_TRANSITIONS[status].start_review;
  if (review === undefined || !STARTS_REVIEW.includes(action)) return null;
  const next = VERIFICATION_TRANSITIONS[review][action];
  return next === undefined ? null : [review, next];
}

/** The status of the merchant after its verification reached a status; null when the merchant does not allow it. */
export function getNextMerchantStatus(status: MerchantStatus, reached: VerificationStatus): MerchantStatus | null {
  if (status === 'closed' || status === 'rejected') return null;
  const is_activated = status === 'active' || status === 'suspended';
  if (reached === 'rejected') return is_activated ? 'suspended' : 'rejected';
  if (is_activated) return status;
  if (reached === 'approved') return status === 'pending_review' ? 'active' : null;
  // A merchant is registered until its email and phone are verified.
  if (reached === 'submitted') return status === 'registered' ? null : 'pending_review';
  return status;
}

/** Whether the merchant may change its profile and documents. */
export const isEditable = (status: MerchantStatus, verification: VerificationStatus): boolean =>
  status !== 'closed' && status !== 'rejected' && !isLocked(verification);

/** Whether owners, directors and shareholders may change: until the first approval, and while they are reviewed again. */
export const canChangeOwners = (verification: VerificationStatus): boolean => verification !== 'approved';

export const OWNER_ROLES: readonly string[] = ['owner', 'director', 'shareholder'];

/** The fields of a section that differ from the stored ones. */
export function listChangedFields(stored: ProfileFields, given: ProfileValues): ProfileField[] {
  return (Object.keys(given) as ProfileField[]).filter((field) => given[field] !== stored[field]);
}

export const pickFields = (values: ProfileValues, fields: readonly ProfileField[]): ProfileValues =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null])) as ProfileValues;

interface SectionSave {
  section: ProfileSectionName;
  stored: ProfileFields;
  given: ProfileValues;
  /** The requested values of the pending change request. */
  pending: ProfileValues;
  /** Whether the merchant was approved before. */
  is_approved: boolean;
}

/** Fields that are saved at once, and the whole change request afterwards; without fields there is none. */
export function splitSection({ section, stored, given, pending, is_approved }: SectionSave): {
  direct: ProfileValues;
  request: ProfileValues;
} {
  const changed = listChangedFields(stored, given);
  const waits = (field: ProfileField): boolean => is_approved && SENSITIVE_FIELDS.includes(field);
  const own = Object.keys(PROFILE_SECTIONS[section].shape);
  const of_others = (Object.keys(pending) as ProfileField[]).filter((field) => !own.includes(field));
  return {
    direct: pickFields(
      given,
      changed.filter((field) => !waits(field)),
    ),
    request: { ...pickFields(pending, of_others), ...pickFields(given, changed.filter(waits)) },
  };
}

/** The city as QR codes contain it: at most 15 characters, without the kind of the region. */
export const toCity = (regency_name: string): string =>
  regency_name
    .replace(/^(Kota Administrasi|Kabupaten Administrasi|Kota|Kabupaten) /, '')
    .toUpperCase()
    .slice(0, 15)
    .trim();

const toComparable = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/\b(PT|CV|UD|TBK|YAYASAN|KOPERASI|BAPAK|IBU|SDR|SDRI)\b/g, ' ')
    .replaceAll(/[^A-Z0-9]+/g, '');

/** Whether an account holder is the business or one of its people; legal forms and punctuation do not count. */
export function isNameMatching(holder: string, names: readonly string[]): boolean {
  const own = toComparable(holder);
  return own !== '' && names.some((name) => toComparable(name) === own);
}

/** Days before the last day of a document at which the merchant is reminded, the nearest first. */
const DOCUMENT_REMINDER_DAYS = [7, DOCUMENT_EXPIRY_DAYS];

/** The reminder that is due: days before the last day; null when none is, or the document was uploaded later than that. */
export function findDocumentReminder(
  { expires_on, uploaded_on }: { expires_on: string; uploaded_on: string },
  today: string,
): number | null {
  if (expires_on < today) return null;
  const days = DOCUMENT_REMINDER_DAYS.find((each) => addDays(expires_on, -each) <= today);
  return days === undefined || uploaded_on > addDays(expires_on, -days) ? null : days;
}
