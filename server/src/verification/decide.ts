/** Decisions of the provider on a profile, on its documents and on change requests. */
import { DOCUMENT_TYPES, type DocumentType, REJECT_REASONS } from '@dasbor/contract/business-profile-fields';
import { DOCUMENT_LABELS, REJECT_REASON_LABELS } from '@dasbor/contract/business-profile-labels';
import { listMissing } from '@dasbor/contract/business-profile-rules';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { MCC_BY_INDUSTRY } from '@dasbor/contract/industry';
import { validationMessage } from '@dasbor/contract/language';
import { randomInt } from 'node:crypto';
import type { Body } from '@dasbor/contract/route';
import type { approveMerchant, rejectMerchantDocument } from '@dasbor/contract/verification';
import type { Deps } from '../deps.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import { getUser } from '../http/user.ts';
import { claimIdentifier } from '../merchant/identifier-queries.ts';
import { nmidTaken } from '../merchant/identifier-rules.ts';
import { findRegionName } from '../region/regions.ts';
import { type ChangeContext, getLockedProfile, recordChange } from './change-context.ts';
import { type DocumentDecision, acceptPendingDocuments, decideDocument, findDocument } from './document-queries.ts';
import { documentReplaced, invalidTransition, nmidRequired, noPendingChange } from './problems.ts';
import { readProfile } from './profile-view.ts';
import { type MerchantProfile, closeChange, findChange, findProfile, updateMerchant } from './queries.ts';
import { planTransition, toCity } from './rules.ts';
import { assertComplete } from './submit.ts';
import { applyTransition, notifyVerification } from './transition.ts';

type ApprovalInput = Body<typeof approveMerchant>;

/** Statuses in which documents are decided. */
const DECIDABLE: readonly string[] = ['submitted', 'in_review', 'approved', 'under_re_review'];

const buildDecision = (
  { principal, now }: ChangeContext,
  decision: Pick<DocumentDecision, 'status' | 'reject_reason' | 'reject_note'>,
): DocumentDecision => {
  const { id, name } = getUser(principal);
  return { ...decision, reviewed_by_id: id, reviewed_by: name, reviewed_at: now };
};

/** Throws 404, 409 `document_replaced` and `status_conflict`. */
export async function reviewDocument(
  ctx: ChangeContext,
  tx: MerchantTx,
  id: string,
  rejection: Body<typeof rejectMerchantDocument> | null,
): Promise<void> {
  const merchant = await getLockedProfile(tx);
  const document = await findDocument(tx, id);
  if (document === undefined) throw notFound();
  if (document.replaced_at !== null) throw documentReplaced();
  if (!DECIDABLE.includes(merchant.verification_status)) throw invalidTransition(merchant.verification_status);
  const decision = buildDecision(ctx, {
    status: rejection === null ? 'accepted' : 'rejected',
    reject_reason: rejection?.reason ?? null,
    reject_note: rejection?.note ?? null,
  });
  await decideDocument(tx, id, decision);
  const { status, reject_reason, reject_note } = decision;
  await recordChange(ctx, tx, {
    action: rejection === null ? 'merchant_document.accepted' : 'merchant_document.rejected',
    object_type: 'merchant_document',
    object_id: id,
    before: { document_type: document.document_type, status: document.status },
    after: { status, reject_reason, reject_note },
  });
  // The first decision starts the review.
  if (merchant.verification_status === 'submitted')
    await applyTransition(ctx, tx, merchant, { action: 'start_review' });
  if (rejection !== null) await requestReplacement(ctx, tx, { id, reason: formatRejection(document, rejection) });
}

/**
 * A merchant that was approved is asked for another document when a required one is rejected: it is reviewed again and
 * stays active meanwhile. During a review that has not ended yet, the provider asks with its decision on the profile.
 */
async function requestReplacement(
  ctx: ChangeContext,
  tx: MerchantTx,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const status = await reviewAgainIfIncomplete(ctx, tx, reason);
  if (status !== 'under_re_review') return;
  await notifyVerification(tx, { key: `document:${id}`, outcome: 'under_re_review', reason, at: ctx.now });
}

/** Stored in English and translated when it is shown. The note of the provider is shown with the document. */
const REJECTION_TEXTS = new Map(
  DOCUMENT_TYPES.flatMap((document) =>
    REJECT_REASONS.map((reason) => {
      const [name, why] = [DOCUMENT_LABELS[document], REJECT_REASON_LABELS[reason]];
      return [`${document} ${reason}`, validationMessage(`${name.en}: ${why.en}`, `${name.id}: ${why.id}`)] as const;
    }),
  ),
);

const formatRejection = (
  { document_type }: { document_type: DocumentType },
  { reason }: Body<typeof rejectMerchantDocument>,
): string => REJECTION_TEXTS.get(`${document_type} ${reason}`) ?? reason;

