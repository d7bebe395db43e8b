/** Saves, renames, blocks and unblocks beneficiaries, and the switch that allows only these. */
import { type Beneficiary, COOLING_OFF_HOURS } from '@dasbor/contract/beneficiary';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import {
  findBeneficiary,
  findSetting,
  insertBeneficiary,
  updateBeneficiary,
  upsertDisbursementSetting,
} from './beneficiary-queries.ts';
import type { ResolvedAccount } from './resolve-account.ts';

const toUsableFrom = (now: Date): Date => new Date(now.getTime() + duration.hours(COOLING_OFF_HOURS));

/** Saves a verified account and returns the id of the beneficiary. */
export async function saveBeneficiary(
  tx: MerchantTx,
  account: ResolvedAccount,
  name: string,
  context: ActionContext,
): Promise<string> {
  const { now, principal } = context;
  const id = newId('beneficiary', now);
  const { account_check_id, bank_code, account_last4, verified_name, verified_at } = account;
  const row = { id, name, account_check_id, bank_code, account_last4, verified_name, verified_at };
  const created = { created_by_id: principal.id, created_by: principal.name, created_at: now };
  await insertBeneficiary(tx, { ...row, usable_from: toUsableFrom(now), ...created });
  const after = { name, bank_code, account_last4, verified_name };
  await recordAudit(context, tx, {
    action: 'beneficiary.created',
    object_type: 'beneficiary',
    object_id: id,
    after,
  });
  await publishChange(tx, id, 'created');
  return id;
}

/** Throws 409 `beneficiary_exists` when the account is saved already. */
export function assertNotSaved({ saved }: ResolvedAccount): void {
  if (saved.length === 0) return;
  throw new Problem(
    409,
    'beneficiary_exists',
    localized('This account is already saved as a beneficiary.', 'Rekening ini sudah tersimpan sebagai penerima.'),
  );
}

const publishChange = (tx: MerchantTx, id: string, change: 'created' | 'updated') =>
  publishLiveEvents(tx, { topic: 'disbursement', id, change });

async function getBeneficiary(tx: MerchantTx, id: string): Promise<Beneficiary> {
  const found = await findBeneficiary(tx, id);
  if (found === undefined) throw notFound();
  return found;
}

export async function renameBeneficiary(
  tx: MerchantTx,
  id: string,
  name: string,
  context: ActionContext,
): Promise<void> {
  const before = await getBeneficiary(tx, id);
  await updateBeneficiary(tx, id, { name, updated_at: context.now });
  await recordAudit(context, tx, {
    action: 'beneficiary.renamed',
    object_type: 'beneficiary',
    object_id: id,
    before: { name: before.name },
    after: { name },
  });
  await publishChange(tx, id, 'updated');
}

/** Blocks a beneficiary; waiting disbursements to it fail when they are due. Idempotent. */
export async function blockBeneficiary(
  tx: MerchantTx,
  id: string,
  reason: string,
  context: ActionContext,
): Promise<void> {
  const before = await getBeneficiary(tx, id);
  await updateBeneficiary(tx, id, { status: 'blocked', blocked_reason: reason, updated_at: context.now });
  await recordAudit(context, tx, {
    action: 'beneficiary.blocked',
    object_type: 'beneficiary',
    object_id: id,
    before: { status: before.status },
    after: { status: 'blocked', reason },
  });
  await publishChange(tx, id, 'updated');
}

/** Unblocks a beneficiary; its cooling-off period starts again. */
export async function unblockBeneficiary(tx: MerchantTx, id: string, context: ActionContext): Promise<void> {
  const before = await getBeneficiary(tx, id);
  const usable_from = toUsableFrom(context.now);
  await updateBeneficiary(tx, id, {
    status: 'active',
    blocked_reason: null,
    usable_from,
    updated_at: context.now,
  });
  await recordAudit(context, tx, {
    action: 'beneficiary.unblocked',
    object_type: 'beneficiary',
    object_id: id,
    before: { status: before.status, reason: before.blocked_reason },
    after: { status: 'active' },
  });
  await publishChange(tx, id, 'updated');
}

export async function changeSetting(tx: MerchantTx, whitelist_only: boolean, context: ActionContext): Promise<void> {
  const { principal, now } = context;
  const before = await findSetting(tx);
  await upsertDisbursementSetting(tx, {
    whitelist_only,
    changed_by_id: principal.id,
    changed_by: principal.name,
    changed_at: now,
  });
  await recordAudit(context, tx, {
    action: 'disbursement_setting.changed',
    object_type: 'disbursement_setting',
    object_id: null,
    before: { whitelist_only: before?.whitelist_only ?? false },
    after: { whitelist_only },
  });
}
