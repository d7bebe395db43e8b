/** Test fixture: a month of random payments, refunds, deposits and disbursements, inserted like the product does. */
import { newId } from '../src/db/new-id.ts';
import { asMerchant } from '../src/db/tx.ts';
import type { Db } from '../src/db/connect.ts';
import { buildCreditTransfers } from '../src/deposit-va/rules.ts';
import { listAccountIds } from '../src/ledger/account-ids.ts';
import type { AccountIds } from '../src/ledger/payment.ts';
import { postTransfers } from '../src/ledger/posting.ts';
import { buildHoldJournal, buildPayOutJournal } from '../src/refund/journal.ts';
import { insertMovedDisbursements } from './moved-disbursements.ts';
import { insertPayment } from './settlement-payments.ts';

const DAY_MS = 86_400_000;

/** mulberry32: deterministic per seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Inserts payments of `days` days from `from` on, refunds for one in five of them, a few deposits and disbursements. */
export async function insertMonth(
  db: Db,
  merchant_id: string,
  from: Date,
  { days, seed }: { days: number; seed: number },
): Promise<void> {
  const random = createRandom(seed);
  const accounts = await asMerchant(db, merchant_id, listAccountIds);
  const deposit_va_id = newId('deposit_va', from);
  await asMerchant(db, merchant_id, (tx) =>
    tx.sql
      .insertInto('deposit_va')
      .values({
        merchant_id,
        id: deposit_va_id,
        bank: 'BCA',
        va_number: '7000900000000001',
        holder_name: 'Kopi',
        status: 'active',
        trx_id: deposit_va_id,
        last_checked_at: from,
        created_at: from,
        updated_at: from,
      })
      .execute(),
  );
  for (let day = 0; day < days; day++) {
    for (let count = 0; count < 3; count++) {
      const paid_at = new Date(from.getTime() + (day + random()) * DAY_MS);
      const method = random() < 0.5 ? 'qris' : 'virtual_account';
      const channel_code = method === 'qris' ? null : random() < 0.5 ? 'BCA' : 'BNI';
      const amount = 20_000 + Math.floor(random() * 900_000);
      const id = await insertPayment(db, merchant_id, { method, channel_code, amount, paid_at });
      const part = Math.floor(amount * random() * 0.5);
      if (random() < 0.2) await insertRefund(db, merchant_id, accounts, { id, method, amount: part + 1, paid_at });
    }
    if (day % 7 === 3)
      await insertDeposit(db, merchant_id, accounts, { deposit_va_id, at: new Date(from.getTime() + day * DAY_MS) });
  }
  await insertMovedDisbursements(db, merchant_id, accounts, new Date(from.getTime() + (days * DAY_MS) / 2));
}

async function insertRefund(
  db: Db,
  merchant_id: string,
  accounts: AccountIds,
  paid: { id: string; method: 'qris' | 'virtual_account'; amount: number; paid_at: Date },
): Promise<void> {
  const { paid_at: at, amount } = paid;
  const id = newId('refund', at);
  // A reversed fee, which must be included in the invoice.
  const back = { fee_amount: 11, fee_vat_amount: 1 };
  const money = { covered_amount: 0, fee_back_held_amount: 0, fee_vat_back_held_amount: 0 };
  const refund = { id, amount, method: 'original' as const, fee_amount: 0, fee_vat_amount: 0, ...money };
  await asMerchant(db, merchant_id, async (tx) => {
    await tx.sql
      .insertInto('refund')
      .values({
        merchant_id,
        id,
        transaction_id: paid.id,
        partner_reference_no: id,
        amount,
        reason: 'customer_request',
        method: 'original',
        status: 'succeeded',
        fee_reversed_amount: back.fee_amount,
        fee_vat_reversed_amount: back.fee_vat_amount,
        requested_by_type: 'user',
        requested_by_id: 'usr_a',
        requested_by: 'A',
        requested_by_owner: 'usr_a',
        completed_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await postTransfers(tx, buildHoldJournal(refund, accounts, at));
    await postTransfers(tx, buildPayOutJournal(refund, back, accounts, at));
  });
}

async function insertDeposit(
  db: Db,
  merchant_id: string,
  accounts: AccountIds,
  { deposit_va_id, at }: { deposit_va_id: string; at: Date },
): Promise<void> {
  const id = newId('deposit', at);
  const money = { amount: 1_000_000, fee_amount: 2_500, fee_vat_amount: 275 };
  await asMerchant(db, merchant_id, async (tx) => {
    await tx.sql
      .insertInto('deposit')
      .values({
        merchant_id,
        id,
        deposit_va_id,
        bank: 'BCA',
        va_number: '7000900000000001',
        ...money,
        net_amount: money.amount - money.fee_amount - money.fee_vat_amount,
        sender_name: '=Sender',
        payment_request_id: id,
        status: 'credited',
        last_event_seq: 1,
        paid_at: at,
        received_at: at,
        ended_at: at,
      })
      .execute();
    await postTransfers(tx, {
      posted_at: at,
      transfers: buildCreditTransfers({ id, ...money }, accounts, 'provider_receivable'),
    });
  });
}
