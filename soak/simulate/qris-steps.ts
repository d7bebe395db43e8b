/** Steps of dynamic QRIS codes: create, pay (also late), cancel and check the status. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type Code, type SimulationContext, type Step, expectStatus, recordQrisPayment } from './context.ts';

interface Made {
  data: { id: string; transaction_id: string; qr_content: string | null; amount: number };
}

async function create(context: SimulationContext): Promise<void> {
  const { environment, between, random, nextKey, records } = context;
  const key = nextKey();
  // Small and large amounts, and amounts at which the fee is rounded.
  const amount = random() < 0.3 ? between(1, 200) : between(1_000, 10_000_000);
  const body = { amount, merchant_reference: key, expires_in_minutes: between(1, 60) };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/qris-payments', { body, key });
  // 422: the bank rejects the code; 201 without a code: the bank is unreachable.
  if (!expectStatus(context, 'createQrisPayment', answer, [201, 422])) return;
  const { data } = answer.json<Made>();
  if (data.qr_content !== null) records.codes.push({ ...data, qr_content: data.qr_content });
  // Repeats the request, which must return the same payment.
  if (random() < 0.2) {
    const again = await environment.call(MERCHANT_EMAIL, 'POST', '/qris-payments', { body, key });
    if (again.text !== answer.text) records.violations.push(`key ${key} was answered differently: ${again.text}`);
  }
}

async function pay(context: SimulationContext): Promise<void> {
  const code = context.pick(context.records.codes);
  if (code !== undefined) await payCode(context, code);
}

export async function payCode({ environment, clock, records }: SimulationContext, code: Code): Promise<void> {
  const answer = await environment.simulate('POST', '/simulate/qris/pay', { qr_content: code.qr_content });
  if (answer.status !== 200) return; // The bank declined the payment.
  const { paid_amount, payment_reference_no } = answer.json<{ paid_amount: number; payment_reference_no: string }>();
  records.paid.push({
    method: 'qris',
    channel: null,
    amount: paid_amount,
    paid_at: clock.now(),
    match: { transaction_id: code.transaction_id },
    bank_reference: payment_reference_no,
    is_wrong: paid_amount !== code.amount,
  });
}

async function sync(context: SimulationContext): Promise<void> {
  const code = context.pick(context.records.codes);
  if (code === undefined) return;
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${code.transaction_id}/sync`);
  expectStatus(context, 'syncTransaction', answer, [200, 502]);
}

async function cancel(context: SimulationContext): Promise<void> {
  const code = context.pick(context.records.codes);
  if (code === undefined) return;
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${code.transaction_id}/cancel`);
  expectStatus(context, 'cancelTransaction', answer, [200, 404, 409, 422, 502]);
}

/**
 * Records the codes that the bank has paid without being asked: with its switch, just before it cancels them, for a request
 * of the merchant or for a job that closes the other attempts of a paid link.
 */
export async function recordPaidBeforeCancel(context: SimulationContext): Promise<void> {
  const { environment, records } = context;
  const { data } = (await environment.simulate('GET', '/simulate/payments')).json<{ data: BankPayment[] }>();
  const known = new Set(records.paid.map(({ bank_reference }) => bank_reference));
  for (const { reference_no, paid_amount, rrn, requested_amount } of data) {
    if (rrn === null || known.has(reference_no)) continue;
    recordQrisPayment(context, { paid_amount, rrn, payment_reference_no: reference_no }, requested_amount);
  }
}

/** One of the newest payments that the bank has received. */
interface BankPayment {
  reference_no: string;
  paid_amount: number;
  /** Null for virtual accounts. */
  rrn: string | null;
  /** Null where the payer chooses the amount. */
  requested_amount: number | null;
}

export const QRIS_STEPS: Step[] = [
  { name: 'create a QRIS code', weight: 10, run: create },
  { name: 'pay a QRIS code', weight: 12, run: pay },
  { name: 'check a payment', weight: 2, run: sync },
  { name: 'cancel a payment', weight: 2, run: cancel },
];
