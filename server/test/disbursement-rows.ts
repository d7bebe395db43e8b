/** Rows of disbursements for tests of lists and their files. */
import { newId } from '../src/db/new-id.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import type { TestApp } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
const MINUTE_MS = 60_000;

export type InsertRow = (table: string, row: Record<string, unknown>) => Promise<unknown>;

/** Inserts a disbursement, a batch and a beneficiary of each reference; two at a time have the same time. */
export async function insertDisbursements(
  t: TestApp,
  insertRow: InsertRow,
  references: readonly string[],
): Promise<void> {
  const created_at = t.clock.now();
  const account_check_id = newId('account_check', created_at);
  const account = { bank_code: '014', account_last4: '0001', verified_name: 'SARI PRATIWI' };
  const by = { created_by: 'Test', created_at, expires_at: created_at };
  await insertRow('account_check', { merchant_id, id: account_check_id, account_no_sealed: 'x', ...account, ...by });
  for (const [n, merchant_reference] of references.entries()) {
    const at = new Date(created_at.getTime() - Math.floor(n / 2) * MINUTE_MS);
    await insertRow('disbursement_batch', batchRow(n, at, merchant_reference));
    await insertRow('beneficiary', {
      merchant_id,
      id: newId('beneficiary', at),
      name: merchant_reference,
      account_check_id,
      bank_code: '014',
      account_last4: '0001',
      verified_name: 'SARI PRATIWI',
      verified_at: at,
      usable_from: at,
      status: n % 2 === 0 ? 'active' : 'blocked',
      blocked_reason: n % 2 === 0 ? null : merchant_reference,
      created_by_id: 'usr_1',
      created_by: '=Name()',
      created_at: at,
      updated_at: at,
    });
    await insertRow('disbursement', {
      merchant_id,
      id: newId('disbursement', at),
      merchant_reference,
      account_check_id,
      ...account,
      amount: 10_000 + n,
      fee_amount: 2_500,
      fee_vat_amount: 275,
      total_amount: 12_775 + n,
      rail: 'bi_fast',
      rail_choice: 'auto',
      status: n % 2 === 0 ? 'success' : 'failed',
      partner_reference_no: `P${n}`,
      requested_by_type: 'user',
      requested_by_id: 'usr_1',
      requested_by: '=Name()',
      requested_by_owner: 'usr_1',
      created_at: at,
      updated_at: at,
    });
  }
}

const batchRow = (n: number, at: Date, text: string): Record<string, unknown> => ({
  merchant_id,
  id: newId('disbursement_batch', at),
  batch_reference: text,
  file_id: `fil_${n}`,
  file_name: text,
  file_rows: 1,
  sha256: String(n).padStart(64, '0'),
  status: 'completed',
  total_rows: 1,
  created_by_id: 'usr_1',
  created_by: '=Name()',
  created_at: at,
  updated_at: at,
});
