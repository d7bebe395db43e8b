/** Checks before the closure of a merchant: its balances and its money in transit (decision 0141). */
import { localized } from '@dasbor/contract/language';
import type { PlatformTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { listBalances } from '../ledger/balance.ts';
import { countOpenPayments } from './closing-queries.ts';
import { ACCOUNTS_EMPTY_ON_CLOSE } from './rules.ts';

/** Throws 409 `merchant_has_balance` and `merchant_has_open_payments`. */
export async function assertClosable(tx: PlatformTx, merchant_id: string): Promise<void> {
  const balances = await listBalances({ merchant_id, sql: tx.sql });
  if (balances.some(({ type, balance }) => balance !== 0 && ACCOUNTS_EMPTY_ON_CLOSE.includes(type))) throw hasBalance();
  const { code_count, transfer_count } = await countOpenPayments(tx, merchant_id);
  if (code_count > 0) throw hasOpenPayments(OPEN_CODES);
  if (transfer_count > 0) throw hasOpenPayments(OPEN_TRANSFERS);
}

const hasBalance = () =>
  new Problem(
    409,
    'merchant_has_balance',
    localized(
      'The merchant still has money. Pay out or adjust its balances to zero, then close it.',
      'Merchant masih memiliki dana. Cairkan atau sesuaikan saldo hingga nol, lalu tutup.',
    ),
  );

const OPEN_CODES = localized(
  'Customers can still pay QR codes of the merchant. Suspend it, and close it when the codes have expired.',
  'Pelanggan masih dapat membayar kode QR merchant. Tangguhkan merchant, lalu tutup setelah kode kedaluwarsa.',
);
const OPEN_TRANSFERS = localized(
  'The bank has not confirmed the outcome of all transfers of the merchant. Close it when they have ended.',
  'Bank belum mengonfirmasi hasil semua transfer merchant. Tutup merchant setelah transfer selesai.',
);
const hasOpenPayments = (detail: typeof OPEN_CODES) => new Problem(409, 'merchant_has_open_payments', detail);
