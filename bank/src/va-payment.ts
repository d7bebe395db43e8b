/** A payer pays a virtual account: the bank asks its partner what is to be paid, takes the money, and owes the news. */
import { randomInt } from 'node:crypto';
import { getVaBank, parseVaNumber } from '@dasbor/contract/bank';
import { fromSnap, type Rupiah } from '@dasbor/contract/money';
import { parseResponseCode, SNAP_RESPONSES, snapResponse } from '@dasbor/contract/snap';
import { vaInquiryResponse } from '@dasbor/contract/snap-va';
import { z } from 'zod';
import type { BankContext } from './bank.ts';
import { insertCallbacks } from './callback.ts';
import { inTransaction } from './database.ts';
import { SimulationError } from './payment.ts';
import { randomDigits, formatTimestamp } from './qr-code.ts';
import { readSwitches, type Switches } from './switches.ts';
import { findVaByNumber, insertVaPayment, type Va, type VaPayment, getVaStatus } from './va-queries.ts';
import { buildInquiryRequest, buildPaymentRequest } from './va-requests.ts';

export const vaPayRequest = z.strictObject({
  va_number: z.string().trim().min(1).max(28).describe('Number that the payer typed'),
  amount: z
    .int()
    .min(1)
    .max(9_999_999_999_999)
    .optional()
    .describe('Whole rupiah; what the number asks for when absent'),
  payer_bank: z.string().trim().min(1).max(10).optional().describe("Payer's bank; the number's own when absent"),
});
export type VaPayRequest = z.infer<typeof vaPayRequest>;

const PAYERS = ['SARI WULANDARI', 'BUDI SANTOSO', 'DEWI LESTARI', 'AGUS PRASETYO', 'RINA KARTIKA'];
const UNKNOWN_NUMBER = 'There is no such virtual account at this bank';

/** Pays a number. Throws PaymentRefused where a real bank would refuse, or where a switch says so. */
export async function payVa(bank: BankContext, request: VaPayRequest): Promise<{ va: Va; payment: VaPayment }> {
  const { database, clock } = bank;
  const switches = readSwitches(database);
  const va = findVaByNumber(database, request.va_number, clock());
  if (!va) throw new SimulationError(404, 'unknown_va_number', UNKNOWN_NUMBER);
  if (switches.refuse) throw new SimulationError(422, 'refused', "The payer's bank refuses the payment");
  assertPayable(va, switches, clock());
  const asked = switches.va_skip_inquiry ? null : await inquireBill(bank, va);
  const amount = getPaidAmount(va, request.amount, asked, switches);
  return inTransaction(database, () => {
    // Somebody else may have paid while the partner was asked.
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
      next_attempt_at: getFirstAttemptTime(current, switches, now),
    });
    return { va: { ...current, payments_count: current.payments_count + 1 }, payment };
  });
}

/** What the bank itself knows of the number's end. A bank that does not ask does not look at its own book either. */
function assertPayable(va: Va, switches: Switches, at: Date): void {
  const state = getVaStatus(va, at);
  if (state === 'paid' && !switches.va_skip_inquiry) {
    throw new SimulationError(409, 'already_paid', 'This number is for one payment, and is paid already');
  }
  if ((state === 'expired' || state === 'closed') && !switches.pay_expired) {
    const detail = state === 'expired' ? 'This number has expired' : 'This number is closed';
    throw new SimulationError(422, state, detail);
  }
}

interface Bill {
  amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
}

/** Asks the partner what is to be paid (service 24). With the switch for ended numbers, its no is not heard. */
async function inquireBill(bank: BankContext, va: Va): Promise<Bill | null> {
  const { pay_expired } = readSwitches(bank.database);
  const answered = await bank.partner.request('va_inquiry', buildInquiryRequest(va, bank.clock())).catch(() => null);
  if (answered === null) throw new SimulationError(422, 'no_answer', 'The biller does not answer');
  const bill = vaInquiryResponse.safeParse(answered.body);
  if (answered.http_status === 200 && bill.success) {
    const { totalAmount, virtualAccountTrxType, additionalInfo } = bill.data.virtualAccountData;
    const rupiahOf = (money: { value: string } | undefined) => (money ? fromSnap(money.value) : null);
    return {
      amount: virtualAccountTrxType === 'C' ? fromSnap(totalAmount.value) : null,
      amount_min: rupiahOf(additionalInfo?.minAmount),
      amount_max: rupiahOf(additionalInfo?.maxAmount),
    };
  }
  const refusal = snapResponse.safeParse(answered.body);
  const words = refusal.success ? refusal.data.responseMessage : `HTTP ${answered.http_status}`;
  const case_code = refusal.success ? parseResponseCode(refusal.data.responseCode)?.case : undefined;
  if (case_code === SNAP_RESPONSES.bill_paid.case)
    throw new SimulationError(409, 'already_paid', `The biller says: ${words}`);
  if (pay_expired) return null;
  throw new SimulationError(422, 'biller_refused', `The biller says: ${words}`);
}

/** Without an answer of the partner, the bank goes by its own book. With the switch, any amount is taken. */
function getPaidAmount(va: Va, wish: Rupiah | undefined, asked: Bill | null, switches: Switches): Rupiah {
  const bill = asked ?? va;
  if (switches.wrong_amount) return wish ?? (bill.amount ?? bill.amount_max ?? 10_000) + 1;
  const amount = wish ?? bill.amount;
  if (amount === null) throw new SimulationError(422, 'amount_missing', 'Enter an amount: this number takes any');
  if (bill.amount !== null && amount !== bill.amount) {
    throw new SimulationError(422, 'amount_differs', 'The amount differs from that of the number');
  }
  if (amount < (bill.amount_min ?? 1) || amount > (bill.amount_max ?? Infinity)) {
    throw new SimulationError(422, 'amount_differs', 'The amount is outside the limits of the number');
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

function getFirstAttemptTime({ expires_at }: Va, switches: Switches, at: Date): number {
  const earliest = switches.late && expires_at !== null ? Math.max(at.getTime(), expires_at + 1000) : at.getTime();
  return earliest + switches.callback_delay_ms;
}
