/**
 * The hash chain of the provider's events: one for all of them, with the same guarantees as the audit log of a merchant.
 * Appending locks the head, so the chain has no forks.
 */
import { createHash } from 'node:crypto';
import type { AuditResult } from '@dasbor/contract/audit';
import type { PlatformTx } from '../db/tx.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { digestUnchainedEvents, findProviderHead, listChainedEvents } from './provider-chain-queries.ts';

/** The name of the chain among those of merchants: in copied heads and in defects. */
export const PROVIDER_CHAIN = 'provider';

const BATCH = 1_000;

/** The hashed columns of an event: all but `hash`. */
export interface ProviderRow {
  seq: number;
  id: string;
  at: string;
  actor_id: string;
  actor_name: string;
  actor_email: string | null;
  actor_role: string | null;
  ip: string | null;
  user_agent: string | null;
  session_id: string | null;
  action: string;
  object_type: string;
  object_id: string | null;
  merchant_of: string | null;
  before: unknown;
  after: unknown;
  result: AuditResult;
  prev_hash: string;
}

/** SHA-256 of the canonical JSON of the row, which contains the previous hash. */
export const hashProviderRow = (row: ProviderRow): string =>
  createHash('sha256').update(canonicalJson(row)).digest('hex');

export type ProviderChainState =
  | { ok: true; rows: number }
  /** `seq`: position of the first defect. */
  | { ok: false; seq: number; defect: 'edited' | 'missing_or_moved' | 'truncated' | 'head_missing' };

/** Reads the whole chain, and the digest of the rows from before it. */
export async function verifyProviderChain(tx: PlatformTx): Promise<ProviderChainState> {
  // The head is read first: events that are appended meanwhile make the chain longer than the head says, never shorter.
  const head = await findProviderHead(tx);
  const unchained = await digestUnchainedEvents(tx);
  let last = { seq: unchained.rows, hash: unchained.digest };
  let hash_at_head = head?.last_seq === last.seq ? last.hash : undefined;
  for (;;) {
    const rows = await listChainedEvents(tx, last.seq, BATCH);
    for (const { hash, prev_hash, ...row } of rows) {
      if (row.seq !== last.seq + 1 || prev_hash !== last.hash) {
        return { ok: false, seq: last.seq + 1, defect: 'missing_or_moved' };
      }
      if (hashProviderRow({ ...row, prev_hash }) !== hash) return { ok: false, seq: row.seq, defect: 'edited' };
      last = { seq: row.seq, hash };
      if (row.seq === head?.last_seq) hash_at_head = hash;
    }
    if (rows.length < BATCH) break;
  }
  if (head === undefined) return { ok: false, seq: last.seq, defect: 'head_missing' };
  if (hash_at_head !== head.last_hash) return { ok: false, seq: last.seq + 1, defect: 'truncated' };
  return { ok: true, rows: last.seq };
}
