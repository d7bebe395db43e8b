/** Stickers of the sandbox: created here, issued by the running sandbox bank through the usual jobs. */
import { NO_TIP, type QrisTip } from '@dasbor/contract/qris-tip';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { createUnissuedSticker } from '../sticker/create.ts';
import { listStickerRows } from '../sticker/queries.ts';
import { KOPI_NUSANTARA } from './people.ts';

const PROMPT: QrisTip = { tip_mode: 'prompt', tip_value: null };
const STICKERS = [
  { name: 'Terrace tables', store: 'Senopati', terminal: 'T1', ...PROMPT },
  { name: 'Front counter', store: 'Senopati', terminal: 'K1', ...NO_TIP },
];

/** Creates the stickers unless the merchant has any. */
export const ensureStickers = (deps: Pick<Deps, 'db'>, now: Date): Promise<void> =>
  asMerchant(deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
    if ((await listStickerRows(tx, { limit: 1 }, null, now)).length > 0) return;
    for (const sticker of STICKERS) await createUnissuedSticker(tx, 'Oka Mahendra', sticker, now);
  });
