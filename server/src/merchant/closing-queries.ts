/** SQL of what is still open when a merchant is closed. */
import type { PlatformTx } from '../db/tx.ts';

/** QR codes for one payment that can still be paid, and transfers whose outcome the bank has not confirmed. */
export async function countOpenPayments(
  tx: PlatformTx,
  merchant_id: string,
): Promise<{ code_count: number; transfer_count: number }> {
  const codes = await tx.sql
    .selectFrom('qris_payment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('type', '=', 'dynamic')
    .where('status', 'in', ['issuing', 'active'])
    .executeTakeFirstOrThrow();
  const transfers = await tx.sql
    .selectFrom('bank_transfer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('status', 'in', ['sent', 'unknown'])
    .executeTakeFirstOrThrow();
  return { code_count: Number(codes.count), transfer_count: Number(transfers.count) };
}
