/**
 * Consolidated settlement (decision 0103): the settlements of the members of a group are paid to the account of its owner.
 * Each member has a copy of that account, which a second person approves and which cools off like any other. Members are
 * synchronised one by one, each in its own transactions, so an interruption leaves nothing half done.
 */
import { toBusinessDay } from '@dasbor/contract/time';
import { type ConsolidatedGroup, findConsolidatedGroup } from '../account-group/consolidated-group-queries.ts';
import { cancelApproval } from '../approval/request.ts';
import { recordAudit } from '../audit/record.ts';
import { lockMerchant } from '../db/locks.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type AccountOutcome, recordAccountEvent, toApprovalSubject } from './bank-account-decision.ts';
import {
  type BankAccount,
  findBankAccount,
  findLatestCopy,
  findOwnAccount,
  findPayoutAccount,
} from './bank-account-queries.ts';
import { buildSecretContext, requestAccount } from './request-account.ts';
import { upsertSetting } from './setting-queries.ts';
import { getSetting } from './terms-queries.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'vault'>;

/** Brings the payout account of a merchant in line with its group of today. Idempotent and safe to run concurrently. */
export async function syncGroupAccount(deps: SyncDeps, merchant_id: string): Promise<void> {
  const now = deps.clock.now();
  const group = await findGroup(deps, merchant_id, now);
  const source = group === undefined ? undefined : await readOwnerAccount(deps, group, now);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    await lockMerchant(tx);
    await leaveGroups(tx, group?.id ?? null, now);
    if (group !== undefined && source !== undefined) await copyAccount(tx, deps, { group, source, now });
  });
}

/** Before a batch is bound to an account: a merchant that has left its group is not paid to it any more. */
export async function leaveFormerGroup({ db, clock }: Pick<Deps, 'db' | 'clock'>, merchant_id: string): Promise<void> {
  const now = clock.now();
  if (!(await asMerchant(db, merchant_id, hasGroupAccount))) return;
  const group = await findGroup({ db }, merchant_id, now);
  await asMerchant(db, merchant_id, async (tx) => {
    await lockMerchant(tx);
    await leaveGroups(tx, group?.id ?? null, now);
  });
}

const findGroup = ({ db }: Pick<Deps, 'db'>, merchant_id: string, now: Date): Promise<ConsolidatedGroup | undefined> =>
  asPlatform(db, (tx) => findConsolidatedGroup(tx, merchant_id, toBusinessDay(now)));

interface OwnerAccount extends Pick<BankAccount, 'id' | 'bank_code' | 'holder_name'> {
  account_no: string;
}

/** The account that the owner itself is paid to; undefined while it has none of its own. */
const readOwnerAccount = (
  { db, vault }: SyncDeps,
  { owner_merchant_of }: ConsolidatedGroup,
  now: Date,
): Promise<OwnerAccount | undefined> =>
  asMerchant(db, owner_merchant_of, async (tx) => {
    const account = await findPayoutAccount(tx, now);
    if (account === undefined || account.group_id !== null) return undefined;
    const { id, bank_code, holder_name, account_no_sealed } = account;
    const account_no = vault.open(buildSecretContext(owner_merchant_of, id), account_no_sealed);
    return { id, bank_code, holder_name, account_no };
  });

async function hasGroupAccount(tx: MerchantTx): Promise<boolean> {
  const { bank_account_id, next_bank_account_id } = await getSetting(tx);
  const ids = [bank_account_id, next_bank_account_id].filter((id) => id !== null);
  const accounts = await Promise.all(ids.map((id) => findBankAccount(tx, id)));
  return accounts.some((account) => account !== undefined && account.group_id !== null);
}

/** Takes accounts of other groups out of use: settlements go to the merchant's own account, or to its balance without one. */
async function leaveGroups(tx: MerchantTx, group_id: string | null, now: Date): Promise<void> {
  const { bank_account_id, next_bank_account_id } = await getSetting(tx);
  const isOfOther = (account: BankAccount | undefined): boolean =>
    account !== undefined && account.group_id !== null && account.group_id !== group_id;
  const next = next_bank_account_id === null ? undefined : await findBankAccount(tx, next_bank_account_id);
  if (next !== undefined && isOfOther(next)) {
    await cancelApproval(tx, toApprovalSubject(next.id), now);
    await upsertSetting(tx, tx.merchant_id, { next_bank_account_id: null }, now);
  }
  const current = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
  if (current === undefined || !isOfOther(current)) return;
  const own = await findOwnAccount(tx);
  await upsertSetting(tx, tx.merchant_id, { bank_account_id: own?.id ?? null }, now);
  const step = { actor: SYSTEM, ip: null, now };
  if (own !== undefined) return recordAccountEvent(tx, RESTORED, own, step);
  await recordAudit(step, tx, {
    action: 'settlement.bank_account_restored',
    object_type: 'bank_account',
    object_id: null,
    before: { bank_code: current.bank_code, account_last4: current.account_last4 },
    after: null,
  });
}

const SYSTEM = { type: 'system', id: null, name: null } as const;
const RESTORED: AccountOutcome = 'account_restored';

interface Copy {
  group: ConsolidatedGroup;
  source: OwnerAccount;
  now: Date;
}

/**
 * Requests the account of the owner in the name of the person who last decided that the member is paid to it, once per
 * decision: what a second person rejected stays so, and a request that waits belongs to the last decision.
 */
async function copyAccount(tx: MerchantTx, deps: SyncDeps, { group, source, now }: Copy): Promise<void> {
  const { bank_account_id, next_bank_account_id } = await getSetting(tx);
  const copy = await findLatestCopy(tx, group.id, source.id);
  if (copy !== undefined) {
    const is_in_use = [bank_account_id, next_bank_account_id].includes(copy.id);
    const is_decided = copy.rejected_at !== null && copy.rejected_at >= group.chosen_at;
    const is_outdated = copy.approved_at === null && copy.created_at < group.chosen_at;
    if (is_decided || (is_in_use && copy.rejected_at === null && !is_outdated)) return;
  }
  const { id: copied_from, ...account } = source;
  const requester = { type: 'user', id: group.chosen_by_id, name: group.chosen_by } as const;
  const actor = { type: 'provider', id: requester.id, name: requester.name } as const;
  const of_group = { group_id: group.id, group_name: group.name, copied_from };
  await requestAccount(tx, deps, { ...account, copy: of_group }, { requester, actor, ip: null, now });
}
