/** Stores a new settlement bank account and requests its approval by a second person. */
import { cancelApproval, type Requester, requestApproval } from '../approval/request.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getPersonId } from '../http/principal.ts';
import { type AccountContext, recordAccountEvent, toApprovalSubject } from './bank-account-decision.ts';
import { insertBankAccount } from './bank-account-queries.ts';
import { upsertSetting } from './setting-queries.ts';
import { getSetting } from './terms-queries.ts';

export interface RequestedAccount {
  bank_code: string;
  account_no: string;
  /** As the bank confirmed it. */
  holder_name: string;
  /** The group whose owner has the account, and the account that it is a copy of; absent: the merchant's own. */
  copy?: { group_id: string; group_name: string; copied_from: string };
}

/** The context in which the number of an account is sealed. */
export const buildSecretContext = (merchant_id: string, row_id: string) => ({
  table: 'bank_account',
  column: 'account_no_sealed',
  merchant_id,
  row_id,
});

/** A request that still waits is replaced. */
export async function requestAccount(
  tx: MerchantTx,
  { vault }: Pick<Deps, 'vault'>,
  { bank_code, account_no, holder_name, copy }: RequestedAccount,
  { requester, ...step }: AccountContext & { requester: Requester },
): Promise<void> {
  const { now } = step;
  const id = newId('bank_account', now);
  const account = { id, bank_code, account_last4: account_no.slice(-4), holder_name };
  await insertBankAccount(tx, {
    ...account,
    ...copy,
    account_no_sealed: vault.seal(buildSecretContext(tx.merchant_id, id), account_no),
    created_by: requester.name,
    created_at: now,
    requested_by_owner: getPersonId(requester),
  });
  const { next_bank_account_id } = await getSetting(tx);
  if (next_bank_account_id !== null) await cancelApproval(tx, toApprovalSubject(next_bank_account_id), now);
  await upsertSetting(tx, tx.merchant_id, { next_bank_account_id: id }, now);
  const details = { bank_code, account_last4: account.account_last4, holder_name };
  await requestApproval(tx, { ...toApprovalSubject(id), amount: null, details }, { principal: requester, now });
  await recordAccountEvent(tx, 'account_requested', account, step);
}
