/**
 * Why an account must not be paid now: it is blocked, it is not one of the beneficiaries that may be paid, or the amount
 * exceeds the limit of the merchant. Decided by the account itself, whether it was saved before or after the request.
 */
import type { DisbursementFailure } from '@dasbor/contract/disbursement-fields';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import type { Vault } from '../vault.ts';
import { type SavedAccount, findSetting, listSavedCandidates, listSealedNumbers } from './beneficiary-queries.ts';
import { findPayoutLimit } from './limit-queries.ts';
import { openAccountNo } from './resolve-account.ts';
import { findAccountRefusal } from './rules.ts';

export type DisbursementRefusal = Extract<
  DisbursementFailure,
  'beneficiary_blocked' | 'beneficiary_not_allowed' | 'payout_limit_exceeded'
>;

interface Payment {
  account_check_id: string;
  bank_code: string;
  account_last4: string;
  amount: Rupiah;
}

/** The refusal of one payment; null: it may be paid. */
export const findDisbursementRefusal = async (
  tx: MerchantTx,
  vault: Vault,
  payment: Payment,
  now: Date,
): Promise<DisbursementRefusal | null> => (await findDisbursementRefusals(tx, vault, [payment], now))[0] ?? null;

/** The refusal of each payment, in their order; null: it may be paid. Few statements, however many payments. */
export async function findDisbursementRefusals(
  tx: MerchantTx,
  vault: Vault,
  payments: readonly Payment[],
  now: Date,
): Promise<(DisbursementRefusal | null)[]> {
  if (payments.length === 0) return [];
  const whitelist_only = (await findSetting(tx))?.whitelist_only === true;
  const limit = await findPayoutLimit(tx);
  const findSaved = await readSaved(tx, vault, payments);
  return payments.map((payment) => {
    const refusal = findAccountRefusal(findSaved(payment), { whitelist_only, now });
    if (refusal !== null) return refusal;
    return limit !== null && payment.amount > limit ? 'payout_limit_exceeded' : null;
  });
}

/** The saved beneficiaries of the account of each payment. */
async function readSaved(
  tx: MerchantTx,
  vault: Vault,
  payments: readonly Payment[],
): Promise<(payment: Payment) => SavedAccount[]> {
  const { merchant_id } = tx;
  const candidates = new Map<string, (SavedAccount & { account_no: string })[]>();
  for (const { bank_code, account_last4, ...saved } of await listSavedCandidates(tx, payments)) {
    const key = `${bank_code}.${account_last4}`;
    candidates.set(key, [
      ...(candidates.get(key) ?? []),
      { ...saved, account_no: openAccountNo(merchant_id, vault, saved) },
    ]);
  }
  const findCandidates = ({ bank_code, account_last4 }: Payment) =>
    candidates.get(`${bank_code}.${account_last4}`) ?? [];
  // Numbers are opened only where a saved account may be the same.
  const check_ids = payments
    .filter((payment) => findCandidates(payment).length > 0)
    .map(({ account_check_id }) => account_check_id);
  const numbers = new Map(
    (await listSealedNumbers(tx, [...new Set(check_ids)])).map(({ id, account_no_sealed }) => [
      id,
      openAccountNo(merchant_id, vault, { account_check_id: id, account_no_sealed }),
    ]),
  );
  return (payment) =>
    findCandidates(payment).filter(({ account_no }) => account_no === numbers.get(payment.account_check_id));
}
