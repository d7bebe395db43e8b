/** Simulates the payment of a virtual account: bill inquiry at the partner, payment, and payment callback. */
import { randomInt } from 'node:crypto';
import { getVaBank, parseVaNumber } from '@dasbor/contract/bank';
import { type Localized, localized } from '@dasbor/contract/language';
import { fromSnapValue, type Rupiah } from '@dasbor/contract/money';
import { parseResponseCode, SNAP_RESPONSES, snapResponse } from '@dasbor/contract/snap';
import { vaInquiryResponse } from '@dasbor/contract/snap-va';
import { z } from 'zod';
import type { BankContext } from './bank.ts';
import { insertCallbacks } from './callback.ts';
import { inTransaction } from './database.ts';
import { PAYMENT_DECLINED, SimulationError } from './payment.ts';
import { randomDigits, formatTimestamp } from './qr-code.ts';
import { readSwitches, type Switches } from './switches.ts';
import { findVaByNumber, insertVaPayment, type Va, type VaPayment, toVaStatus } from './va-queries.ts';
import { buildInquiryRequest, buildPaymentRequest } from './va-requests.ts';

export const vaPayRequest = z.strictObject({
  va_number: z.string().trim().min(1).max(28).describe('Virtual account number'),
  amount: z.int().min(1).max(9_999_999_999_999).optional().describe('Whole rupiah; defaults to the billed amount'),
  payer_bank: z
    .string()
    .trim()
    .min(1)
    .max(10)
    .optional()
    .describe('Bank of the payer; defaults to the bank of the number'),
});
export type VaPayRequest = z.infer<typeof vaPayRequest>;

const PAYERS = ['SARI WULANDARI', 'BUDI SANTOSO', 'DEWI LESTARI', 'AGUS PRASETYO', 'RINA KARTIKA'];
const UNKNOWN_NUMBER = localized('Virtual account not found.', 'Virtual account tidak ditemukan.');
const NUMBER_PAID = localized(
  'This virtual account accepts one payment and has already been paid.',
  'Virtual account ini hanya menerima satu pembayaran dan sudah dibayar.',
);
const NUMBER_EXPIRED = localized('This virtual account has expired.', 'Virtual account ini sudah kedaluwarsa.');
const NUMBER_CLOSED = localized('This virtual account is closed.', 'Virtual account ini sudah ditutup.');
const NO_RESPONSE = localized(
  'The biller did not respond. Try again later.',
  'Penagih tidak merespons. Coba lagi nanti.',
);
const billerRejected = (reason: string): Localized =>
  localized(`The biller rejected the payment: ${reason}`, `Penagih menolak pembayaran: ${reason}`);
const AMOUNT_MISSING = localized('Enter the amount to pay.', 'Masukkan jumlah pembayaran.');
const AMOUNT_DIFFERS = localized(
  'The amount does not match the billed amount.',
  'Jumlah tidak sesuai dengan jumlah tagihan.',
);
const AMOUNT_OUTSIDE_LIMITS = localized(
  'The amount is outside the limits of this virtual account.',
  'Jumlah di luar batas virtual account ini.',
);

/** Pays a virtual account. Throws SimulationError when a real bank would decline the payment or a switch is set to. */
export async function payVa(bank: BankContext, request: VaPayRequest): Promise<{ va: Va; payment: VaPayment }> {
  const { database, clock } = bank;
  const switches = readSwitches(database);
  const va = findVaByNumber(database, request.va_number, clock());
  if (!va) throw new SimulationError(404, 'unknown_va_number', UNKNOWN_NUMBER);
  if (switches.refuse) throw new SimulationError(422, 'refused', PAYMENT_DECLINED);
  assertPayable(va, switches, clock());
  const bill = switches.va_skip_inquiry ? null : await inquireBill(bank, va);
  const amount = calculatePaidAmount(va, request.amount, bill, switches);
  return inTransaction(database, () => {
    // Another payment may have arrived during the inquiry.
    const now = clock();
    const current = findVaByNumber(database, request.va_number, now) ?? va;
    assertPayable(current, switches, now);
    const payment = buildPayment(current, amount, request.payer_bank, now);
    insertVaPayment(database, payment);
    insertCallbacks(database, {
      call: 'va_payment',
      body: buildPaymentRequest(current, payment),
      reference_no: payment.payment_request_id,
      partner_reference_no: current.trx_id,
      paid_amount: amount,
      copies: switches.duplicate,
      lost: switches.lost,
      created_at: now.getTime(),
      next_attempt_at: calculateFirstAttemptTime(current, switches, now),
    });
    return { va: { ...current, payments_count: current.payments_count + 1 }, payment };
  });
}

