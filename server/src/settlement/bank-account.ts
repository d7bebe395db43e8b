/** Requests a new settlement bank account: the bank confirms the holder, the number is encrypted. */
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import type { setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { findConsolidatedGroup } from '../account-group/consolidated-group-queries.ts';
import { type MerchantTx, asPlatform } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { bankUnreachable } from '../rails/problems.ts';
import { toAccountContext } from './bank-account-decision.ts';
import { requestAccount } from './request-account.ts';

type BankAccountInput = Body<typeof setSettlementBankAccount>;
/** A user of the merchant, or of the provider with the merchant as its tenant. */
type AccountContext = Pick<
  RequestContext<typeof setSettlementBankAccount>,
  'deps' | 'merchant_id' | 'now' | 'body' | 'tx' | 'principal' | 'request'
>;

/**
 * Throws `account_not_found` (422) when the bank finds no open account, `bank_unreachable` (502), and `paid_to_group` (409)
 * for a member of a group with consolidated settlement.
 */
export async function changeBankAccount(ctx: AccountContext): Promise<void> {
  const { deps, merchant_id, now } = ctx;
  const group = await asPlatform(deps.db, (tx) => findConsolidatedGroup(tx, merchant_id, toBusinessDay(now)));
  if (group !== undefined) throw paidToGroup(group.name);
  const holder_name = await inquireHolderName(ctx, ctx.body);
  await ctx.tx((tx) => storeAccount(tx, ctx, holder_name));
}

const paidToGroup = (name: string): Problem =>
  new Problem(
    409,
    'paid_to_group',
    localized(
      `Settlements are paid to the owner of the group ${name}. Ask your provider to change that.`,
      `Settlement dicairkan kepada pemilik grup ${name}. Hubungi penyedia Anda untuk mengubahnya.`,
    ),
  );

async function inquireHolderName(
  { deps }: AccountContext,
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

async function storeAccount(tx: MerchantTx, ctx: AccountContext, holder_name: string): Promise<void> {
  const { body, principal, deps, now, request } = ctx;
  const actor = { requester: principal, ...toAccountContext({ principal, ip: request.ip, now }) };
  await requestAccount(tx, deps, { ...body, holder_name }, actor);
}
