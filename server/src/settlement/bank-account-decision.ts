/**
 * A new settlement bank account: requested by one person, approved by another or by the provider, and used only after its
 * cooling-off period. Every step is mailed to every owner of the merchant.
 */
import { BANKS } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { type AuditActor, recordAudit } from '../audit/record.ts';
import { Problem, notFound } from '../http/problem.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { findBankAccount, lockBankAccount, storeDecision } from './bank-account-queries.ts';
import { upsertSetting } from './setting-queries.ts';
import { type Setting, getSetting } from './terms-queries.ts';

/** Time between the approval of an account and the first batch that is bound to it. */
const COOL_OFF_MS = duration.hours(24);

/** Who decides: a user of the merchant, who is not the requester, or the provider. */
export interface DecisionContext {
  actor: AuditActor & { id: string; name: string };
  ip: string | null;
  now: Date;
}

export type AccountOutcome = 'account_requested' | 'account_approved' | 'account_rejected';

/** Throws 404, 409 `not_pending` or 422 `self_approval`. */
export async function approveBankAccount(tx: MerchantTx, id: string, context: DecisionContext): Promise<void> {
  const { actor, now } = context;
  const account = await lockNextAccount(tx, id);
  if (account.approved_at !== null) throw notPending();
  if (account.requested_by_owner === actor.id) {
    throw new Problem(
      422,
      'self_approval',
      localized(
        'You requested this account. A second person or the provider must approve it.',
        'Anda yang meminta rekening ini. Orang kedua atau penyedia harus menyetujuinya.',
      ),
    );
  }
  const usable_from = new Date(now.getTime() + COOL_OFF_MS);
  await storeDecision(tx, id, { decided_by: actor.name, decided_by_id: actor.id, approved_at: now, usable_from });
  await recordStep(tx, 'account_approved', account, context);
}

/** Rejects an account that is not in use yet, also while it is cooling off. Throws 404 or 409 `not_pending`. */
export async function rejectBankAccount(tx: MerchantTx, id: string, context: DecisionContext): Promise<void> {
  const { actor, now } = context;
  const account = await lockNextAccount(tx, id);
  await storeDecision(tx, id, { decided_by: actor.name, decided_by_id: actor.id, rejected_at: now, usable_from: null });
  await upsertSetting(tx, tx.merchant_id, { next_bank_account_id: null }, now);
  await recordStep(tx, 'account_rejected', account, context);
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
    localized('This account no longer waits for approval.', 'Rekening ini tidak lagi menunggu persetujuan.'),
  );

/** Records a step in the audit log and mails it to every owner. */
export async function recordStep(
  tx: MerchantTx,
  outcome: AccountOutcome,
  { id, bank_code, account_last4 }: { id: string; bank_code: string; account_last4: string },
  context: DecisionContext,
): Promise<void> {
  const { actor, now } = context;
  await recordAudit(context, tx, {
    action: `settlement.bank_${outcome}`,
    object_type: 'bank_account',
    object_id: id,
    after: { bank_code, account_last4 },
  });
  await enqueueNotification(tx, {
    event_id: `${id}.${outcome}`,
    action: 1003,
    object_type: 'bank_account',
    object_id: id,
    facts: { outcome, bank: bankShortName(bank_code), account_last4, by: actor.name },
    at: now,
    user_id: actor.type === 'user' ? actor.id : null,
  });
}

const bankShortName = (code: string): string => BANKS.find((bank) => bank.code === code)?.short_name ?? code;

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