/**
 * Approves the profile: required documents are current and not rejected, the others are accepted with it. Throws 409
 * `status_conflict`, 422 `profile_incomplete` and `nmid_required`.
 */
export async function approveProfile(
  ctx: ChangeContext,
  tx: MerchantTx,
  { nmid, ...input }: Omit<ApprovalInput, 'nmid'> & { nmid: string | null },
): Promise<void> {
  const merchant = await getLockedProfile(tx);
  if (planTransition(merchant.verification_status, 'approve') === null) {
    throw invalidTransition(merchant.verification_status);
  }
  await assertComplete(ctx, tx, merchant);
  if (nmid === null) throw nmidRequired();
  const change = { ...buildIdentity(merchant, input), nmid };
  await acceptPendingDocuments(tx, buildDecision(ctx, { status: 'accepted', reject_reason: null, reject_note: null }));
  await applyTransition(ctx, tx, merchant, { action: 'approve', change });
}

function buildIdentity(merchant: MerchantProfile, { mcc, qris_criteria, risk_level }: Omit<ApprovalInput, 'nmid'>) {
  const { industry, regency_code } = merchant;
  const regency = findRegionName(regency_code);
  return {
    mcc: mcc ?? merchant.mcc ?? MCC_BY_INDUSTRY[industry ?? 'other'],
    city: merchant.city ?? (regency === null ? 'INDONESIA' : toCity(regency)),
    ...(qris_criteria === undefined ? {} : { qris_criteria }),
    ...(risk_level === undefined ? {} : { risk_level }),
  };
}

const SANDBOX_TRIES = 5;

/**
 * Reserves the given or the stored number for the merchant, before the approval; null when there is none. The repository of
 * a sandbox assigns one; elsewhere it must be entered. Throws 409 `nmid_taken`.
 */
export async function reserveNmid(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  merchant_id: string,
  given: string | undefined,
): Promise<string | null> {
  const merchant = await asMerchant(db, merchant_id, (tx) => findProfile(tx));
  if (merchant === undefined || planTransition(merchant.verification_status, 'approve') === null) return null;
  const claim = (value: string) =>
    asPlatform(db, (tx) => claimIdentifier(tx, { kind: 'nmid', value, merchant_of: merchant_id }));
  const known = given ?? merchant.nmid;
  if (known !== null) {
    if (!(await claim(known))) throw nmidTaken();
    return known;
  }
  for (let attempt = 0; env.SANDBOX && attempt < SANDBOX_TRIES; attempt++) {
    const number = `ID9${buildDigits()}${buildDigits()}`;
    if (await claim(number)) return number;
  }
  return null;
}

const buildDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Throws 404, and 409 `not_pending`. A `reason` rejects the request; approving makes its values those in force. */
export async function decideChange(
  ctx: ChangeContext,
  tx: MerchantTx,
  id: string,
  reason: string | null,
): Promise<void> {
  await getLockedProfile(tx);
  const change = await findChange(tx, id);
  if (change === undefined) throw notFound();
  const { id: decided_by_id, name: decided_by } = getUser(ctx.principal);
  const status = reason === null ? 'approved' : 'rejected';
  const is_open = await closeChange(tx, id, { status, decided_by_id, decided_by, decided_at: ctx.now, reason });
  if (!is_open) throw noPendingChange('not_pending');
  if (reason === null) {
    const regency = findRegionName(change.after.regency_code ?? null);
    await updateMerchant(tx, { ...change.after, ...(regency === null ? {} : { city: toCity(regency) }) }, ctx.now);
  }
  await recordChange(ctx, tx, {
    action: reason === null ? 'business_profile.change_approved' : 'business_profile.change_rejected',
    object_type: 'merchant_change',
    object_id: id,
    before: change.before,
    after: reason === null ? change.after : { status, reason },
  });
  await notifyVerification(tx, {
    key: `change:${id}`,
    outcome: `change_${status}`,
    reason: reason ?? undefined,
    at: ctx.now,
  });
  if (reason === null) await reviewAgainIfIncomplete(ctx, tx);
}

/**
 * Starts a re-review when something that an approval needs is missing, such as the document of another legal form or one
 * that was rejected: the merchant stays active. Returns the status before.
 */
async function reviewAgainIfIncomplete(
  ctx: ChangeContext,
  tx: MerchantTx,
  reason?: string,
): Promise<VerificationStatus> {
  const merchant = await getLockedProfile(tx);
  const { verification_status } = merchant;
  if (planTransition(verification_status, 're_review') === null) return verification_status;
  const { state } = await readProfile(tx, ctx.now, merchant);
  const input = reason === undefined ? {} : { reason };
  if (listMissing(state).length > 0) await applyTransition(ctx, tx, merchant, { action: 're_review', ...input });
  return verification_status;
}
