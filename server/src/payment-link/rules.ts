/** Pure rules of payment links: status transitions, payability and the amount including the fee. */
import { maskEmail, maskPhone } from '@dasbor/contract/mask';
import * as duration from '@dasbor/contract/duration';
import type { LinkPayability, LinkStatus, StoredLink } from '@dasbor/contract/payment-link-terms';
import { type Rupiah, add } from '@dasbor/contract/money';
import { type DatedFeeRule, type Fee, calculateFee, getFeeRule } from '../transaction/rules.ts';

/** Statuses a link can be created with. */
export const INITIAL_LINK_STATUSES = ['draft', 'active'] as const satisfies readonly LinkStatus[];

/**
 * Status transitions of a link (domain 1.8). A payment may still arrive for a single-use link that is inactive or has
 * expired, because the payer already holds its number or code; such a link becomes paid.
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

/** Final statuses: the link can no longer be edited. */
export const hasEnded = (status: LinkStatus): boolean => ['paid', 'completed', 'expired'].includes(status);

/** Payments of a link. `paid`: received and not reversed. `live`: started and still payable. */
export interface LinkCounts {
  paid: number;
  live: number;
}

type LinkState = Pick<StoredLink, 'type' | 'status' | 'usage_limit' | 'starts_at' | 'expires_at'>;

/** Maximum number of payments of a link; null: unlimited. */
export const findPaymentLimit = ({ type, usage_limit }: Pick<StoredLink, 'type' | 'usage_limit'>): number | null =>
  type === 'single_use' ? 1 : usage_limit;

/** Whether a visitor can pay a link at `now`, and if not, why. A draft counts as inactive. */
export function getPayability(link: LinkState, { paid }: Pick<LinkCounts, 'paid'>, now: Date): LinkPayability {
  const limit = findPaymentLimit(link);
  if (link.type === 'single_use' && (paid > 0 || link.status === 'paid')) return 'paid';
  if (link.status === 'completed' || (limit !== null && paid >= limit)) return 'completed';
  if (link.status === 'expired') return 'expired';
  if (link.status !== 'active') return 'inactive';
  if (link.expires_at !== null && Date.parse(link.expires_at) <= now.getTime()) return 'expired';
  if (link.starts_at !== null && Date.parse(link.starts_at) > now.getTime()) return 'not_started';
  return 'payable';
}

/** The status that a link must transition to, by its payments and the clock; null: none. */
export function findDueStatus(link: LinkState, { paid }: Pick<LinkCounts, 'paid'>, now: Date): LinkStatus | null {
  const target = findTargetStatus(link, paid, now);
  return target !== null && canTransitionLink(link.status, target) ? target : null;
}

function findTargetStatus(link: LinkState, paid: number, now: Date): LinkStatus | null {
  const limit = findPaymentLimit(link);
  if (limit !== null && paid >= limit) return link.type === 'single_use' ? 'paid' : 'completed';
  const is_over = link.expires_at !== null && Date.parse(link.expires_at) <= now.getTime();
  return is_over && link.status === 'active' ? 'expired' : null;
}

/** The amount to be paid, with the fee and VAT it includes. */
export interface GrossedUpAmount extends Fee {
  payer_amount: Rupiah;
}

/** Fees of this method are not capped at the amount, so the next step starts from the whole fee. */
const UNCAPPED_METHOD = 'refund_transfer';
/** Upper bound of the iteration; real prices converge in a few steps. */
const STEPS_MAX = 1_000;

/**
 * The minimum amount a payer must pay so that the merchant nets `net_amount` after fee and VAT. Iterates: the fee of the
 * current amount is added to the net amount until the result is stable. Exact as long as the fee of one rule never falls
 * with the amount; where a higher band is cheaper, the merchant may net more, never less.
 */
export function grossUp(
  rules: readonly DatedFeeRule[],
  payment: { method: string; channel_code: string | null; criteria: string; day: string },
  net_amount: Rupiah,
): GrossedUpAmount {
  let payer_amount = net_amount;
  for (let step = 0; step < STEPS_MAX; step++) {
    const rule = getFeeRule(rules, { ...payment, amount: payer_amount });
    const fee = calculateFee(payer_amount, rule);
    if (fee.net_amount >= net_amount) return { payer_amount, ...fee };
    const { fee_amount, fee_vat_amount } = calculateFee(payer_amount, { ...rule, method: UNCAPPED_METHOD });
    payer_amount = add(net_amount, fee_amount, fee_vat_amount);
  }
  throw new RangeError(`No amount nets ${net_amount} at this price`);
}

/** When the next reminder of a link is due after `now`; null: none. */
export function calculateNextReminder(link: Pick<StoredLink, 'reminders' | 'expires_at'>, now: Date): Date | null {
  if (link.expires_at === null) return null;
  const end_ms = Date.parse(link.expires_at);
  const due = link.reminders.map((hours) => end_ms - duration.hours(hours)).filter((at_ms) => at_ms > now.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** A customer with masked email and phone, for the support role. */
export const maskCustomer = (customer: StoredLink['customer']): StoredLink['customer'] =>
  customer === null
    ? null
    : {
        ...customer,
        email: customer.email === null ? null : maskEmail(customer.email),
        phone: customer.phone === null ? null : maskPhone(customer.phone),
      };

const NOTIFICATION_ACTIONS = { created: 1401, paid: 1402, expired: 1403, completed: 1404 } as const;

/** The notification email of a link event (domain 1.21). The event id makes it unique per link and event. */
export function buildLinkNotification(event: keyof typeof NOTIFICATION_ACTIONS, link: StoredLink, at: Date) {
  const { id, title, amount, expires_at, paid_count, collected_amount } = link;
  const money = event === 'created' ? { amount } : { collected_amount: Number(collected_amount), paid_count };
  const template_data = { title, expires_at, ...money };
  const object = { object_type: 'payment_link', object_id: id };
  return { event_id: `${id}.${event}`, action: NOTIFICATION_ACTIONS[event], ...object, template_data, at };
}
