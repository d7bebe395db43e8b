/** Approved commission rules and succeeded refunds for tests of commissions, without their approvals and transfers. */
import { sql } from 'kysely';
import type { CommissionRuleInput } from '@dasbor/contract/account-group-commission-fields';
import { insertRule } from '../src/account-group-commission/queries.ts';
import { newId } from '../src/db/new-id.ts';
import { asMerchant } from '../src/db/tx.ts';
import { listAccountIds } from '../src/ledger/account-ids.ts';
import { getAccountId } from '../src/ledger/payment.ts';
import { postTransfers } from '../src/ledger/posting.ts';
import type { TestApp } from './test-app.ts';

type NewVersion = Partial<CommissionRuleInput> & {
  earner: string;
  group_id: string;
  version?: number;
  /** The rule that it is a version of; a new one when absent. */
  series_id?: string | null;
};

/** Inserts an approved version of a rule on QRIS payments. Returns the id of the rule. */
export async function insertActiveRule(
  t: TestApp,
  { earner, group_id, version = 1, series_id, ...input }: NewVersion,
): Promise<string> {
  const now = t.clock.now();
  const id = newId('commission_rule', now);
  const series = series_id ?? id;
  await asMerchant(t.deps.db, earner, async (tx) => {
    await insertRule(
      tx,
      { id, series_id: series, version, group_id, created_by_id: 'usr', created_by: 'Test', created_at: now },
      {
        name: 'Share',
        method: 'qris',
        channel_code: null,
        basis: 'percent_of_gross',
        rate_ppm: 1_000,
        flat_amount: 0,
        commission_min: null,
        commission_max: null,
        tiers: [],
        bearer: 'from_platform_fee',
        tax_rate_ppm: 0,
        cycle: 'daily',
        effective_from: '2026-01-01',
        effective_to: null,
        ...input,
      },
    );
    await tx.sql
      .updateTable('commission_rule')
      .set({ status: 'active' })
      .where('merchant_id', '=', earner)
      .where('id', '=', id)
      .execute();
  });
  return series;
}

/** A refund of the original method, as the ledger and the payment show it once it has succeeded. */
export async function insertRefund(
  t: TestApp,
  merchant_id: string,
  { transaction_id, amount }: { transaction_id: string; amount: number },
  at: Date,
): Promise<void> {
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    const accounts = await listAccountIds(tx);
    const [refunds, receivable] = [getAccountId(accounts, 'refunds'), getAccountId(accounts, 'provider_receivable')];
    const id = newId('refund', at);
    await sql`
      insert into app.refund (merchant_id, id, created_at, updated_at, transaction_id, amount, method, reason, status,
        partner_reference_no, requested_by, requested_by_id, requested_by_owner, requested_by_type)
      values (${merchant_id}, ${id}, ${at}, ${at}, ${transaction_id}, ${amount}, 'original', 'other', 'succeeded', ${id}, 'T',
        'u', 'u', 'user')`.execute(tx.sql);
    await tx.sql
      .updateTable('transaction')
      .set((eb) => ({ refunded_amount: eb('refunded_amount', '+', amount) }))
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', transaction_id)
      .execute();
    const transfer = { kind: 'refund', amount, debit_account: refunds, credit_account: receivable };
    await postTransfers(tx, {
      posted_at: at,
      transfers: [{ ...transfer, reference_type: 'refund', reference_id: id }],
    });
  });
}
