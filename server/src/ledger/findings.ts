/** Findings of the last verification, for the provider. Former findings are removed. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { asPlatform } from '../db/tx.ts';
import type { LedgerHeadDefect } from './heads.ts';

interface Finding {
  /** null: concerns no single merchant. */
  merchant_id: string | null;
  kind: string;
  object_id: string;
  detail: string;
}

/** More are only logged and counted by the metric. */
const FINDINGS_MAX = 1_000;
const DETAIL_MAX = 500;

export const toFinding = ({ merchant_id, defect, detail }: LedgerHeadDefect): Finding => ({
  merchant_id,
  kind: defect,
  object_id: merchant_id ?? 'heads',
  detail,
});

/** Replaces the findings by those of this verification; the time of the first one is kept. */
export async function storeFindings(db: Db, found: readonly Finding[], now: Date): Promise<void> {
  const rows = [
    ...new Map(found.map((row) => [`${row.merchant_id} ${row.kind} ${row.object_id}`, row])).values(),
  ].slice(0, FINDINGS_MAX);
  await asPlatform(db, async (tx) => {
    if (rows.length > 0) {
      await tx.sql
        .insertInto('ledger_finding')
        .values(
          rows.map(({ merchant_id, kind, object_id, detail }) => ({
            merchant_of: merchant_id ?? '',
            kind,
            object_id,
            detail: detail.slice(0, DETAIL_MAX),
            found_at: now,
            verified_at: now,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['merchant_of', 'kind', 'object_id']).doUpdateSet({
            detail: sql<string>`excluded.detail`,
            verified_at: now,
          }),
        )
        .execute();
    }
    await tx.sql.deleteFrom('ledger_finding').where('verified_at', '<', now.toISOString()).execute();
  });
}
