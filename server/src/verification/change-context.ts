/** Context of a change of a business profile: the lock, the audit row and the live event. */
import type { AuditAction } from '@dasbor/contract/audit-actions';
import type { Route } from '@dasbor/contract/route';
import { recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { profileLocked } from './problems.ts';
import { type MerchantProfile, lockProfile } from './queries.ts';
import { isEditable } from './rules.ts';

export type ChangeContext = Pick<RequestContext<Route>, 'principal' | 'request' | 'now' | 'deps'>;

export async function getLockedProfile(tx: MerchantTx): Promise<MerchantProfile> {
  const merchant = await lockProfile(tx);
  if (merchant === undefined) throw notFound();
  return merchant;
}

/** The locked merchant; throws 409 `profile_locked` while the provider has the profile. */
export async function getEditableProfile(tx: MerchantTx): Promise<MerchantProfile> {
  const merchant = await getLockedProfile(tx);
  if (!isEditable(merchant.status, merchant.verification_status)) throw profileLocked();
  return merchant;
}

interface ProfileAudit {
  action: AuditAction;
  object_type: 'merchant' | 'merchant_person' | 'merchant_document' | 'merchant_change';
  object_id: string;
  before?: unknown;
  after?: unknown;
}

/** Records a change and notifies open dashboards. */
export async function recordChange(ctx: ChangeContext, tx: MerchantTx, entry: ProfileAudit): Promise<void> {
  await recordAudit(ctx, tx, entry);
  await publishLiveEvents(tx, { topic: 'business-profile', id: null, change: 'updated' });
}
