/** Changes a link: its terms, and whether it can be paid. Always under the lock of the link. */
import type { Body } from '@dasbor/contract/route';
import type { LinkStatus, StoredLink } from '@dasbor/contract/payment-link-terms';
import type { updatePaymentLink } from '@dasbor/contract/payment-link';
import { actorOf, recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { Problem, notFound } from '../http/problem.ts';
import { assertMerchantActive, assertValidLink } from './validate.ts';
import { type ActionContext, notifyCustomer } from './create.ts';
import { countLinkPayments, lockLink, recordLinkEvent, updateLink } from './queries.ts';
import { refreshLink } from './refresh.ts';
import { hasEnded, canTransitionLink, findNextReminder } from './rules.ts';
import { changeTerms } from './write-queries.ts';

type ChangeInput = Body<typeof updatePaymentLink>;

/** What may not change once somebody has paid: the next payer must be asked for what the first one was. */
const LOCKED_AFTER_PAYMENT = new Set(['amount', 'min_amount', 'max_amount', 'items', 'fee_bearer']);

/**
 * Changes the terms that are given and different. Refuses with 409 `link_ended` or `amount_is_fixed`, and with 422 what
 * faultsOfLink finds in the whole.
 */
export async function changeLink(
  tx: MerchantTx,
  id: string,
  wish: ChangeInput,
  occasion: ActionContext,
): Promise<void> {
  const link = await getLockedLink(tx, id);
  if (hasEnded(link.status)) throw new Problem(409, 'link_ended', 'This link has ended. Duplicate it instead.');
  const names = (Object.keys(wish) as (keyof ChangeInput)[]).filter((name) => isDifferent(wish[name], link[name]));
  if (names.length === 0) return;
  const { now } = occasion;
  if (names.some((name) => LOCKED_AFTER_PAYMENT.has(name)) && (await countLinkPayments(tx, id, now)).paid > 0) {
    throw new Problem(409, 'amount_is_fixed', 'Somebody has paid this link: its amount can no longer change.');
  }
  const terms = Object.fromEntries(names.map((name) => [name, wish[name]])) as ChangeInput;
  const changed: StoredLink = { ...link, ...terms };
  await assertValidLink(tx, changed, now);
  const next_reminder_at = link.status === 'active' ? findNextReminder(changed, now) : null;
  await changeTerms(tx, id, terms, { next_reminder_at, updated_at: now });
  const before = Object.fromEntries(names.map((name) => [name, link[name]]));
  await recordChange(tx, id, { kind: 'edited', detail: names.join(', ') }, occasion, { before, after: terms });
  // A lower limit or an earlier end may have ended it.
  await refreshLink(tx, id, now);
}

/** Makes a draft or an inactive link payable. Refuses with 409 `illegal_move`, 422 `invalid_period` and `merchant_not_active`. */
export async function activateLink(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  id: string,
  occasion: ActionContext,
): Promise<void> {
  const link = await getLockedLink(tx, id);
  assertTransition(link, 'active');
  await assertMerchantActive(tx);
  await assertValidLink(tx, link, occasion.now);
  const { now } = occasion;
  await updateLink(tx, id, { status: 'active', updated_at: now, next_reminder_at: findNextReminder(link, now) });
  const states = { before: { status: link.status }, after: { status: 'active' } };
  await recordChange(tx, id, { kind: 'activated', detail: null }, occasion, states);
  if (link.status === 'draft') await notifyCustomer(tx, deps, { ...link, status: 'active' }, occasion);
  await refreshLink(tx, id, now);
}

/** Takes an active link out of use. Refuses with 409 `illegal_move`. */
export async function deactivateLink(tx: MerchantTx, id: string, occasion: ActionContext): Promise<void> {
  const link = await getLockedLink(tx, id);
  assertTransition(link, 'inactive');
  await updateLink(tx, id, { status: 'inactive', updated_at: occasion.now, next_reminder_at: null });
  const states = { before: { status: link.status }, after: { status: 'inactive' } };
  await recordChange(tx, id, { kind: 'deactivated', detail: null }, occasion, states);
}

async function getLockedLink(tx: MerchantTx, id: string) {
  const link = await lockLink(tx, id);
  if (link === undefined) throw notFound();
  return link;
}

function assertTransition({ status }: StoredLink, to: LinkStatus): void {
  if (canTransitionLink(status, to)) return;
  throw new Problem(409, 'illegal_move', `A link that is ${status} cannot become ${to}.`);
}

const isDifferent = (wished: unknown, present: unknown): boolean =>
  wished !== undefined && canonicalJson(wished ?? null) !== canonicalJson(present ?? null);

/** The line in the timeline, the audit row and the news of a change by a person or a key. */
async function recordChange(
  tx: MerchantTx,
  id: string,
  { kind, detail }: { kind: 'edited' | 'activated' | 'deactivated'; detail: string | null },
  { principal, ip, now }: ActionContext,
  { before, after }: { before: unknown; after: unknown },
): Promise<void> {
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await recordLinkEvent(tx, id, { at: now, kind, detail, ...actor });
  const object = { object_type: 'payment_link', object_id: id };
  await recordAudit(tx, {
    at: now,
    actor: actorOf(principal),
    ip,
    action: `payment_link.${kind}`,
    ...object,
    before,
    after,
  });
  await publishLiveEvents(tx, { topic: 'payment-link', id, change: 'updated' });
}
