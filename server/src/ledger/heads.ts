/**
 * Copies of the ledger's totals outside the database. Transfers are only ever inserted, so that the totals of a merchant
 * never fall: totals below a copied head show that transfers were removed or reduced together with their balances.
 */
import { sql } from 'kysely';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type HeadKind, appendHeads, readHeads } from '../head-file.ts';

interface LedgerTotals {
  merchant_id: string;
  /** Sums of all folded debits and credits, whole rupiah. */
  debits: number;
  credits: number;
  /** SHA-256 over the sums of every account, to compare with a restored backup. */
  hash: string;
}
type LedgerHead = LedgerTotals & { at: string };

const LEDGER_HEADS: HeadKind<LedgerHead> = {
  folder: 'ledger-heads',
  purpose: 'ledger head',
  toText: ({ at, merchant_id, debits, credits, hash }) => [at, merchant_id, debits, credits, hash].join('|'),
};

/** Appends the totals of every merchant whose balances changed since the last export. Returns their number. */
export async function exportLedgerHeads(deps: Deps, now: Date): Promise<number> {
  const at = now.toISOString();
  const heads = await asPlatform(deps.db, listTotals);
  return appendHeads(
    deps,
    LEDGER_HEADS,
    heads.map((head) => ({ ...head, at })),
    now,
  );
}

export interface LedgerHeadDefect {
  merchant_id: string | null;
  defect: 'head_file_altered' | 'totals_fell';
  detail: string;
}

/** Compares the totals with every copied head. */
export async function verifyLedgerHeads(deps: Pick<Deps, 'db' | 'env' | 'secrets'>): Promise<LedgerHeadDefect[]> {
  // Read before the totals, which only grow.
  const { heads, altered } = await readHeads(deps, LEDGER_HEADS);
  const totals = new Map((await asPlatform(deps.db, listTotals)).map((row) => [row.merchant_id, row]));
  const defects: LedgerHeadDefect[] = [];
  if (altered > 0)
    defects.push({ merchant_id: null, defect: 'head_file_altered', detail: `${altered} lines were altered` });
  for (const { merchant_id, at, debits, credits } of heads) {
    const now = totals.get(merchant_id) ?? { debits: 0, credits: 0 };
    if (now.debits >= debits && now.credits >= credits) continue;
    const detail = `debits ${now.debits}, credits ${now.credits}; on ${at} they were ${debits} and ${credits}`;
    defects.push({ merchant_id, defect: 'totals_fell', detail });
  }
  return defects;
}

async function listTotals(tx: PlatformTx): Promise<LedgerTotals[]> {
  const { rows } = await sql<LedgerTotals>`
    select b.merchant_id, sum(b.debits)::bigint as debits, sum(b.credits)::bigint as credits,
      encode(sha256(convert_to(
        string_agg(b.account_id || ':' || b.debits || ':' || b.credits, ',' order by b.account_id), 'UTF8')), 'hex') as hash
    from app.account_balance b
    group by b.merchant_id`.execute(tx.sql);
  return rows;
}
