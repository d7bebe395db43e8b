/** Steps of virtual accounts of every bank and amount type: create, pay, deactivate and check the status. */
import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus, recordVaPayment } from './context.ts';

const AMOUNTS = [
  { amount_type: 'closed' },
  { amount_type: 'open' },
  { amount_type: 'min_max', amount_min: 20_000, amount_max: 5_000_000 },
] as const;

async function create(context: SimulationContext): Promise<void> {
  const { environment, pick, between, random, nextKey, records } = context;
  const key = nextKey();
  const amounts = pick(AMOUNTS) ?? AMOUNTS[0];
  const is_reusable = random() < 0.4;
  const body = {
    bank: pick(VA_BANK_CHANNELS),
    holder_name: 'KOPI NUSANTARA',
    type: is_reusable ? 'reusable' : 'single',
    ...amounts,
    ...(amounts.amount_type === 'closed' ? { expected_amount: between(20_000, 40_000_000) } : {}),
    expires_in_s: is_reusable && random() < 0.5 ? null : between(60, 7_200),
    merchant_reference: key,
  };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/virtual-accounts', { body, key });
  if (!expectStatus(context, 'createVirtualAccount', answer, [201, 422])) return;
  const { data } = answer.json<{ data: { id: string; va_number: string; expected_amount: number | null } }>();
  records.numbers.push({ ...data, channel: body.bank ?? '', amount_type: amounts.amount_type });
}

async function pay(context: SimulationContext): Promise<void> {
  const { environment, pick, between, records } = context;
  const number = pick(records.numbers);
  if (number === undefined) return;
  const amount = number.amount_type === 'closed' ? {} : { amount: between(20_000, 5_000_000) };
  const answer = await environment.simulate('POST', '/simulate/va/pay', { va_number: number.va_number, ...amount });
  if (answer.status !== 200) return; // The bank declined the payment.
  recordVaPayment(
    context,
    answer.json(),
    number.channel,
    number.amount_type === 'closed' ? number.expected_amount : null,
  );
}

async function close(context: SimulationContext): Promise<void> {
  const number = context.pick(context.records.numbers);
  if (number === undefined) return;
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', `/virtual-accounts/${number.id}/deactivate`);
  expectStatus(context, 'deactivateVirtualAccount', answer, [200, 409, 422, 502]);
}

async function sync(context: SimulationContext): Promise<void> {
  const number = context.pick(context.records.numbers);
  if (number === undefined) return;
  const answer = await context.environment.call(MERCHANT_EMAIL, 'POST', `/virtual-accounts/${number.id}/sync`);
  expectStatus(context, 'syncVirtualAccount', answer, [200, 502]);
}

export const VA_STEPS: Step[] = [
  { name: 'create a virtual account', weight: 8, run: create },
  { name: 'pay a virtual account', weight: 12, run: pay },
  { name: 'deactivate a virtual account', weight: 1, run: close },
  { name: 'check a virtual account', weight: 2, run: sync },
];
