/**
 * Copies of the heads of all audit chains, that of the provider included, outside the database. Somebody with the rights of the database can recompute a
 * whole chain, but it then no longer contains the heads that were copied before.
 */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type HeadKind, appendHeads, readHeads } from '../head-file.ts';
import { findEventHash, findProviderHead } from './provider-chain-queries.ts';
import { PROVIDER_CHAIN } from './provider-chain.ts';
import { listHeads } from './queries.ts';

interface AuditHead {
  at: string;
  merchant_id: string;
  seq: number;
  hash: string;
}

const AUDIT_HEADS: HeadKind<AuditHead> = {
  folder: 'audit-heads',
  purpose: 'audit head',
  toText: ({ at, merchant_id, seq, hash }) => [at, merchant_id, seq, hash].join('|'),
};

/** Appends every head that changed since the last export. Returns their number. */
export async function exportHeads(deps: Deps, now: Date): Promise<number> {
  const heads = await asPlatform(deps.db, async (tx) => {
    const provider = await findProviderHead(tx);
    const merchants = await listHeads(tx);
    // A chain without events has no hash to compare.
    const is_used = provider !== undefined && (await findEventHash(tx, provider.last_seq)) !== null;
    return is_used ? [...merchants, { merchant_id: PROVIDER_CHAIN, ...provider }] : merchants;
  });
  const at = now.toISOString();
  return appendHeads(
    deps,
    AUDIT_HEADS,
    heads.map(({ merchant_id, last_seq: seq, last_hash: hash }) => ({ at, merchant_id, seq, hash })),
    now,
  );
}

/** The last head of each merchant in each recent file, and the number of lines that were altered. */
export const readExportedHeads = (
  deps: Pick<Deps, 'env' | 'secrets'>,
): Promise<{ heads: AuditHead[]; altered: number }> => readHeads(deps, AUDIT_HEADS);
