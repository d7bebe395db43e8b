/** Decisions about memberships of groups. */
import type { ValidityState } from '@dasbor/contract/validity';

/** The job that sends an invitation of a shared user. */
export const SEND_GROUP_INVITATION_JOB = 'send_group_invitation';

/** The job that brings the payout account of a merchant in line with its group. */
export const SYNC_GROUP_ACCOUNT_JOB = 'sync_group_account';

interface Period {
  effective_from: string;
  effective_to: string | null;
}

/** State of a membership on a business day. */
export function toMembershipState({ effective_from, effective_to }: Period, today: string): ValidityState {
  if (effective_to !== null && (effective_to <= today || effective_to === effective_from)) return 'ended';
  return effective_from > today ? 'upcoming' : 'current';
}

export type AddRefusal =
  | 'membership_backdated'
  | 'account_group_inactive'
  | 'already_member'
  | 'merchant_in_other_group';

interface Addition {
  group: { id: string; status: 'active' | 'inactive' };
  effective_from: string;
  today: string;
  /** Memberships of the merchant in groups of the type that are in force on the day or begin later. */
  open: readonly (Period & { group_id: string })[];
  /** Whether memberships in other groups end on the day. */
  ends_other: boolean;
}

/** Why a merchant cannot be added; null when it can. What has passed stays as it was. */
export function findAddRefusal({ group, effective_from, today, open, ends_other }: Addition): AddRefusal | null {
  if (effective_from < today) return 'membership_backdated';
  if (group.status === 'inactive') return 'account_group_inactive';
  if (open.some(({ group_id }) => group_id === group.id)) return 'already_member';
  // A membership that begins later is withdrawn by people only, who see what they end.
  const ends_all = ends_other && open.every((each) => each.effective_from <= effective_from);
  return open.length === 0 || ends_all ? null : 'merchant_in_other_group';
}

/** Why a membership cannot end on a day; null when it can. */
export function findEndRefusal(
  member: Period,
  effective_to: string,
  today: string,
): 'membership_ended' | 'membership_backdated' | null {
  if (toMembershipState(member, today) === 'ended') return 'membership_ended';
  return effective_to < today || effective_to < member.effective_from ? 'membership_backdated' : null;
}
