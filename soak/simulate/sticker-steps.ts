/** Steps of QRIS stickers: create, pay, activate and deactivate; inactive stickers are paid too. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus, recordQrisPayment } from './context.ts';

async function create(context: SimulationContext): Promise<void> {
  const { environment, random, nextKey, records } = context;
  const key = nextKey();
  const tip = random() < 0.3 ? { tip_mode: 'fixed', tip_value: 1_500 } : {};
  const body = { name: `Counter ${records.stickers.length + 1}`, ...tip };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/qris-stickers', { body, key });
  if (!expectStatus(context, 'createQrisSticker', answer, [201, 422])) return;
  const { data } = answer.json<{ data: { id: string; qr_content: string | null } }>();
  if (data.qr_content !== null) records.stickers.push({ id: data.id, qr_content: data.qr_content });
}

async function pay(context: SimulationContext): Promise<void> {
  const { environment, pick, between, records } = context;
  const sticker = pick(records.stickers);
  if (sticker === undefined) return;
  const body = { qr_content: sticker.qr_content, amount: between(1, 2_000_000) };
  const answer = await environment.simulate('POST', '/simulate/qris/pay', body);
  // The payer chooses the amount, so it is never wrong.
  if (answer.status === 200) recordQrisPayment(context, answer.json(), null);
}

async function changeStatus(context: SimulationContext): Promise<void> {
  const { environment, pick, random, records } = context;
  const sticker = pick(records.stickers);
  if (sticker === undefined) return;
  const body = { status: random() < 0.5 ? 'inactive' : 'active' };
  const answer = await environment.call(MERCHANT_EMAIL, 'PUT', `/qris-stickers/${sticker.id}/status`, { body });
  expectStatus(context, 'setQrisStickerStatus', answer, [200, 409]);
}

export const STICKER_STEPS: Step[] = [
  { name: 'create a sticker', weight: 2, run: create },
  { name: 'pay a sticker', weight: 8, run: pay },
  { name: 'activate or deactivate a sticker', weight: 1, run: changeStatus },
];
