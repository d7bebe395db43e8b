/** States of a verification and the legal transitions between them. */
import type { VerificationStatus } from './merchant-fields.ts';

export const VERIFICATION_ACTIONS = [
  'submit',
  'start_review',
  'request_revision',
  'approve',
  'reject',
  're_review',
] as const;
export type VerificationAction = (typeof VERIFICATION_ACTIONS)[number];

/** The next status by status and action. A pair that is missing is illegal. `rejected` is final. */
export const VERIFICATION_TRANSITIONS: Record<
  VerificationStatus,
  Partial<Record<VerificationAction, VerificationStatus>>
> = {
  draft: { submit: 'submitted' },
  submitted: { start_review: 'in_review' },
  in_review: { request_revision: 'needs_revision', approve: 'approved', reject: 'rejected' },
  needs_revision: { submit: 'submitted' },
  approved: { re_review: 'under_re_review' },
  rejected: {},
  under_re_review: { request_revision: 'needs_revision', approve: 'approved', reject: 'rejected' },
};

/** While the provider has the documents, the merchant does not change them. */
export const isLocked = (status: VerificationStatus): boolean =>
  status === 'submitted' || status === 'in_review' || status === 'rejected';
