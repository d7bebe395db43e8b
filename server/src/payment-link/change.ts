/** Changes the terms and the status of a link. Every change holds the row lock of the link. */
import type { Body } from '@dasbor/contract/route';
import type { LinkNotifyStatus, LinkStatus, StoredLink } from '@dasbor/contract/payment-link-terms';
import type { updatePaymentLink } from '@dasbor/contract/payment-link';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { statusLabel } from '@dasbor/contract/labels';
import { localized } from '@dasbor/contract/language';
import { canonicalJson } from '../http/canonical-json.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { Problem, notFound } from '../http/problem.ts';
import { assertValidLink } from './validate.ts';
import { notifyCustomer } from './create.ts';
import { countLinkPayments, listPayableAttempts, lockLink, recordLinkEvent, updateLink } from './queries.ts';
import { refreshLink } from './refresh.ts';
import { CANCEL_ATTEMPTS_JOB } from './refresh-queries.ts';
import { hasEnded, canTransitionLink, calculateNextReminder } from './rules.ts';
import { updateTerms } from './write-queries.ts';

type ChangeInput = Body<typeof updatePaymentLink>;

/** Terms that are locked after the first payment, so that every payer of a link pays under the same terms. */
const LOCKED_AFTER_PAYMENT = new Set(['amount', 'min_amount', 'max_amount', 'items', 'fee_bearer']);
/** Terms that determine what a payer pays: payments that were started under former ones are cancelled. */
const AMOUNT_TERMS = new Set(['amount', 'min_amount', 'max_amount', 'fee_bearer']);

/**
 * Applies the terms that differ from the stored ones. Returns 409 `link_ended` or `amount_is_fixed`, and 422 with every
 * validation error of the resulting link.
 */
export async function changeLink(
  tx: MerchantTx,
  id: string,
  input: ChangeInput,
  context: ActionContext,
): Promise<void> {
  const link = await getLockedLink(tx, id);
  if (hasEnded(link.status))
    throw new Problem(
      409,
      'link_ended',
      localized(
        'This link has ended. Duplicate it to create a new one.',
        'Tautan ini sudah berakhir. Duplikat untuk membuat tautan baru.',
      ),
    );
  const names = (Object.keys(input) as (keyof ChangeInput)[]).filter((name) => isDifferent(input[name], link[name]));
  if (names.length === 0) return;
  const { now } = context;
  if (names.some((name) => LOCKED_AFTER_PAYMENT.has(name)) && (await countLinkPayments(tx, id, now)).paid > 0) {
    throw new Problem(
      409,
      'amount_is_fixed',
      localized(
        'This link has been paid. Its amount, items and fee settings can no longer change.',
        'Tautan ini sudah dibayar. Jumlah, rincian barang, dan pengaturan biaya tidak dapat diubah lagi.',
      ),
    );
  }
  const terms = Object.fromEntries(names.map((name) => [name, input[name]])) as ChangeInput;
  const changed: StoredLink = { ...link, ...terms };
  await assertValidLink(tx, changed, now);
  const next_reminder_at = link.status === 'active' ? calculateNextReminder(changed, now) : null;
  await updateTerms(tx, id, terms, { next_reminder_at, updated_at: now });
  const before = Object.fromEntries(names.map((name) => [name, link[name]]));
  await recordChange(tx, id, { kind: 'edited', detail: names.join(', '), before, after: terms }, context);
  if (names.some((name) => AMOUNT_TERMS.has(name))) await cancelAttempts(tx, id, now);
  // A lower usage limit or an earlier expiry may end the link.
  await refreshLink(tx, id, now);
}

/** Cancels the attempts of a locked link that can be paid now. */
async function cancelAttempts(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const [newest] = await listPayableAttempts(tx, id, now);
  if (newest === undefined) return;
  const started_by = newest.created_at;
  const payload = { merchant_id: tx.merchant_id, id, started_by };
  await enqueue(tx, CANCEL_ATTEMPTS_JOB, payload, { job_key: `${CANCEL_ATTEMPTS_JOB}:${id}:${started_by}` });
}

/** Activates a draft or inactive link; returns what became of the email to its customer. Returns 409 `status_conflict` or `merchant_not_active`, 422 `invalid_period`. */
export async function activateLink(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  id: string,
  context: ActionContext,
): Promise<LinkNotifyStatus | null> {
  const link = await getLockedLink(tx, id);
  assertTransition(link, 'active');
  await assertMerchantCan(tx, 'payments');
  await assertValidLink(tx, link, context.now);
  const { now } = context;
  await updateLink(tx, id, { status: 'active', updated_at: now, next_reminder_at: calculateNextReminder(link, now) });
  const states = { before: { status: link.status }, after: { status: 'active' } };
  await recordChange(tx, id, { kind: 'activated', detail: null, ...states }, context);
  const active = { ...link, status: 'active' as const };
  const notify_status = link.status === 'draft' ? await notifyCustomer(tx, deps, active, context) : null;
  await refreshLink(tx, id, now);
  return notify_status;
}

/** Deactivates an active link. Returns 409 `status_conflict`. */
export async function deactivateLink(tx: MerchantTx, id: string, context: ActionContext): Promise<void> {
  const link = await getLockedLink(tx, id);
  assertTransition(link, 'inactive');
  await updateLink(tx, id, { status: 'inactive', updated_at: context.now, next_reminder_at: null });
  const states = { before: { status: link.status }, after: { status: 'inactive' } };
  await recordChange(tx, id, { kind: 'deactivated', detail: null, ...states }, context);
}

async function getLockedLink(tx: MerchantTx, id: string) {
  const link = await lockLink(tx, id);
  if (link === undefined) throw notFound();
  return link;
}

function assertTransition({ status }: StoredLink, to: LinkStatus): void {
  if (canTransitionLink(status, to)) return;
  throw new Problem(409, 'status_conflict', transitionError(status, to));
}

function transitionError(from: LinkStatus, to: LinkStatus) {
  const [from_en, to_en] = [statusLabel(from, 'en').toLowerCase(), statusLabel(to, 'en').toLowerCase()];
  const [from_id, to_id] = [statusLabel(from, 'id').toLowerCase(), statusLabel(to, 'id').toLowerCase()];
  return localized(
    `This link is ${from_en}; its status cannot change to ${to_en}.`,
    `Status tautan ini ${from_id} dan tidak dapat diubah menjadi ${to_id}.`,
  );
}

const isDifferent = (requested: unknown, current: unknown): boolean =>
  requested !== undefined && canonicalJson(requested ?? null) !== canonicalJson(current ?? null);

interface LinkChange {
  kind: 'edited' | 'activated' | 'deactivated';
  detail: string | null;
  before: object;
  after: object;
}

/** Writes the timeline event, the audit entry and the live event of a change. */
async function recordChange(
  tx: MerchantTx,
  id: string,
  { kind, detail, before, after }: LinkChange,
  context: ActionContext,
): Promise<void> {
  const { principal, now } = context;
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await recordLinkEvent(tx, id, { at: now, kind, detail, ...actor });
  await recordAudit(context, tx, {
    action: `payment_link.${kind}`,
    object_type: 'payment_link',
    object_id: id,
    before,
    after,
  });
  await publishLiveEvents(tx, { topic: 'payment-link', id, change: 'updated' });
}
