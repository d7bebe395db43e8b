/**
 * The provider's own ledger: differences of its bank accounts that concern no merchant. Append-only double entry like the
 * merchants' ledgers; a reversal is a compensating entry.
 */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';

interface NewBankDifference {
  write_off_id: string;
  /** Number of the provider's bank account. */
  account_no: string;
  /** Amount of the statement line; negative: debited by the bank. */
  amount: Rupiah;
  /** Sen beyond whole rupiah, with the sign of the amount. */
  cents: number;
  posted_at: Date;
}

/** Books a difference against the bank account. Throws a unique violation when the write-off was booked before. */
export async function postBankDifference(
  tx: PlatformTx,
  { write_off_id, account_no, amount, cents, posted_at }: NewBankDifference,
): Promise<string> {
  const id = newId('provider_transfer', posted_at);
  const [debit_account, credit_account] =
    amount + cents < 0 ? (['bank_differences', 'bank'] as const) : (['bank', 'bank_differences'] as const);
  await tx.sql
    .insertInto('provider_transfer')
    .values({
      id,
      account_no,
      debit_account,
      credit_account,
      amount: Math.abs(amount),
      cents: Math.abs(cents),
      kind: 'write_off',
      reference_id: write_off_id,
      posted_at,
    })
    .execute();
  return id;
}

/** Books the compensating entry of a write-off. Throws a unique violation when it was reversed before. */
export async function reverseBankDifference(
  tx: PlatformTx,
  { write_off_id, reverses, posted_at }: { write_off_id: string; reverses: string; posted_at: Date },
): Promise<string> {
  const id = newId('provider_transfer', posted_at);
  const { rows } = await sql`
    insert into app.provider_transfer as x
      (id, account_no, debit_account, credit_account, amount, cents, kind, reference_id, reverses_id, posted_at)
    select ${id}, o.account_no, o.credit_account, o.debit_account, o.amount, o.cents, 'write_off_reversal', ${write_off_id}, o.id,
      ${posted_at.toISOString()}::timestamptz
    from app.provider_transfer o where o.kind = 'write_off' and o.reference_id = ${reverses}
    returning x.id`.execute(tx.sql);
  if (rows.length !== 1) throw new Error(`The write-off ${reverses} is not booked`);
  return id;
}
