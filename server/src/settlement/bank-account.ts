/** Requests a new settlement bank account: the bank confirms the holder, the number is encrypted. */
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import type { setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import { cancelApproval, requestApproval } from '../approval/request.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { bankUnreachable } from '../rails/problems.ts';
import { recordStep, toStepContext, toSubject } from './bank-account-decision.ts';
import { insertBankAccount } from './bank-account-queries.ts';
import { upsertSetting } from './setting-queries.ts';
import { getSetting } from './terms-queries.ts';

type BankAccountInput = Body<typeof setSettlementBankAccount>;

/** Throws `account_not_found` (422) when the bank finds no open account, and `bank_unreachable` (502). */
export async function changeBankAccount(ctx: RequestContext<typeof setSettlementBankAccount>): Promise<void> {
  const holder_name = await inquireHolderName(ctx, ctx.body);
  await ctx.tx((tx) => storeAccount(tx, ctx, holder_name));
}

async function inquireHolderName(
  { deps }: RequestContext<typeof setSettlementBankAccount>,
  { bank_code, account_no }: BankAccountInput,
): Promise<string> {
  const outcome = await deps.bank.inquireAccount({ beneficiaryBankCode: bank_code, beneficiaryAccountNo: account_no });
  if (outcome.kind === 'ok') return outcome.response.beneficiaryAccountName;
  if (outcome.kind === 'refused') {
    throw new Problem(
      422,
      'account_not_found',
      localized(
        'The bank found no open account with this number. Check the bank and the account number.',
        'Bank tidak menemukan rekening aktif dengan nomor ini. Periksa bank dan nomor rekening.',
      ),
    );
  }
  throw bankUnreachable();
}

async function storeAccount(
  tx: MerchantTx,
  ctx: RequestContext<typeof setSettlementBankAccount>,
  holder_name: string,
): Promise<void> {
  const { body, principal, deps, now, request } = ctx;
  const id = newId('bank_account', now);
  const secret_context = {
    table: 'bank_account',
    column: 'account_no_sealed',
    merchant_id: tx.merchant_id,
    row_id: id,
  };
  const account = { id, bank_code: body.bank_code, account_last4: body.account_no.slice(-4), holder_name };
  await insertBankAccount(tx, {
    ...account,
    account_no_sealed: deps.vault.seal(secret_context, body.account_no),
    created_by: principal.name,
    created_at: now,
    requested_by_owner: principal.id,
  });
  // A request that still waits is replaced.
  const { next_bank_account_id } = await getSetting(tx);
  if (next_bank_account_id !== null) await cancelApproval(tx, toSubject(next_bank_account_id), now);
  await upsertSetting(tx, tx.merchant_id, { next_bank_account_id: id }, now);
  const facts = { bank_code: body.bank_code, account_last4: account.account_last4, holder_name };
  await requestApproval(tx, { ...toSubject(id), amount: null, facts }, { principal, now });
  await recordStep(tx, 'account_requested', account, toStepContext({ principal, ip: request.ip, now }));
}
