/** Dynamic QRIS codes: asked for, paid, paid too late, cancelled, asked about. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

interface Made {
  data: { id: string; transaction_id: string; qr_content: string | null; amount: number };
}

async function create(scene: SimulationContext): Promise<void> {
  const { environment: world, between, random, nextKey: name, records: book } = scene;
  const key = name();
  // Small, large, and where the fee is rounded.
  const amount = random() < 0.3 ? between(1, 200) : between(1_000, 10_000_000);
  const body = { amount, merchant_reference: key, expires_in_minutes: between(1, 60) };
  const answer = await world.call(MERCHANT_EMAIL, 'POST', '/qris-payments', { body, key });
  // 422: the bank refuses to issue; 201 without a code: it does not answer.
  if (!expectStatus(scene, 'createQrisPayment', answer, [201, 422])) return;
  const { data } = answer.json<Made>();
  if (data.qr_content !== null) book.codes.push({ ...data, qr_content: data.qr_content });
  // The client repeats itself: it must get the same payment.
  if (random() < 0.2) {
    const again = await world.call(MERCHANT_EMAIL, 'POST', '/qris-payments', { body, key });
    if (again.text !== answer.text) book.violations.push(`key ${key} was answered differently: ${again.text}`);
  }
}

async function pay(scene: SimulationContext): Promise<void> {
  const { environment: world, clock, pick, records: book } = scene;
  const code = pick(book.codes);
  if (code === undefined) return;
  const answer = await world.simulate('POST', '/simulate/qris/pay', { qr_content: code.qr_content });
  if (answer.status !== 200) return; // The bank refused: no money moved.
  const { paid_amount, payment_reference_no } = answer.json<{ paid_amount: number; payment_reference_no: string }>();
  book.paid.push({
    method: 'qris',
    channel: null,
    amount: paid_amount,
    paid_at: clock.now(),
    match: { transaction_id: code.transaction_id },
    bank_reference: payment_reference_no,
    is_wrong: paid_amount !== code.amount,
  });
}

async function sync(scene: SimulationContext): Promise<void> {
  const code = scene.pick(scene.records.codes);
  if (code === undefined) return;
  const answer = await scene.environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${code.transaction_id}/sync`);
  expectStatus(scene, 'syncTransaction', answer, [200, 502]);
}

async function cancel(scene: SimulationContext): Promise<void> {
  const code = scene.pick(scene.records.codes);
  if (code === undefined) return;
  const answer = await scene.environment.call(MERCHANT_EMAIL, 'POST', `/transactions/${code.transaction_id}/cancel`);
  expectStatus(scene, 'cancelTransaction', answer, [200, 404, 409, 422, 502]);
}

export const QRIS_STEPS: Step[] = [
  { name: 'create a code', weight: 10, run: create },
  { name: 'pay a code', weight: 12, run: pay },
  { name: 'sync a payment', weight: 2, run: sync },
  { name: 'cancel a payment', weight: 2, run: cancel },
];
