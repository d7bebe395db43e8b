/** Encrypts every stored secret with the current key. Safe to run under load, and again. */
import { listMerchantIds } from '../audit/queries.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import {
  SEALED_COLUMNS,
  type SealedSecret,
  listSealed,
  listSealedTotp,
  updateSealed,
  updateSealedTotp,
} from './queries.ts';

const BATCH = 200;

export interface RotationCounts {
  /** Secrets that were encrypted with the current key already. */
  current: number;
  /** Secrets that this run encrypted again. */
  rotated: number;
}

type Context = Pick<Deps, 'db' | 'vault'>;

export async function rotateSecrets(context: Context): Promise<RotationCounts> {
  const counts: RotationCounts = { current: 0, rotated: 0 };
  for (const merchant_id of await asPlatform(context.db, listMerchantIds)) {
    for (const column of SEALED_COLUMNS) {
      await rotatePages((after_id) =>
        asMerchant(context.db, merchant_id, async (tx) => {
          const page = await listSealed(tx, column, after_id, BATCH);
          await rotatePage(context, page, counts, (secret, next) => updateSealed(tx, column, secret, next));
          return page;
        }),
      );
    }
  }
  await rotatePages((after_id) =>
    asLogin(context.db, async (tx) => {
      const page = await listSealedTotp(tx, after_id, BATCH);
      await rotatePage(context, page, counts, (secret, next) => updateSealedTotp(tx, secret, next));
      return page;
    }),
  );
  return counts;
}

/** Pages of secrets by id, each in a transaction of its own. */
async function rotatePages(rotateAfter: (after_id: string) => Promise<SealedSecret[]>): Promise<void> {
  for (let after_id = ''; ;) {
    const page = await rotateAfter(after_id);
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH) return;
    after_id = last.context.row_id;
  }
}

async function rotatePage(
  { vault }: Context,
  page: SealedSecret[],
  counts: RotationCounts,
  update: (secret: SealedSecret, next: string) => Promise<unknown>,
): Promise<void> {
  for (const secret of page) {
    if (vault.isCurrent(secret.sealed)) {
      counts.current += 1;
      continue;
    }
    await update(secret, vault.seal(secret.context, vault.open(secret.context, secret.sealed)));
    counts.rotated += 1;
  }
}
