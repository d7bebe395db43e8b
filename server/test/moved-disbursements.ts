/** Test fixture: disbursements with their ledger entries, one for each way in which they move money. */
import { newId } from '../src/db/new-id.ts';
import { asMerchant } from '../src/db/tx.ts';
import type { Db } from '../src/db/connect.ts';
import {
  buildLateJournal,
  buildPaidJournal,
  buildReleaseJournal,
  buildReserveJournal,
  buildReversalJournal,
} from '../src/disbursement/journal.ts';
import { listPaidMovements } from '../src/disbursement/queries.ts';
import type { AccountIds } from '../src/ledger/payment.ts';
import { postTransfers } from '../src/ledger/posting.ts';

const OUTCOMES = ['paid', 'failed', 'late', 'returned', 'late_returned'] as const;
const MINUTE_MS = 60_000;

/** Inserts one disbursement of each outcome, a minute apart. */
export async function insertMovedDisbursements(
  db: Db,
  merchant_id: string,
  accounts: AccountIds,
  from: Date,
): Promise<void> {
  const account_check_id = newId('account_check', from);
  const account = { bank_code: '014', account_last4: '0001', verified_name: 'SARI PRATIWI' };
  await asMerchant(db, merchant_id, (tx) =>
    tx.sql
      .insertInto('account_check')
      .values({
        merchant_id,
        id: account_check_id,
        account_no_sealed: 'x',
        ...account,
        created_by: 'Test',
        created_at: from,
        expires_at: from,
      })
      .execute(),
  );
  for (const [n, outcome] of OUTCOMES.entries()) {
    const at = new Date(from.getTime() + n * MINUTE_MS);
    const id = newId('disbursement', at);
    const money = { id, amount: 150_000 + n, fee_amount: 2_500, fee_vat_amount: 275 };
    await asMerchant(db, merchant_id, async (tx) => {
      await tx.sql
        .insertInto('disbursement')
        .values({
          merchant_id,
          ...money,
          merchant_reference: `PAYOUT-${n + 1}-${from.getTime()}`,
          account_check_id,
          ...account,
          total_amount: money.amount + money.fee_amount + money.fee_vat_amount,
          rail: 'bi_fast',
          rail_choice: 'auto',
          status: outcome === 'failed' ? 'failed' : outcome.endsWith('returned') ? 'reversed' : 'success',
          partner_reference_no: id,
          requested_by_type: 'user',
          requested_by_id: 'usr_1',
          requested_by: 'Test',
          requested_by_owner: 'usr_1',
          created_at: at,
          updated_at: at,
        })
        .execute();
      await postTransfers(tx, buildReserveJournal(money, accounts, at));
      if (outcome === 'paid' || outcome === 'returned') await postTransfers(tx, buildPaidJournal(money, accounts, at));
      else await postTransfers(tx, buildReleaseJournal(money, accounts, at));
      if (outcome.startsWith('late')) await postTransfers(tx, buildLateJournal(money, accounts, at));
      if (outcome.endsWith('returned')) {
        await postTransfers(tx, buildReversalJournal(id, await listPaidMovements(tx, id), accounts, at));
      }
    });
  }
}
