/** Reasons, methods and failures of refunds for people, in both languages. */
import { translateBankMessage } from './bank-messages.ts';
import { type Language, type Localized, localized } from './language.ts';
import type { RefundMethod, RefundReason } from './refund-fields.ts';

const REASONS: Record<RefundReason, Localized> = {
  customer_request: localized('Customer request', 'Permintaan pelanggan'),
  duplicate: localized('Duplicate payment', 'Pembayaran ganda'),
  fraud: localized('Fraud', 'Penipuan'),
  order_cancelled: localized('Order cancelled', 'Pesanan dibatalkan'),
  other: localized('Other', 'Lainnya'),
};

const METHODS: Record<RefundMethod, Localized> = {
  original: localized('Original payment method', 'Metode pembayaran asal'),
  transfer: localized('Bank transfer', 'Transfer bank'),
};

const FAILURES: Readonly<Record<string, Localized>> = {
  account_closed: localized('The beneficiary account is closed.', 'Rekening penerima sudah ditutup.'),
  account_dormant: localized('The beneficiary account is dormant.', 'Rekening penerima tidak aktif (dormant).'),
  account_not_found: localized('The beneficiary account does not exist.', 'Rekening penerima tidak ditemukan.'),
  already_refunded: localized(
    'Other refunds already cover the payment.',
    'Pengembalian dana lain sudah mencakup pembayaran ini.',
  ),
  limit_exceeded: localized(
    'No transfer method to this bank supports this amount.',
    'Tidak ada layanan transfer ke bank ini untuk jumlah ini.',
  ),
  not_received: localized('The bank never received the transfer.', 'Bank tidak pernah menerima transfer ini.'),
  outside_cutoff: localized(
    'The bank accepts no transfers at this time. Request the refund again.',
    'Bank tidak menerima transfer pada waktu ini. Ajukan pengembalian dana lagi.',
  ),
  payment_reversed: localized('The bank reversed the payment.', 'Bank membalik pembayaran ini.'),
  transfer_returned: localized(
    'The receiving bank returned the transfer.',
    'Bank penerima mengembalikan transfer ini.',
  ),
};

export const refundReasonLabel = (reason: RefundReason, language: Language): string => REASONS[reason][language];

export const refundMethodLabel = (method: RefundMethod, language: Language): string => METHODS[method][language];

/** Why a refund failed; the message of the bank where the code has no label. */
export const refundFailureLabel = (code: string | null, message: string | null, language: Language): string | null =>
  (code === null ? undefined : FAILURES[code]?.[language]) ??
  (message === null ? null : translateBankMessage(message, language));

const BANK_REFUSED = localized('The bank refused the refund', 'Bank menolak pengembalian dana');

/** Text of a failure code of refunds without a message; an unknown code is returned unchanged. */
export const refundFailureName = (code: string, language: Language): string =>
  FAILURES[code]?.[language] ?? (code === 'bank_refused' ? BANK_REFUSED[language] : code);
