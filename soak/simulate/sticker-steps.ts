/** Stickers: printed, paid by anybody at any time, taken out of use and paid all the same. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus, recordQrisPayment } from './context.ts';

async function create(scene: SimulationContext): Promise<void> {
  const { environment: world, random, nextKey: name, records: book } = scene;
  const key = name();
  const tip = random() < 0.3 ? { tip_mode: 'fixed', tip_value: 1_500 } : {};
  const body = { name: `Counter ${book.stickers.length + 1}`, ...tip };
  const answer = await world.call(MERCHANT_EMAIL, 'POST', '/qris-stickers', { body, key });
  if (!expectStatus(scene, 'createQrisSticker', answer, [201, 422])) return;
  const { data } = answer.json<{ data: { id: string; qr_content: string | null } }>();
  if (data.qr_content !== null) book.stickers.push({ id: data.id, qr_content: data.qr_content });
}

async function pay(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, between, records: book } = scene;
  const sticker = pick(book.stickers);
  if (sticker === undefined) return;
  const body = { qr_content: sticker.qr_content, amount: between(1, 2_000_000) };
  const answer = await world.simulate('POST', '/simulate/qris/pay', body);
  // The payer types the amount, so none is wrong.
  if (answer.status === 200) recordQrisPayment(scene, answer.json(), null);
}

async function changeStatus(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, random, records: book } = scene;
  const sticker = pick(book.stickers);
  if (sticker === undefined) return;
  const body = { status: random() < 0.5 ? 'inactive' : 'active' };
  const answer = await world.call(MERCHANT_EMAIL, 'PUT', `/qris-stickers/${sticker.id}/status`, { body });
  expectStatus(scene, 'setQrisStickerStatus', answer, [200, 409]);
}

export const STICKER_STEPS: Step[] = [
  { name: 'print a sticker', weight: 2, run: create },
  { name: 'pay at a sticker', weight: 8, run: pay },
  { name: 'turn a sticker on or off', weight: 1, run: changeStatus },
];
