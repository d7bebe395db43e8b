/** Top-ups of the payout balance: permanent numbers that are paid, closed, and paid all the same. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

const BANKS = ['BNI', 'BRI', 'PERMATA'] as const;

async function open(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, records: book } = scene;
  const bank = pick(BANKS) ?? 'BNI';
  const answer = await world.call(MERCHANT_EMAIL, 'POST', '/deposit-vas', { body: { bank } });
  // 409: there is one already.
  if (!expectStatus(scene, 'openDepositVa', answer, [201, 409, 422])) return;
  const { data } = answer.json<{ data: { id: string; va_number: string } }>();
  if (!book.deposit_vas.some(({ id }) => id === data.id)) book.deposit_vas.push(data);
}

async function pay(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, between, records: book } = scene;
  const number = pick(book.deposit_vas);
  if (number === undefined) return;
  const body = { va_number: number.va_number, amount: between(20_000, 20_000_000) };
  const answer = await world.simulate('POST', '/simulate/va/pay', body);
  if (answer.status !== 200) return; // The bank refused: no money moved.
  const { payment_request_id, paid_amount } = answer.json<{ payment_request_id: string; paid_amount: number }>();
  book.deposits.push({ payment_request_id, amount: paid_amount });
}

export const DEPOSIT_STEPS: Step[] = [
  { name: 'open a deposit number', weight: 1, run: open },
  { name: 'pay a deposit', weight: 4, run: pay },
];
