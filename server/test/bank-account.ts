/** Requests a settlement bank account without asking a bank, for tests of what happens afterwards. */
import { setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import type { TestApp, TestClient } from './test-app.ts';

/** Returns the id of the requested account. */
export async function changeBankAccountForTest(t: TestApp, by: TestClient): Promise<string> {
  t.deps.bank.inquireAccount = async () =>
    ({ kind: 'ok', response: { beneficiaryAccountName: 'PT KOPI NUSANTARA' } }) as never;
  const { data } = await by.ok(setSettlementBankAccount, { body: { bank_code: '014', account_no: '8010000001' } });
  if (data.pending_bank_account === null) throw new Error('The account does not wait');
  return data.pending_bank_account.id;
}
