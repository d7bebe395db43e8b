/** Steps of top-ups: create a deposit virtual account and pay to it. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

const BANKS = ['BNI', 'BRI', 'PERMATA'] as const;

async function open(context: SimulationContext): Promise<void> {
  const { environment, pick, records } = context;
  const bank = pick(BANKS) ?? 'BNI';
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/deposit-vas', { body: { bank } });
  // 409: one already exists.
  if (!expectStatus(context, 'openDepositVa', answer, [201, 409, 422])) return;
  const { data } = answer.json<{ data: { id: string; va_number: string } }>();
  if (!records.deposit_vas.some(({ id }) => id === data.id)) records.deposit_vas.push(data);
}

async function pay(context: SimulationContext): Promise<void> {
  const { environment, pick, between, records } = context;
  const number = pick(records.deposit_vas);
  if (number === undefined) return;
  const body = { va_number: number.va_number, amount: between(20_000, 20_000_000) };
  const answer = await environment.simulate('POST', '/simulate/va/pay', body);
  if (answer.status !== 200) return; // The bank declined the payment.
  const { payment_request_id, paid_amount } = answer.json<{ payment_request_id: string; paid_amount: number }>();
  records.deposits.push({ payment_request_id, amount: paid_amount });
}

export const DEPOSIT_STEPS: Step[] = [
  { name: 'create a deposit virtual account', weight: 1, run: open },
  { name: 'pay a deposit', weight: 4, run: pay },
];
