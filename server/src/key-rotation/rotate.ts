/** Encrypts every stored secret with the current key. Safe to run under load, and again. */
import { listMerchantIds } from '../audit/queries.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type SealedColumn, SEALED_COLUMNS, listSealed, updateSealed } from './queries.ts';

const BATCH = 200;

export interface RotationCounts {
  /** Secrets that were encrypted with the current key already. */
  current: number;
  /** Secrets that this run encrypted again. */
  rotated: number;
}

export async function rotateSecrets({ db, vault }: Pick<Deps, 'db' | 'vault'>): Promise<RotationCounts> {
  const counts: RotationCounts = { current: 0, rotated: 0 };
  for (const merchant_id of await asPlatform(db, listMerchantIds)) {
    for (const column of SEALED_COLUMNS) await rotateColumn({ db, vault }, merchant_id, column, counts);
  }
  return counts;
}

async function rotateColumn(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  merchant_id: string,
  column: SealedColumn,
  counts: RotationCounts,
): Promise<void> {
  for (let after_id = ''; ;) {
    const page = await asMerchant(db, merchant_id, async (tx) => {
      const secrets = await listSealed(tx, column, after_id, BATCH);
      for (const secret of secrets) {
        if (vault.isCurrent(secret.sealed)) {
          counts.current += 1;
          continue;
        }
        const next = vault.seal(secret.context, vault.open(secret.context, secret.sealed));
        await updateSealed(tx, column, secret, next);
        counts.rotated += 1;
      }
      return secrets;
    });
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH) return;
    after_id = last.context.row_id;
  }
}
