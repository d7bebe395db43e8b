/** Saves sections of the business profile. After the approval, sensitive fields become a change request. */
import type { AddressSection, ProfileField, ProfileSectionName } from '@dasbor/contract/business-profile-fields';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { getUser } from '../http/user.ts';
import { assertRegions } from '../region/rules.ts';
import { type ChangeContext, getEditableProfile, getLockedProfile, recordChange } from './change-context.ts';
import { noPendingChange } from './problems.ts';
import {
  closeChange,
  findPendingChange,
  insertChange,
  pickProfileFields,
  updateChangeValues,
  updateMerchant,
} from './queries.ts';
import type { ProfileValues } from '../db/column-types.ts';
import { listChangedFields, pickFields, splitSection } from './rules.ts';

/** Throws 409 `profile_locked`, and 422 `unknown_region` for an address outside the list of regions. */
export async function saveSection(
  ctx: ChangeContext,
  tx: MerchantTx,
  section: ProfileSectionName,
  given: ProfileValues,
): Promise<void> {
  const merchant = await getEditableProfile(tx);
  if (section === 'address') assertRegions(given as AddressSection);
  const stored = pickProfileFields(merchant);
  const pending = await findPendingChange(tx);
  const is_approved = merchant.activated_at !== null;
  const { direct, request } = splitSection({ section, stored, given, pending: pending?.after ?? {}, is_approved });
  const fields = Object.keys(direct) as ProfileField[];
  if (fields.length > 0) {
    await updateMerchant(tx, direct, ctx.now);
    await recordChange(ctx, tx, {
      action: 'business_profile.updated',
      object_type: 'merchant',
      object_id: tx.merchant_id,
      before: pickFields(stored, fields),
      after: direct,
    });
  }
  if (is_approved)
    await requestChange(
      ctx,
      tx,
      { before: pickFields(stored, Object.keys(request) as ProfileField[]), after: request },
      pending,
    );
}

type PendingChange = Awaited<ReturnType<typeof findPendingChange>>;

/** Creates, extends or withdraws the one change request that may wait. */
async function requestChange(
  ctx: ChangeContext,
  tx: MerchantTx,
  change: { before: ProfileValues; after: ProfileValues },
  pending: PendingChange,
): Promise<void> {
  const is_empty = Object.keys(change.after).length === 0;
  if (pending === undefined && is_empty) return;
  if (pending !== undefined && is_empty) return withdrawChange(ctx, tx);
  if (pending !== undefined && !differs(pending.after, change.after)) return;
  const { id: requested_by_id, name: requested_by } = getUser(ctx.principal);
  const id = pending?.id ?? newId('merchant_change', ctx.now);
  if (pending === undefined) {
    await insertChange(tx, { id, ...change, requested_by_id, requested_by, requested_at: ctx.now });
  } else await updateChangeValues(tx, id, change);
  await recordChange(ctx, tx, {
    action: 'business_profile.change_requested',
    object_type: 'merchant_change',
    object_id: id,
    ...change,
  });
}

const differs = (before: ProfileValues, after: ProfileValues): boolean =>
  Object.keys(before).length !== Object.keys(after).length ||
  listChangedFields(before as Parameters<typeof listChangedFields>[0], after).length > 0;

/** Throws 409 `no_pending_change`. */
export async function withdrawChange(ctx: ChangeContext, tx: MerchantTx): Promise<void> {
  await getLockedProfile(tx);
  const pending = await findPendingChange(tx);
  if (pending === undefined) throw noPendingChange('no_pending_change');
  const { id: decided_by_id, name: decided_by } = getUser(ctx.principal);
  await closeChange(tx, pending.id, {
    status: 'withdrawn',
    decided_by_id,
    decided_by,
    decided_at: ctx.now,
    reason: null,
  });
  await recordChange(ctx, tx, {
    action: 'business_profile.change_withdrawn',
    object_type: 'merchant_change',
    object_id: pending.id,
    before: pending.after,
  });
}
