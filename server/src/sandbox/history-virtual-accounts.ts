/** Virtual accounts of the generated history: every type and outcome, from several banks. */
import { PROVIDER_CREDENTIAL } from '../rails/collection-clients.ts';
import type { CreateVaInput } from '@dasbor/contract/virtual-account';
import type { VaBank } from '@dasbor/contract/bank';
import { toSnapValue } from '@dasbor/contract/money';
import { toSnapTime } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { IncomingVaPayment, VaNumber } from '../rails/va-callbacks.ts';
import { deactivateVa } from '../virtual-account/change.ts';
import { createUnissuedVa } from '../virtual-account/create.ts';
import { issueVirtualAccount, buildVaRequest } from '../virtual-account/issue.ts';
import { lockVa } from '../virtual-account/queries.ts';
import { syncVa } from '../virtual-account/sync.ts';
import { virtualAccountCallbackHandler } from '../virtual-account/va-callback-handler.ts';
import { type HistoryContext, createPastDeps, getPastTime, getPrincipal, ignoreRejection } from './history-context.ts';
import { findVaByReference } from './history-queries.ts';
import { buildReference } from './past-bank.ts';

interface PlannedVa {
  days_ago: number;
  input: Pick<CreateVaInput, 'bank' | 'type' | 'amount_type'> & Partial<CreateVaInput>;
  /** Amounts paid, one a day from the day of creation on. */
  paid?: number[];
  ending?: 'expired' | 'deactivated';
}

const closed = (expected_amount: number, bank: VaBank, description: string, customer_name: string) =>
  ({ bank, type: 'single', amount_type: 'closed', expected_amount, description, customer_name }) as const;

const PLAN: PlannedVa[] = [
  { days_ago: 55, input: closed(1_850_000, 'BCA', 'Katering rapat direksi', 'PT Sinar Abadi'), paid: [1_850_000] },
  { days_ago: 48, input: closed(640_000, 'BNI', 'Biji kopi 5 kg', 'Warung Bu Sri'), paid: [640_000] },
  { days_ago: 41, input: closed(2_400_000, 'MANDIRI', 'Kopi kantor Oktober', 'PT Cakra Buana'), paid: [2_400_000] },
  { days_ago: 36, input: closed(975_000, 'BRI', 'Workshop barista', 'Yoga Permana'), paid: [975_000] },
  { days_ago: 30, input: closed(1_250_000, 'PERMATA', 'Sewa ruang pertemuan', 'Komunitas Baca'), ending: 'expired' },
  { days_ago: 27, input: closed(560_000, 'CIMB', 'Hampers kopi', 'Nadia Putri'), paid: [560_000] },
  { days_ago: 21, input: closed(3_100_000, 'BCA', 'Katering seminar', 'Universitas Merdeka'), paid: [3_100_000] },
  { days_ago: 16, input: closed(720_000, 'BNI', 'Biji kopi 6 kg', 'Warung Bu Sri'), ending: 'deactivated' },
  // Paid twice: the second payment is a duplicate that waits for a refund.
  { days_ago: 12, input: closed(450_000, 'BRI', 'Mesin seduh manual', 'Hendra Wijaya'), paid: [450_000, 450_000] },
  { days_ago: 9, input: closed(1_980_000, 'MANDIRI', 'Kopi kantor November', 'PT Cakra Buana'), paid: [1_980_000] },
  // A wrong amount first: rejected at the bank, recorded as a mismatch.
  { days_ago: 6, input: closed(830_000, 'PERMATA', 'Katering ulang tahun', 'Maya Anjani'), paid: [800_000, 830_000] },
  { days_ago: 3, input: closed(1_150_000, 'BCA', 'Hampers akhir tahun', 'Intan Puspita'), paid: [1_150_000] },
  { days_ago: 0, input: { ...closed(2_250_000, 'BCA', 'Katering pameran', 'PT Sinar Abadi'), expires_in_s: 172_800 } },
  {
    days_ago: 40,
    input: {
      bank: 'BCA',
      type: 'reusable',
      amount_type: 'open',
      expires_in_s: null,
      description: 'Langganan kantor',
      customer_name: 'PT Cakra Buana',
    },
    paid: [650_000, 650_000, 1_300_000, 650_000, 650_000],
  },
  {
    days_ago: 25,
    input: {
      bank: 'BNI',
      type: 'reusable',
      amount_type: 'min_max',
      amount_min: 100_000,
      amount_max: 5_000_000,
      expires_in_s: null,
      description: 'Titip jual biji kopi',
      customer_name: 'Koperasi Gayo',
    },
    paid: [1_200_000, 350_000, 2_750_000],
  },
];

