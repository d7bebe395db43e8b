/**
 * A new settlement bank account: requested by one person, approved by another or by the provider, and used only after its
 * cooling-off period. Every step is mailed to every owner of the merchant.
 */
import { bankShortName } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { expireApproval } from '../approval/request.ts';
import { type AuditActor, recordAudit, toAuditActor } from '../audit/record.ts';
import { Problem, notFound } from '../http/problem.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { findBankAccount, lockBankAccount, storeDecision } from './bank-account-queries.ts';
import { upsertSetting } from './setting-queries.ts';
import { type Setting, getSetting } from './terms-queries.ts';

/** Time between the approval of an account and the first batch that is bound to it. */
const COOL_OFF_MS = duration.hours(24);

export type AccountOutcome = 'account_requested' | 'account_approved' | 'account_rejected' | 'account_restored';

/** Approves an account; the last required approval starts its cooling-off period. Throws 404, 409 or 422. */
export async function approveBankAccount(
  tx: MerchantTx,
  id: string,
  reason: string | null,
  context: DecisionContext,
): Promise<void> {
  const { principal, now } = context;
  const account = await lockNextAccount(tx, id);
  if (account.approved_at !== null) throw notPending();
  const { is_final } = await decideApproval(tx, toApprovalSubject(id), { decision: 'approve', reason }, context);
  if (!is_final) return;
  const usable_from = new Date(now.getTime() + COOL_OFF_MS);
  const decided = { decided_by: principal.name, decided_by_id: principal.id };
  await storeDecision(tx, id, { ...decided, approved_at: now, usable_from });
  await recordAccountEvent(tx, 'account_approved', account, toAccountContext(context));
}

/** Rejects an account that is not in use yet, also while it is cooling off. Throws 404 or 409 `not_pending`. */
export async function rejectBankAccount(
  tx: MerchantTx,
  id: string,
  reason: string | null,
  context: DecisionContext,
): Promise<void> {
  const { principal, now } = context;
  const account = await lockNextAccount(tx, id);
  // A cooling account was approved already; anyone who may approve can still stop it.
  if (account.approved_at === null)
    await decideApproval(tx, toApprovalSubject(id), { decision: 'reject', reason }, context);
  const decided = { decided_by: principal.name, decided_by_id: principal.id };
  await storeDecision(tx, id, { ...decided, rejected_at: now, usable_from: null });
  await upsertSetting(tx, tx.merchant_id, { next_bank_account_id: null }, now);
  await recordAccountEvent(tx, 'account_rejected', account, toAccountContext(context));
}

/** Rejects an account whose request for approval has expired. Idempotent. */
export async function expireBankAccount(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const account = await lockBankAccount(tx, id);
  if (account === undefined || account.approved_at !== null || account.rejected_at !== null) return;
  if (!(await expireApproval(tx, toApprovalSubject(id), now))) return;
  await storeDecision(tx, id, { decided_by: null, decided_by_id: null, rejected_at: now, usable_from: null });
  if ((await getSetting(tx)).next_bank_account_id === id) {
    await upsertSetting(tx, tx.merchant_id, { next_bank_account_id: null }, now);
  }
  await recordAccountEvent(tx, 'account_rejected', account, { actor: SYSTEM, ip: null, now });
}

const SYSTEM = { type: 'system', id: null, name: null } as const;

export const toApprovalSubject = (subject_id: string) => ({ subject_type: 'payout_account', subject_id }) as const;

export const toAccountContext = ({ principal, ip, now }: DecisionContext): AccountContext => ({
  actor: toAuditActor(principal),
  ip,
  now,
});

export interface AccountContext {
  actor: AuditActor;
  ip: string | null;
  now: Date;
}

async function lockNextAccount(tx: MerchantTx, id: string) {
  const account = await lockBankAccount(tx, id);
  if (account === undefined) throw notFound();
  if (account.rejected_at !== null || (await getSetting(tx)).next_bank_account_id !== id) throw notPending();
  return account;
}

const notPending = (): Problem =>
  new Problem(
    409,
    'not_pending',
    localized(
      'This account no longer waits for approval. Reload the page.',
      'Rekening ini tidak lagi menunggu persetujuan. Muat ulang halaman.',
    ),
  );

/** Records a step in the audit log and mails it to every owner. */
export async function recordAccountEvent(
  tx: MerchantTx,
  outcome: AccountOutcome,
  { id, bank_code, account_last4 }: { id: string; bank_code: string; account_last4: string },
  context: AccountContext,
): Promise<void> {
  const { actor, now } = context;
  await recordAudit(context, tx, {
    action: `settlement.bank_${outcome}`,
    object_type: 'bank_account',
    object_id: id,
    after: { bank_code, account_last4 },
  });
  await enqueueNotification(tx, {
    // An account can be restored more than once.
    event_id: outcome === 'account_restored' ? `${id}.${outcome}.${now.getTime()}` : `${id}.${outcome}`,
    action: 1003,
    object_type: 'bank_account',
    object_id: id,
    template_data: { outcome, bank: bankShortName(bank_code), account_last4, by: actor.name ?? 'Dasbor' },
    at: now,
    user_id: actor.type === 'user' ? actor.id : null,
  });
}

/** Whether an account may be bound to batches at `now`. */
export const isUsable = (account: { usable_from: string | null; rejected_at: string | null }, now: Date): boolean =>
  account.rejected_at === null && account.usable_from !== null && Date.parse(account.usable_from) <= now.getTime();

/** The settings with the next account in place of the current one, once its cooling-off period has ended. */
export async function promoteBankAccount(tx: MerchantTx, setting: Setting, now: Date): Promise<Setting> {
  if (setting.next_bank_account_id === null) return setting;
  const next = await findBankAccount(tx, setting.next_bank_account_id);
  if (next === undefined || !isUsable(next, now)) return setting;
  const change = { bank_account_id: next.id, next_bank_account_id: null };
  await upsertSetting(tx, tx.merchant_id, change, now);
  return { ...setting, ...change };
}
