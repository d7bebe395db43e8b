/** Steps of dynamic QRIS codes: create, pay (also late), cancel and check the status. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type Code, type SimulationContext, type Step, expectStatus } from './context.ts';

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

export async function payCode(context: SimulationContext, code: Code): Promise<void> {
  const answer = await context.environment.simulate('POST', '/simulate/qris/pay', { qr_content: code.qr_content });
  if (answer.status !== 200) return; // The bank declined the payment.
  const { paid_amount, payment_reference_no } = answer.json<{ paid_amount: number; payment_reference_no: string }>();
  recordCodePayment(context, code, { paid_amount, reference_no: payment_reference_no });
}

function recordCodePayment(
  { clock, records }: SimulationContext,
  code: Code,
  { paid_amount, reference_no }: { paid_amount: number; reference_no: string },
): void {
  records.paid.push({
    method: 'qris',
    channel: null,
    amount: paid_amount,
    paid_at: clock.now(),
    match: { transaction_id: code.transaction_id },
    bank_reference: reference_no,
    is_wrong: paid_amount !== code.amount,
  });
}

async function sync(context: SimulationContext): Promise<void> {
  const code = context.pick(context.records.codes);
  if (code === undefined) return;
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${code.transaction_id}/sync`);
  expectStatus(context, 'syncTransaction', answer, [200, 502]);
}

/** With its switch, the bank pays the code just before it cancels it. */
async function cancel(context: SimulationContext): Promise<void> {
  const code = context.pick(context.records.codes);
  if (code === undefined) return;
  const before = new Set((await listBankPayments(context)).map(({ reference_no }) => reference_no));
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${code.transaction_id}/cancel`);
  expectStatus(context, 'cancelTransaction', answer, [200, 404, 409, 422, 502]);
  for (const payment of await listBankPayments(context)) {
    if (!before.has(payment.reference_no)) recordCodePayment(context, code, payment);
  }
}

/** The newest payments that the bank has received. */
const listBankPayments = async ({ environment }: SimulationContext) =>
  (await environment.simulate('GET', '/simulate/payments')).json<{
    data: { reference_no: string; paid_amount: number }[];
  }>().data;

export const QRIS_STEPS: Step[] = [
  { name: 'create a QRIS code', weight: 10, run: create },
  { name: 'pay a QRIS code', weight: 12, run: pay },
  { name: 'check a payment', weight: 2, run: sync },
  { name: 'cancel a payment', weight: 2, run: cancel },
];
