/** Repeats a disbursement that ended without paying, as a new one with its own approvals and its own number at the bank. */
import type { Body } from '@dasbor/contract/route';
import type { retryDisbursement as route } from '@dasbor/contract/disbursement';
import { disbursementStatusLabel } from '@dasbor/contract/disbursement-fields';
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Vault } from '../vault.ts';
import { type CreateContext, createDisbursement } from './create.ts';
import { lockDisbursement } from './queries.ts';
import { readCheckedAccount } from './resolve-account.ts';
import { isRetryable } from './rules.ts';

/** Returns the id of the new disbursement. Throws 409 `not_retryable` and the errors of a creation. */
export async function retryDisbursement(
  tx: MerchantTx,
  id: string,
  { merchant_reference, rail }: Body<typeof route>,
  { vault, ...context }: CreateContext & { vault: Vault },
): Promise<string> {
  const original = await lockDisbursement(tx, id);
  if (original === undefined) throw notFound();
  const { status, account_check_id, amount, description, emails, given_name, rail_choice } = original;
  if (!isRetryable(status)) {
    throw new Problem(
      409,
      'not_retryable',
      localized(
        `Only a disbursement that ended without paying can be repeated. Its status is ${disbursementStatusLabel(status, 'en')}.`,
        `Hanya disbursement yang berakhir tanpa pembayaran yang dapat diulang. Statusnya ${disbursementStatusLabel(status, 'id')}.`,
      ),
    );
  }
  const account = await readCheckedAccount(tx, vault, account_check_id);
  return createDisbursement(
    tx,
    account,
    {
      merchant_reference,
      amount,
      emails,
      rail: rail ?? rail_choice,
      retry_of: id,
      ...(description === null ? {} : { description }),
      ...(given_name === null ? {} : { account_name: given_name }),
    },
    context,
  );
}
