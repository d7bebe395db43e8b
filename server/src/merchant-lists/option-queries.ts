/** SQL of the merchants and groups that a filter offers. */
import { sql } from 'kysely';
import { OPTIONS_MAX } from '@dasbor/contract/merchant-lists';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { PlatformTx, ReaderTx } from '../db/tx.ts';
import type { MerchantIds } from './queries.ts';

/** Search of options: a part of the name or code, or given ids. */
interface Options {
  q: string | null;
  ids: MerchantIds;
}

interface Option {
  id: string;
  code: string;
  name: string;
}

const contains = (q: string | null): string => toContainsPattern(q ?? '');

export async function listMerchantOptions(tx: ReaderTx, { q, ids }: Options): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select who.merchant_id as id, who.code, who.brand_name as name from app.merchant who
    where (${ids}::text[] is null or who.merchant_id = any (${ids}::text[]))
      and (who.brand_name ilike ${contains(q)} or who.code ilike ${contains(q)})
    order by who.brand_name, who.merchant_id limit ${OPTIONS_MAX}`.execute(tx.sql);
  return rows;
}

/** `tree`: the groups that may be seen; null: all. */
export async function listGroupOptions(tx: PlatformTx, tree: MerchantIds, { q, ids }: Options): Promise<Option[]> {
  const { rows } = await sql<Option>`
    select g.id, g.code, g.name from app.account_group g
    where (${tree}::text[] is null or g.id = any (${tree}::text[]))
      and (${ids}::text[] is null or g.id = any (${ids}::text[]))
      and (g.name ilike ${contains(q)} or g.code ilike ${contains(q)})
    order by g.name, g.id limit ${OPTIONS_MAX}`.execute(tx.sql);
  return rows;
}

/** Brand names of merchants, and how many of them the transaction sees. */
export async function listVisibleNames(tx: ReaderTx, ids: MerchantIds): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select who.merchant_id as id, who.brand_name as name from app.merchant who
    where ${ids}::text[] is null or who.merchant_id = any (${ids}::text[])`.execute(tx.sql);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