/** Creates the numbers and their payments. Idempotent by merchant reference and payment number. */
export async function createPastVirtualAccounts(context: HistoryContext): Promise<void> {
  for (const [index, plan] of PLAN.entries()) await createPastVa(context, plan, `KN-VA-${index + 1}`);
}

async function createPastVa(context: HistoryContext, plan: PlannedVa, reference: string): Promise<void> {
  const { merchant_id } = context;
  const at = getPastTime(context, plan.days_ago, 8);
  const past = createPastDeps(context.deps, at < context.end ? at : context.end);
  const { name: actor_name } = getPrincipal('operator');
  const input = { holder_name: 'KOPI NUSANTARA', expires_in_s: 86_400, ...plan.input, merchant_reference: reference };
  const id = await asMerchant(past.db, merchant_id, async (tx) => {
    const known = await findVaByReference(tx, reference);
    const actor = { actor_type: 'user', actor_name } as const;
    return known?.id ?? createUnissuedVa(tx, input, { actor, now: past.clock.now() });
  });
  await issueVirtualAccount(past, merchant_id, id);
  const number = await asMerchant(past.db, merchant_id, (tx) => getVaNumber(tx, id));
  for (const [index, amount] of (plan.paid ?? []).entries()) {
    past.clock.set(getPastTime(context, plan.days_ago - (plan.input.type === 'reusable' ? index * 5 : 0), 10 + index));
    const payer = plan.input.customer_name ?? 'PEMBAYAR';
    await payVa(past, number, { amount, payment_request_id: buildReference('BV', `${reference}-${index}`), payer });
  }
  const actor = { actor_type: 'user', actor_name } as const;
  past.clock.set(getPastTime(context, plan.days_ago, 15));
  if (plan.ending === 'deactivated' && (await isActive(past, merchant_id, id))) {
    await deactivateVa(past, { merchant_id, id, actor, onChanged: () => Promise.resolve() });
  }
  past.clock.set(getPastTime(context, plan.days_ago - 1, 9));
  if (plan.ending === 'expired') await syncVa(past, merchant_id, id);
}

const isActive = ({ db }: HistoryContext['deps'], merchant_id: string, id: string): Promise<boolean> =>
  asMerchant(db, merchant_id, async (tx) => (await lockVa(tx, { id }))?.status === 'active');

export interface PastNumber extends VaNumber {
  trx_id: string;
  fields: Pick<IncomingVaPayment['body'], 'partnerServiceId' | 'customerNo' | 'virtualAccountNo'>;
}

/** The number of a virtual account, as the bank sends it. */
export async function getVaNumber(tx: MerchantTx, id: string): Promise<PastNumber> {
  const va = await lockVa(tx, { id });
  if (va === undefined) throw new Error(`Virtual account ${id} not found`);
  const { partnerServiceId, customerNo, virtualAccountNo } = buildVaRequest(va);
  const fields = { partnerServiceId, customerNo, virtualAccountNo };
  return { merchant_id: tx.merchant_id, number: va.va_number, channel: va.bank, trx_id: va.trx_id, fields };
}

interface VaPayment {
  amount: number;
  payment_request_id: string;
  payer: string;
}

/** The notification of a payment to a number, by the clock of `past`. */
export function buildVaPayment(at: Date, number: PastNumber, payment: VaPayment): IncomingVaPayment {
  const { amount, payment_request_id, payer } = payment;
  const sender_name = payer.toUpperCase();
  const reference_no = payment_request_id.slice(-12);
  const body = {
    ...number.fields,
    paymentRequestId: payment_request_id,
    trxId: number.trx_id,
    paidAmount: { value: toSnapValue(amount), currency: 'IDR' } as const,
    trxDateTime: toSnapTime(at),
    referenceNo: reference_no,
    sourceAccountName: sender_name,
    sourceBankCode: '014',
  };
  const money = { amount, paid_at: at, reference_no, sender_name, sender_bank: 'BCA' };
  const reported = {
    external_id: `${at.getTime()}${payment_request_id.slice(-12)}`,
    credential: PROVIDER_CREDENTIAL,
  };
  return { at, reported, payment_request_id, ...money, body };
}

/** Pays a number. A payment that the merchant's number does not accept is rejected and recorded. */
export const payVa = (past: ReturnType<typeof createPastDeps>, number: PastNumber, payment: VaPayment): Promise<void> =>
  ignoreRejection(virtualAccountCallbackHandler(past).pay(number, buildVaPayment(past.clock.now(), number, payment)));
