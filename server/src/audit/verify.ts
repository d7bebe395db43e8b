/** Verifies a merchant's audit chain and reports the first defect. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { findHead, listEntries } from './queries.ts';
import { CHAIN_START, hashRow } from './record.ts';

const BATCH = 1_000;

export type ChainState =
  | { ok: true; rows: number }
  /** `seq`: position of the first defect. */
  | { ok: false; seq: number; defect: 'edited' | 'missing_or_moved' | 'truncated' | 'head_missing' };

/** Reads the whole chain. The head reveals rows that were removed at the end. */
export async function verifyAuditChain(tx: MerchantTx | PlatformTx, merchant_id: string): Promise<ChainState> {
  // The head is read first: rows appended meanwhile make the chain longer than the head says, never shorter.
  const found_head = await findHead(tx, merchant_id);
  const head = found_head ?? { last_seq: 0, last_hash: CHAIN_START };
  let last = { seq: 0, hash: CHAIN_START };
  let hash_at_head = head.last_seq === 0 ? CHAIN_START : undefined;
  for (;;) {
    const rows = await listEntries(tx, merchant_id, last.seq, BATCH);
    for (const { hash, ...row } of rows) {
      if (row.seq !== last.seq + 1 || row.prev_hash !== last.hash) {
        return { ok: false, seq: last.seq + 1, defect: 'missing_or_moved' };
      }
      if (hashRow(row) !== hash) return { ok: false, seq: row.seq, defect: 'edited' };
      last = { seq: row.seq, hash };
      if (row.seq === head.last_seq) hash_at_head = hash;
    }
    if (rows.length < BATCH) break;
  }
  if (found_head === undefined && last.seq > 0 && (await findHead(tx, merchant_id)) === undefined) {
    return { ok: false, seq: last.seq, defect: 'head_missing' };
  }
  if (hash_at_head !== head.last_hash) return { ok: false, seq: last.seq + 1, defect: 'truncated' };
  return { ok: true, rows: last.seq };
}
