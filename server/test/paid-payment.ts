/** Inserts paid payments like the product does, for tests of what happens after a payment. */
import type { Transaction } from '@dasbor/contract/transaction';
import { newId } from '../src/db/new-id.ts';
import { asMerchant } from '../src/db/tx.ts';
import { buildPaymentJournal } from '../src/ledger/payment.ts';
import { buildJournalInserts } from '../src/ledger/posting.ts';
import { getPricing } from '../src/transaction/fee-queries.ts';
import { calculatePrice } from '../src/transaction/rules.ts';
import { BANK_ACTOR, insertTransaction } from '../src/transaction/write-queries.ts';
import type { TestApp } from './test-app.ts';

export interface PaidPaymentInput {
  amount: number;
  method?: Transaction['method'];
  channel_code?: string | null;
  issuer?: string;
  provider_reference?: string;
  paid_at?: Date;
  merchant_reference?: string;
  duplicate_payment?: boolean;
}

/** Inserts a successful payment with its ledger transfers. Returns its id. */
export function insertPaidPayment(t: TestApp, merchant_id: string, input: PaidPaymentInput): Promise<string> {
  const { amount, method = 'virtual_account', paid_at = t.clock.now() } = input;
  const { channel_code = method === 'virtual_account' ? 'BNI' : null } = input;
  return asMerchant(t.deps.db, merchant_id, async (tx) => {
    const { fee_rules, account_ids } = await getPricing(tx, method);
    const fee = calculatePrice(fee_rules, { method, channel_code, criteria: 'UKE', amount, paid_at });
    const id = newId('transaction', t.clock.now());
    const payment = {
      id,
      method,
      channel_code,
      source: method === 'qris' ? ('static_qr' as const) : ('va' as const),
      provider: 'bank',
      amount,
      merchant_reference: input.merchant_reference ?? null,
      description: null,
      customer_name: null,
      customer_email: null,
      expires_at: null,
      created_at: t.clock.now(),
    };
    const journal = buildPaymentJournal({ transaction_id: id, amount, ...fee }, account_ids, t.clock.now());
    const change = {
      ...fee,
      paid_at,
      settlement_status: 'unsettled' as const,
      journal_id: journal.id,
      provider_reference: input.provider_reference ?? `T${id}`,
      issuer: input.issuer ?? null,
      duplicate_payment: input.duplicate_payment ?? false,
    };
    const begin = { status: 'success' as const, actor: BANK_ACTOR, reason: 'Paid', change };
    await insertTransaction(tx, payment, { ...begin, more: buildJournalInserts(tx, journal) });
    return id;
  });
}
