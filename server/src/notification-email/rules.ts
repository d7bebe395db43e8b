/** Decisions about notification emails: recipients, bursts and retries. Pure. */
import {
  type AccessEntry,
  type AccessGroup,
  type AccessLevel,
  type RoleKey,
  getLevel,
  hasLevel,
} from '@dasbor/contract/access';
import * as duration from '@dasbor/contract/duration';

/** Recipients of the emails of an action. */
export type Audience =
  /** Every user whose role reaches the level on the access group. */
  | { group: AccessGroup; level: Exclude<AccessLevel, 'disabled'> }
  /** Only the user concerned. */
  | 'user'
  /** The user concerned and every superadmin. */
  | 'user_and_superadmins';

const view = (group: AccessGroup): Audience => ({ group, level: 'view' });
const BY_ACTION: Record<number, Audience> = {
  1001: 'user',
  1002: 'user',
  1003: 'user_and_superadmins',
  1004: view('Reports'),
  1005: view('Reports'),
  1006: view('Refunds'),
  // The summary contains balances, which need access to invoices.
  1007: view('Invoices'),
  1008: view('Deposit VA'),
  1009: view('API'),
  1010: view('Dashboard'),
  1011: view('Users'),
  1012: view('Business profile'),
  1013: view('Invoices'),
  1201: { group: 'Disbursements', level: 'approve' },
};
const BY_HUNDRED: Record<number, Audience> = {
  11: view('Transactions'),
  12: view('Disbursements'),
  13: view('Deposit VA'),
  14: view('Payment Links'),
};

/** The audience of an action of the catalogue. Throws for an action without one: it fails closed. */
export function getAudience(action: number): Audience {
  const audience = BY_ACTION[action] ?? BY_HUNDRED[Math.floor(action / 100)];
  if (audience === undefined) throw new Error(`Action ${action} has no audience`);
  return audience;
}

export interface AudienceMember {
  user_id: string;
  role: RoleKey;
  access: AccessEntry[];
}

/** Whether a user of the merchant belongs to an audience. `role_access`: the merchant's switch above every role. */
export function isInAudience(
  member: AudienceMember,
  audience: Audience,
  { user_id, role_access }: { user_id: string | null; role_access: 'enabled' | 'disabled' },
): boolean {
  if (audience === 'user') return member.user_id === user_id;
  if (audience === 'user_and_superadmins') return member.user_id === user_id || member.role === 'superadmin';
  return role_access === 'enabled' && hasLevel(getLevel(member.access, audience.group), audience.level);
}

/** Payments, payment links and what follows from them come in bursts; their emails may be combined into a digest. */
export const isDigestible = (action: number): boolean =>
  action === 1006 || (action >= 1101 && action < 1500 && action !== 1201 && action !== 1206);

/** More emails than this within the window become a digest (domain 1.21). */
export const BURST_MAX = 20;
export const BURST_WINDOW_MS = duration.minutes(5);

/**
 * Whether new events go into a digest: one is open for the recipient, or the window would hold more than BURST_MAX.
 * `recent_count`: events of the window before, in any email.
 */
export const needsDigest = (new_count: number, recent_count: number, has_open_digest: boolean): boolean =>
  has_open_digest || recent_count + new_count > BURST_MAX;

const FIRST_RETRIES_MIN = [1, 5, 15, 30];
const LATER_RETRIES_MIN = 60;
/** Emails about older events are not sent. */
export const MAX_AGE_MS = duration.days(7);

/** Time of the next attempt after `attempts` failed ones; null when the email would be too old by then. */
export function calculateNextAttempt(attempts: number, created_at: Date, now: Date): Date | null {
  const minutes = FIRST_RETRIES_MIN[attempts - 1] ?? LATER_RETRIES_MIN;
  const at = new Date(now.getTime() + duration.minutes(minutes));
  return at.getTime() > created_at.getTime() + MAX_AGE_MS ? null : at;
}
