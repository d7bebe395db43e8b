/** Decisions about notification e-mails: who is told of what, in how many mails, and how often it is tried. Pure. */
import { type AccessGroup, type AccessLevel, type Role, getRoleLevel, hasLevel } from '@dasbor/contract/access';

export type Language = 'en' | 'id';

/** What a mail says of its event, by name. Amounts are whole rupiah, times ISO-8601. */
export type Facts = Readonly<Record<string, unknown>>;

/** Who is told of an action. */
export type Audience =
  /** Everybody whose role reaches the level on the group that the action belongs to. */
  | { group: AccessGroup; level: Exclude<AccessLevel, 'disabled'> }
  /** The person concerned, and nobody else. */
  | 'person'
  /** The person concerned, and whoever answers for the merchant. */
  | 'person_and_superadmins';

const view = (group: AccessGroup): Audience => ({ group, level: 'view' });
const SINGLE: Record<number, Audience> = {
  1001: 'person',
  1002: 'person',
  1003: 'person_and_superadmins',
  1004: view('Reports'),
  1005: view('Reports'),
  1006: view('Refunds'),
  // It names balances, which are those of whoever may see them.
  1007: view('Invoices'),
  1008: view('Deposit VA'),
  1009: view('API'),
  1010: view('Dashboard'),
  1011: view('Users'),
  1012: view('Business profile'),
  1201: { group: 'Disbursements', level: 'approve' },
};
const HUNDREDS: Record<number, Audience> = {
  11: view('Transactions'),
  12: view('Disbursements'),
  13: view('Deposit VA'),
  14: view('Payment Links'),
};

/** Who is told of an action of the catalogue. Throws for an action that nobody decided on. */
export function getAudience(action: number): Audience {
  const audience = SINGLE[action] ?? HUNDREDS[Math.floor(action / 100)];
  if (audience === undefined) throw new Error(`Nobody is to be told of action ${action}`);
  return audience;
}

export interface AudienceMember {
  user_id: string;
  role: Role;
}

/** Whether a user of the merchant belongs to an audience. `role_access`: the merchant's switch above every role. */
export function isInAudience(
  person: AudienceMember,
  audience: Audience,
  { person_id, role_access }: { person_id: string | null; role_access: 'enabled' | 'disabled' },
): boolean {
  if (audience === 'person') return person.user_id === person_id;
  if (audience === 'person_and_superadmins') return person.user_id === person_id || person.role === 'superadmin';
  return role_access === 'enabled' && hasLevel(getRoleLevel(person.role, audience.group), audience.level);
}

/** Payments and their links come in bursts, and with them what follows each: those mails are gathered. */
export const isBursty = (action: number): boolean =>
  action === 1006 || (action >= 1101 && action < 1500 && action !== 1201 && action !== 1206);

/** More than this many in so long a time, and a digest takes the place of single mails (domain 1.21). */
export const BURST_MAX = 20;
export const BURST_WINDOW_MS = 5 * 60_000;

/**
 * Whether mails of events that come at once are gathered: the recipient's digest is open, or with them there would be
 * more than BURST_MOST within BURST_MS. `told_lately`: events told in the BURST_MS before, by whatever mail.
 */
export const needsDigest = (arriving: number, told_lately: number, has_open_digest: boolean): boolean =>
  has_open_digest || told_lately + arriving > BURST_MAX;

const MINUTE_MS = 60_000;
const FIRST_RETRIES_MIN = [1, 5, 15, 30];
const LATER_RETRIES_MIN = 60;
/** What happened longer ago matters to nobody any more. */
export const MAX_AGE_MS = 7 * 24 * 60 * MINUTE_MS;

/** When a mail is tried again after `attempts` failed tries; null when it can no longer matter by then. */
export function nextAttemptAt(attempts: number, created_at: Date, now: Date): Date | null {
  const minutes = FIRST_RETRIES_MIN[attempts - 1] ?? LATER_RETRIES_MIN;
  const at = new Date(now.getTime() + minutes * MINUTE_MS);
  return at.getTime() > created_at.getTime() + MAX_AGE_MS ? null : at;
}
