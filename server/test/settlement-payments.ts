/** Payments and refund holds for tests of the settlement run, posted as the product posts them, without a bank. */
import { newId } from '../src/db/new-id.ts';
import { type MerchantTx, asMerchant } from '../src/db/tx.ts';
import type { Db } from '../src/db/connect.ts';
import { listAccountIds } from '../src/ledger/account-ids.ts';
import { getAccountId } from '../src/ledger/payment.ts';
import { buildPaymentJournal } from '../src/ledger/payment.ts';
import { buildJournalInserts, postTransfers } from '../src/ledger/posting.ts';
import { getPricing } from '../src/transaction/fee-queries.ts';
import { calculatePrice } from '../src/transaction/rules.ts';
import { BANK_ACTOR, insertTransaction } from '../src/transaction/write-queries.ts';

export interface PlannedPayment {
  method: 'qris' | 'virtual_account';
  channel_code: string | null;
  amount: number;
  paid_at: Date;
  /** When its journal was posted; the payment time by default. */
  posted_at?: Date;
}

let count = 0;

/** Inserts a paid transaction with its fee and its transfers. Returns its id. */
export async function insertPayment(db: Db, merchant_id: string, plan: PlannedPayment): Promise<string> {
  return asMerchant(db, merchant_id, async (tx) => {
    const { method, channel_code, amount, paid_at, posted_at = paid_at } = plan;
    const { fee_rules, account_ids, fee_class: criteria } = await getPricing(tx, method);
    const price = calculatePrice(fee_rules, { method, channel_code, criteria, amount, paid_at });
    const id = newId('transaction', paid_at);
    const journal = buildPaymentJournal({ transaction_id: id, amount, ...price }, account_ids, posted_at);
    await insertTransaction(
      tx,
      {
        id,
        method,
        channel_code,
        amount,
        source: method === 'qris' ? 'static_qr' : 'va',
        provider: 'bank',
        merchant_reference: `H-${++count}`,
        description: null,
        customer_name: null,
        customer_email: null,
        expires_at: null,
        created_at: paid_at,
      },
      {
        status: 'success',
        actor: BANK_ACTOR,
        reason: 'Paid',
        change: {
          ...price,
          settlement_status: 'unsettled',
          journal_id: journal.id,
          paid_at,
        },
        more: buildJournalInserts(tx, journal),
      },
    );
    return id;
  });
}

/** Posts a refund hold, or its release. */
export async function holdForRefund(
  db: Db,
  merchant_id: string,
  { refund_id, amount, is_release = false }: { refund_id: string; amount: number; is_release?: boolean },
  at: Date,
) {
  await asMerchant(db, merchant_id, async (tx: MerchantTx) => {
    const accounts = await listAccountIds(tx);
    const [waiting, refunds] = [getAccountId(accounts, 'pending_settlement'), getAccountId(accounts, 'refunds')];
    await postTransfers(tx, {
      posted_at: at,
      transfers: [
        {
          kind: is_release ? 'refund_release' : 'refund_hold',
          amount,
          reference_type: 'refund',
          reference_id: refund_id,
          ...(is_release
            ? {
                debit_account: refunds,
                credit_account: waiting,
              }
            : {
                debit_account: waiting,
                credit_account: refunds,
              }),
        },
      ],
    });
  });
}
