/** Virtual accounts of every bank: single and reusable, of one amount, within limits or open; paid, closed, asked about. */
import { VA_BANK_CHANNELS } from '@dasbor/contract/bank';
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus, recordVaPayment } from './context.ts';

const AMOUNTS = [
  { amount_type: 'closed' },
  { amount_type: 'open' },
  { amount_type: 'min_max', amount_min: 20_000, amount_max: 5_000_000 },
] as const;

async function create(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, between, random, nextKey: name, records: book } = scene;
  const key = name();
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
  const answer = await world.call(MERCHANT_EMAIL, 'POST', '/virtual-accounts', { body, key });
  if (!expectStatus(scene, 'createVirtualAccount', answer, [201, 422])) return;
  const { data } = answer.json<{ data: { id: string; va_number: string; expected_amount: number | null } }>();
  book.numbers.push({ ...data, channel: body.bank ?? '', amount_type: amounts.amount_type });
}

async function pay(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, between, records: book } = scene;
  const number = pick(book.numbers);
  if (number === undefined) return;
  const amount = number.amount_type === 'closed' ? {} : { amount: between(20_000, 5_000_000) };
  const answer = await world.simulate('POST', '/simulate/va/pay', { va_number: number.va_number, ...amount });
  if (answer.status !== 200) return; // The bank refused: no money moved.
  recordVaPayment(
    scene,
    answer.json(),
    number.channel,
    number.amount_type === 'closed' ? number.expected_amount : null,
  );
}

async function close(scene: SimulationContext): Promise<void> {
  const number = scene.pick(scene.records.numbers);
  if (number === undefined) return;
  const answer = await scene.environment.call(MERCHANT_EMAIL, 'POST', `/virtual-accounts/${number.id}/deactivate`);
  expectStatus(scene, 'deactivateVirtualAccount', answer, [200, 409, 422, 502]);
}

async function sync(scene: SimulationContext): Promise<void> {
  const number = scene.pick(scene.records.numbers);
  if (number === undefined) return;
  const answer = await scene.environment.call(MERCHANT_EMAIL, 'POST', `/virtual-accounts/${number.id}/sync`);
  expectStatus(scene, 'syncVirtualAccount', answer, [200, 502]);
}

export const VA_STEPS: Step[] = [
  { name: 'open a number', weight: 8, run: create },
  { name: 'pay to a number', weight: 12, run: pay },
  { name: 'close a number', weight: 1, run: close },
  { name: 'sync a number', weight: 2, run: sync },
];
