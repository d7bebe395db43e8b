/** The account of a request: of a saved beneficiary, of a recent name check, or checked with its bank now. */
import { NAME_MATCH } from '@dasbor/contract/disbursement-fields';
import { localized } from '@dasbor/contract/language';
import { checkBeneficiaryAccount } from '../account-check/check-account.ts';
import { getAccountCheck, listRecentChecks } from '../account-check/queries.ts';
import { scoreNameMatch } from '../account-check/rules.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import type { Vault } from '../vault.ts';
import { type SavedAccount, findSetting, listSavedCandidates } from './beneficiary-queries.ts';
import { findAccountRefusal } from './rules.ts';

/** A verified account. */
export interface ResolvedAccount {
  account_check_id: string;
  bank_code: string;
  account_last4: string;
  account_no: string;
  /** Holder, as the bank reported it. */
  verified_name: string;
  verified_at: Date;
  /** Saved beneficiaries of the same account; several only when they were saved at the same time. */
  saved: SavedAccount[];
}

/** For whom an account is checked, and when. */
export interface CheckContext {
  merchant_id: string;
  principal: Pick<Principal, 'name'>;
  now: Date;
}

export type AccountDeps = Pick<Deps, 'db' | 'vault'> & { bank: TransferServices };

/** A stored account of the merchant with its number. */
export async function readCheckedAccount(
  tx: MerchantTx,
  vault: Vault,
  account_check_id: string,
): Promise<ResolvedAccount> {
  const check = await getAccountCheck(tx, account_check_id);
  const account_no = openAccountNo(tx.merchant_id, vault, { account_check_id, ...check });
  const { bank_code, account_last4, verified_name } = check;
  const saved = await listSavedBeneficiaries(tx, vault, { bank_code, account_last4, account_no });
  const verified_at = new Date(check.created_at);
  return { account_check_id, bank_code, account_last4, account_no, verified_name, verified_at, saved };
}

/** Checks an account with its bank, unless that was done within the validity of a check. Throws the refusals of the bank. */
export async function resolveAccount(
  deps: AccountDeps,
  { bank_code, account_no }: { bank_code: string; account_no: string },
  context: CheckContext,
): Promise<ResolvedAccount> {
  const { merchant_id, now } = context;
  const known = await asMerchant(deps.db, merchant_id, async (tx) => {
    const recent = await listRecentChecks(tx, { bank_code, account_last4: account_no.slice(-4), now });
    return recent.find(
      (check) => openAccountNo(merchant_id, deps.vault, { account_check_id: check.id, ...check }) === account_no,
    )?.id;
  });
  const id = known ?? (await checkBeneficiaryAccount(deps, { bank_code, account_no }, context)).id;
  return asMerchant(deps.db, merchant_id, (tx) => readCheckedAccount(tx, deps.vault, id));
}

/**
 * A stored account whose holder the bank names again, unless that was done within the validity of a check. Throws the
 * refusals of the bank, and 422 `name_mismatch` when the account has another holder now.
 */
export async function recheckAccount(
  deps: AccountDeps,
  { bank_code, account_no, verified_name }: ResolvedAccount,
  context: CheckContext,
): Promise<ResolvedAccount> {
  const account = await resolveAccount(deps, { bank_code, account_no }, context);
  assertNameMatch(verified_name, account.verified_name);
  return account;
}

/** Number of a stored account. */
export const openAccountNo = (
  merchant_id: string,
  vault: Vault,
  { account_check_id, account_no_sealed }: { account_check_id: string; account_no_sealed: string },
): string =>
  vault.open(
    { table: 'account_check', column: 'account_no_sealed', merchant_id, row_id: account_check_id },
    account_no_sealed,
  );

async function listSavedBeneficiaries(
  tx: MerchantTx,
  vault: Vault,
  { bank_code, account_last4, account_no }: Pick<ResolvedAccount, 'bank_code' | 'account_last4' | 'account_no'>,
): Promise<SavedAccount[]> {
  const candidates = await listSavedCandidates(tx, [{ bank_code, account_last4 }]);
  return candidates.filter((candidate) => openAccountNo(tx.merchant_id, vault, candidate) === account_no);
}

/** The saved beneficiary of an account. Throws 422 when it is blocked, or when only others may be paid now. */
export async function assertBeneficiaryPayable(
  tx: MerchantTx,
  { saved }: Pick<ResolvedAccount, 'saved'>,
  now: Date,
): Promise<SavedAccount | null> {
  const [found = null] = saved;
  const whitelist_only = (await findSetting(tx))?.whitelist_only === true;
  const refusal = findAccountRefusal(saved, { whitelist_only, now });
  if (refusal === 'beneficiary_blocked') throw beneficiaryBlocked();
  if (refusal === 'beneficiary_not_allowed') throw beneficiaryNotAllowed(found !== null);
  return found;
}

const beneficiaryBlocked = () =>
  new Problem(
    422,
    'beneficiary_blocked',
    localized(
      'This beneficiary is blocked. Choose another account, or ask an approver to unblock it.',
      'Penerima ini diblokir. Pilih rekening lain, atau minta penyetuju membuka blokirnya.',
    ),
  );
const beneficiaryNotAllowed = (is_saved: boolean) =>
  new Problem(422, 'beneficiary_not_allowed', is_saved ? COOLING_OFF : NOT_SAVED);
const NOT_SAVED = localized(
  'Only saved beneficiaries may be paid. Save this account as a beneficiary first.',
  'Hanya penerima tersimpan yang dapat dibayar. Simpan rekening ini sebagai penerima terlebih dahulu.',
);
const COOLING_OFF = localized(
  'This beneficiary was saved recently. It can be paid once its cooling-off period has ended.',
  'Penerima ini baru saja disimpan. Penerima dapat dibayar setelah masa tunggunya berakhir.',
);

/** Match of the expected name. Throws 422 `name_mismatch` for a different name; null when none is expected. */
export function assertNameMatch(given: string | undefined, verified_name: string): number | null {
  if (given === undefined) return null;
  const score = scoreNameMatch(given, verified_name);
  if (score >= NAME_MATCH.mismatch_below) return score;
  throw new Problem(
    422,
    'name_mismatch',
    localized(
      `The bank reports another account holder: ${verified_name}. Check the account, or leave the name out.`,
      `Bank melaporkan pemilik rekening lain: ${verified_name}. Periksa rekening, atau kosongkan namanya.`,
    ),
  );
}
