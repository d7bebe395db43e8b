/** Checks the holder of an account with its bank (service 16) and stores the account for a refund or a disbursement. */
import * as duration from '@dasbor/contract/duration';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Body, Output } from '@dasbor/contract/route';
import type { checkAccount } from '@dasbor/contract/account-check';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { maskAccountNumbers } from '../rails/mask-account-numbers.ts';
import { bankUnreachable } from '../rails/problems.ts';
import { insertRailLog } from '../rails/queries.ts';
import { insertAccountCheck } from './queries.ts';
import { getBank, scoreNameMatch } from './rules.ts';

/** Validity of an account check. */
const VALID_FOR_MS = duration.minutes(30);

const REFUSALS: Record<string, [code: string, detail: Localized]> = {
  '40411': [
    'account_not_found',
    localized(
      'This account does not exist at this bank. Check the account number.',
      'Rekening ini tidak ditemukan di bank tersebut. Periksa nomor rekening.',
    ),
  ],
  '40318': [
    'account_closed',
    localized('This account is closed. Use another account.', 'Rekening ini sudah ditutup. Gunakan rekening lain.'),
  ],
  '40309': [
    'account_dormant',
    localized(
      'This account is dormant. The account holder must reactivate it at the bank first.',
      'Rekening ini tidak aktif (dormant). Pemilik rekening harus mengaktifkannya di bank terlebih dahulu.',
    ),
  ],
};

/** Throws `account_not_found`, `account_closed`, `account_dormant` and `bank_unreachable`. */
export async function checkBeneficiaryAccount(
  deps: Pick<Deps, 'db' | 'vault'> & { bank: TransferServices },
  { bank_code, account_no, account_name: expected }: Body<typeof checkAccount>,
  { merchant_id, principal, now }: { merchant_id: string; principal: Pick<Principal, 'name'>; now: Date },
): Promise<Output<typeof checkAccount>['data']> {
  const id = newId('account_check', now);
  const outcome = await deps.bank.inquireAccount({
    beneficiaryBankCode: bank_code,
    beneficiaryAccountNo: account_no,
    partnerReferenceNo: id,
  });
  const expires_at = new Date(now.getTime() + VALID_FOR_MS);
  const account_last4 = account_no.slice(-4);
  const verified_name = outcome.kind === 'ok' ? outcome.response.beneficiaryAccountName : null;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    await insertRailLog(tx, { object_type: 'account_check', object_id: id }, maskAccountNumbers(outcome.message));
    if (verified_name === null) return;
    const secret_context = { table: 'account_check', column: 'account_no_sealed', merchant_id, row_id: id };
    const account_no_sealed = deps.vault.seal(secret_context, account_no);
    const times = { created_at: now, expires_at };
    const known = { id, bank_code, account_no_sealed, account_last4, verified_name, created_by: principal.name };
    await insertAccountCheck(tx, { ...known, ...times });
  });
  if (outcome.kind === 'refused') {
    const { response_code } = outcome;
    const refusal = REFUSALS[response_code.slice(0, 3) + response_code.slice(5)];
    if (refusal !== undefined) throw new Problem(422, ...refusal);
  }
  if (verified_name === null) {
    throw bankUnreachable();
  }
  const bank = getBank(bank_code).name;
  const name_match = expected === undefined ? null : scoreNameMatch(expected, verified_name);
  return {
    id,
    bank_code,
    bank,
    account_last4,
    verified_name,
    name_match,
    expires_at: expires_at.toISOString(),
  };
}