/** Checks the status stored at the bank. A bank that skips the inquiry also ignores earlier payments. */
function assertPayable(va: Va, switches: Switches, at: Date): void {
  const state = toVaStatus(va, at);
  if (state === 'paid' && !switches.va_skip_inquiry) {
    throw new SimulationError(409, 'already_paid', NUMBER_PAID);
  }
  if ((state === 'expired' || state === 'closed') && !switches.pay_expired) {
    const detail = state === 'expired' ? NUMBER_EXPIRED : NUMBER_CLOSED;
    throw new SimulationError(422, state, detail);
  }
}

interface Bill {
  amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
}

/** Sends a bill inquiry (service 24). The `pay_expired` switch ignores a rejection by the partner. */
async function inquireBill(bank: BankContext, va: Va): Promise<Bill | null> {
  const { pay_expired } = readSwitches(bank.database);
  const owner = bank.partners.getOwner(va.trx_id);
  const response = await bank.partner
    .request(owner, 'va_inquiry', buildInquiryRequest(va, bank.clock()))
    .catch(() => null);
  if (response === null) throw new SimulationError(422, 'no_answer', NO_RESPONSE);
  const bill = vaInquiryResponse.safeParse(response.body);
  if (response.http_status === 200 && bill.success) {
    const { totalAmount, virtualAccountTrxType, additionalInfo } = bill.data.virtualAccountData;
    const parseAmount = (money: { value: string } | undefined) => (money ? fromSnapValue(money.value) : null);
    return {
      amount: virtualAccountTrxType === 'C' ? fromSnapValue(totalAmount.value) : null,
      amount_min: parseAmount(additionalInfo?.minAmount),
      amount_max: parseAmount(additionalInfo?.maxAmount),
    };
  }
  const refusal = snapResponse.safeParse(response.body);
  const reason = refusal.success ? refusal.data.responseMessage : `HTTP ${response.http_status}`;
  const case_code = refusal.success ? parseResponseCode(refusal.data.responseCode)?.case : undefined;
  if (case_code === SNAP_RESPONSES.bill_paid.case)
    throw new SimulationError(409, 'already_paid', billerRejected(reason));
  if (pay_expired) return null;
  throw new SimulationError(422, 'biller_refused', billerRejected(reason));
}

/** Without an inquiry, the bank uses its stored amounts. The `wrong_amount` switch accepts any amount. */
function calculatePaidAmount(va: Va, given: Rupiah | undefined, inquired: Bill | null, switches: Switches): Rupiah {
  const bill = inquired ?? va;
  if (switches.wrong_amount) return given ?? (bill.amount ?? bill.amount_max ?? 10_000) + 1;
  const amount = given ?? bill.amount;
  if (amount === null) throw new SimulationError(422, 'amount_missing', AMOUNT_MISSING);
  if (bill.amount !== null && amount !== bill.amount) {
    throw new SimulationError(422, 'amount_differs', AMOUNT_DIFFERS);
  }
  if (amount < (bill.amount_min ?? 1) || amount > (bill.amount_max ?? Infinity)) {
    throw new SimulationError(422, 'amount_differs', AMOUNT_OUTSIDE_LIMITS);
  }
  return amount;
}

function buildPayment(va: Va, paid_amount: Rupiah, payer_bank: string | undefined, at: Date): VaPayment {
  const own_bank = parseVaNumber(va.va_number)?.channel ?? 'BANK';
  const from_any =
    parseVaNumber(va.va_number) !== null && getVaBank(own_bank as Parameters<typeof getVaBank>[0]).from_any_bank;
  return {
    payment_request_id: `VP${formatTimestamp(at)}${randomDigits(10)}`,
    trx_id: va.trx_id,
    paid_at: at.getTime(),
    paid_amount,
    reference_no: randomDigits(12),
    payer_name: PAYERS[randomInt(PAYERS.length)] ?? '',
    payer_bank: from_any ? (payer_bank ?? own_bank) : own_bank,
  };
}

function calculateFirstAttemptTime({ expires_at }: Va, switches: Switches, at: Date): number {
  const earliest = switches.late && expires_at !== null ? Math.max(at.getTime(), expires_at + 1000) : at.getTime();
  return earliest + switches.callback_delay_ms;
}
