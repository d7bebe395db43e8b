/** Stickers of the sandbox and their payments in the generated history. */
import { PROVIDER_CREDENTIAL } from '../rails/collection-clients.ts';
import { NO_TIP, type QrisTip } from '@dasbor/contract/qris-tip';
import { toBusinessDay } from '@dasbor/contract/time';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { createUnissuedSticker, issueSticker } from '../sticker/create.ts';
import { buildStickerReference } from '../qris-payment/reference-rules.ts';
import { handleStickerCallback } from '../sticker/receive-payment.ts';
import { buildNotification } from './history-bank.ts';
import { type HistoryContext, createPastDeps, getPastTime, ignoreDuplicate } from './history-context.ts';
import { ISSUERS, createRandom } from './history-plan.ts';
import { listStickers } from './history-queries.ts';
import { buildReference } from './past-bank.ts';
import { KOPI_NUSANTARA } from './people.ts';

const DAYS = 40;
const PROMPT: QrisTip = { tip_mode: 'prompt', tip_value: null };
const STICKERS = [
  { name: 'Terrace tables', store: 'Senopati', terminal: 'T1', ...PROMPT },
  { name: 'Front counter', store: 'Senopati', terminal: 'K1', ...NO_TIP },
];
const PRICES = [22_000, 24_000, 28_000, 46_000, 51_500, 66_000, 94_000];

/** Creates the stickers unless the merchant has any; the running bank issues them through the usual jobs. */
export const ensureStickers = (deps: Pick<Deps, 'db'>, now: Date): Promise<void> =>
  asMerchant(deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
    if ((await listStickers(tx)).length > 0) return;
    for (const sticker of STICKERS)
      await createUnissuedSticker(tx, { actor_type: 'user', actor_name: 'Oka Mahendra' }, sticker, now);
  });

/** Issues the stickers in the past and pays them, mostly at the counter. Idempotent by the number of the payment. */
export async function createPastStickerPayments(context: HistoryContext): Promise<void> {
  const past = createPastDeps(context.deps, getPastTime(context, DAYS, 9));
  await ensureStickers(past, past.clock.now());
  const stickers = await asMerchant(past.db, context.merchant_id, listStickers);
  for (const { id } of stickers) await issueSticker(past, context.merchant_id, id);
  const random = createRandom('stickers');
  for (let index = 0; index < DAYS * 1.5; index += 1) {
    const at = getPastTime(context, DAYS - 1 - Math.floor(index / 1.5), 8 + random() * 12);
    const sticker = stickers[random() < 0.3 ? 0 : 1];
    const payment = buildPayment(random, index);
    if (at >= context.end || sticker === undefined) continue;
    past.clock.set(at);
    const tip = sticker.tip_mode === 'prompt' && index % 2 === 0 ? 5_000 : 0;
    const reference = buildStickerReference(context.merchant_id, sticker.id);
    const rrn = `${toBusinessDay(at).replaceAll('-', '').slice(3)}${String(9_000_000 + index)}`;
    const reference_no = buildReference('BP', `${reference}-${index}`);
    const amount = payment.amount + tip;
    const body = buildNotification(reference, { ...payment, amount, tip, rrn, reference_no, paid_at: at });
    const external_id = `${at.getTime()}${rrn}`;
    await ignoreDuplicate(
      handleStickerCallback(past, context.merchant_id, { at, external_id, credential: PROVIDER_CREDENTIAL, body }),
    );
  }
}

function buildPayment(random: () => number, index: number) {
  const issuer = ISSUERS[Math.floor(random() * ISSUERS.length)] ?? 'GoPay';
  const amount = PRICES[Math.floor(random() * PRICES.length)] ?? 24_000;
  return { issuer, amount, payer_name: `PELANGGAN ${String.fromCodePoint(65 + (index % 26))}***` };
}
