/** Decisions about payment links: which state may follow which, what a visitor may do, and what the payer pays. Pure. */
import type { LinkPayability, LinkStatus, StoredLink } from '@dasbor/contract/payment-link-terms';
import { type Rupiah, add } from '@dasbor/contract/money';
import { type DatedFeeRule, type Fee, calculateFee, getFeeRule } from '../transaction/rules.ts';

/** How a link begins. */
export const INITIAL_LINK_STATUSES = ['draft', 'active'] as const satisfies readonly LinkStatus[];

/**
 * The states of a link (domain 1.8). A payment may still arrive for a single-use link that was taken out of use or has
 * expired, since its number or code is already with the payer: such a link is paid, for the customer did pay. What is
 * not listed never happens.
 */
export const LINK_TRANSITIONS: Record<LinkStatus, readonly LinkStatus[]> = {
  draft: ['active'],
  active: ['paid', 'completed', 'expired', 'inactive'],
  inactive: ['active', 'paid'],
  expired: ['paid'],
  paid: [],
  completed: [],
};

export const canTransitionLink = (from: LinkStatus, to: LinkStatus): boolean => LINK_TRANSITIONS[from].includes(to);

/** States out of which nobody can bring a link back: it is not edited any more. */
export const hasEnded = (status: LinkStatus): boolean => ['paid', 'completed', 'expired'].includes(status);

/** Payments of a link at a moment. `paid`: taken and not reversed. `live`: asked for, and still payable. */
export interface LinkCounts {
  paid: number;
  live: number;
}

type LinkState = Pick<StoredLink, 'type' | 'status' | 'usage_limit' | 'starts_at' | 'expires_at'>;

/** Payments that a link takes at most; null: any number. */
export const getPaymentLimit = ({ type, usage_limit }: Pick<StoredLink, 'type' | 'usage_limit'>): number | null =>
  type === 'single_use' ? 1 : usage_limit;

/** What a visitor is told about a link at `now`. A draft is nobody's business yet: it is told as inactive. */
export function getPayability(link: LinkState, { paid }: Pick<LinkCounts, 'paid'>, now: Date): LinkPayability {
  const limit = getPaymentLimit(link);
  if (link.type === 'single_use' && (paid > 0 || link.status === 'paid')) return 'paid';
  if (link.status === 'completed' || (limit !== null && paid >= limit)) return 'completed';
  if (link.status === 'expired') return 'expired';
  if (link.status !== 'active') return 'inactive';
  if (link.expires_at !== null && Date.parse(link.expires_at) <= now.getTime()) return 'expired';
  if (link.starts_at !== null && Date.parse(link.starts_at) > now.getTime()) return 'not_started';
  return 'payable';
}

/**
 * Whether another payment may be begun: `full` when those that are under way would use the link up. A single-use link
 * may have several beginnings, for its one payer may choose another bank; of one channel, begin only one (the counts
 * are then read under the lock of the link, so two visitors cannot both take the last place).
 */
export function getAttemptAvailability(link: LinkState, counts: LinkCounts, now: Date): LinkPayability | 'full' {
  const payability = getPayability(link, counts, now);
  if (payability !== 'payable' || link.type === 'single_use' || link.usage_limit === null) return payability;
  return counts.paid + counts.live < link.usage_limit ? 'payable' : 'full';
}

/** The state that a link should move to now, by its payments and the clock; null: it stays. */
export function findDueStatus(link: LinkState, { paid }: Pick<LinkCounts, 'paid'>, now: Date): LinkStatus | null {
  const wanted = findTargetStatus(link, paid, now);
  return wanted !== null && canTransitionLink(link.status, wanted) ? wanted : null;
}

function findTargetStatus(link: LinkState, paid: number, now: Date): LinkStatus | null {
  const limit = getPaymentLimit(link);
  if (limit !== null && paid >= limit) return link.type === 'single_use' ? 'paid' : 'completed';
  const is_over = link.expires_at !== null && Date.parse(link.expires_at) <= now.getTime();
  return is_over && link.status === 'active' ? 'expired' : null;
}

/** What the payer pays, and what of it is fee and VAT. */
export interface GrossedUpAmount extends Fee {
  payer_amount: Rupiah;
}

/** More steps than any sensible price needs: each brings the fee's own fee, a fraction of the last one. */
const STEPS_MAX = 1_000;

/**
 * The least amount that a payer must pay so that the merchant nets `wanted` after fee and VAT. Adding the fee of what
 * was reached so far until nothing is added any more ends at exactly `wanted`, whatever the rounding, as long as one
 * rule's fee never falls with the amount. Where a higher band is cheaper, the merchant may net more, never less.
 */
export function grossUp(
  rules: readonly DatedFeeRule[],
  payment: { method: string; channel_code: string | null; criteria: string; day: string },
  wanted: Rupiah,
): GrossedUpAmount {
  let payer_amount = wanted;
  for (let step = 0; step < STEPS_MAX; step++) {
    const fee = calculateFee(payer_amount, getFeeRule(rules, { ...payment, amount: payer_amount }));
    if (fee.net_amount >= wanted) return { payer_amount, ...fee };
    payer_amount = add(wanted, fee.fee_amount, fee.fee_vat_amount);
  }
  throw new RangeError(`No amount nets ${wanted} at this price`);
}

const HOUR_MS = 3_600_000;

/** When the next reminder of a link is due after `now`; null: none is. */
export function findNextReminder(link: Pick<StoredLink, 'reminders' | 'expires_at'>, now: Date): Date | null {
  if (link.expires_at === null) return null;
  const end_ms = Date.parse(link.expires_at);
  const due = link.reminders.map((hours) => end_ms - hours * HOUR_MS).filter((at_ms) => at_ms > now.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** `r***@example.com`: enough for support to recognise an address that is read to them. */
export const maskEmail = (email: string | null): string | null =>
  email === null ? null : `${email.slice(0, 1)}***@${email.slice(email.lastIndexOf('@') + 1)}`;

/** A customer as support may see one: the phone by its last four digits. */
export const maskCustomer = (customer: StoredLink['customer']): StoredLink['customer'] =>
  customer === null
    ? null
    : {
        ...customer,
        email: maskEmail(customer.email),
        phone: customer.phone === null ? null : `***${customer.phone.slice(-4)}`,
      };

const NOTIFICATION_ACTIONS = { created: 1401, paid: 1402, expired: 1403, completed: 1404 } as const;

/** What people are told by e-mail of a link (domain 1.21); a link ends once, so each is told once. */
export function buildLinkNotification(happened: keyof typeof NOTIFICATION_ACTIONS, link: StoredLink, at: Date) {
  const { id, title, amount, expires_at, paid_count, collected_amount } = link;
  const money = happened === 'created' ? { amount } : { collected_amount: Number(collected_amount), paid_count };
  const facts = { title, expires_at, ...money };
  const of = { object_type: 'payment_link', object_id: id };
  return { event_id: `${id}.${happened}`, action: NOTIFICATION_ACTIONS[happened], ...of, facts, at };
}
