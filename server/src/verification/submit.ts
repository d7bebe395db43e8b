/** Submits the profile for verification. */
import type { MerchantTx } from '../db/tx.ts';
import { type ChangeContext, getLockedProfile } from './change-context.ts';
import { contactNotVerified, invalidTransition, profileIncomplete } from './problems.ts';
import { listMissingItems, readProfile } from './profile-view.ts';
import { planTransition } from './rules.ts';
import { applyTransition } from './transition.ts';

/** Throws 409 `status_conflict` and `contact_not_verified`, and 422 `profile_incomplete` with every missing item. */
export async function submitProfile(ctx: ChangeContext, tx: MerchantTx): Promise<void> {
  const merchant = await getLockedProfile(tx);
  if (planTransition(merchant.verification_status, 'submit') === null) {
    throw invalidTransition(merchant.verification_status);
  }
  if (merchant.status === 'registered') throw contactNotVerified();
  await assertComplete(ctx, tx, merchant);
  await applyTransition(ctx, tx, merchant, { action: 'submit' });
}

/** Throws 422 `profile_incomplete`: nothing required is missing, rejected or expired. */
export async function assertComplete(
  { now }: Pick<ChangeContext, 'now'>,
  tx: MerchantTx,
  merchant: Parameters<typeof readProfile>[2],
): Promise<void> {
  const { state } = await readProfile(tx, now, merchant);
  const missing = listMissingItems(state);
  if (missing.length === 0) return;
  throw profileIncomplete(missing.map(({ item, detail }) => ({ field: `${item.section}.${item.field}`, detail })));
}
