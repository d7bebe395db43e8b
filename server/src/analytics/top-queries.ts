/** SQL of the payment links and customers with the highest paid volume. */
import type { MerchantTx } from '../db/tx.ts';
import {
  RANKED_CUSTOMERS,
  RANKED_LINKS,
  type Ranked,
  type RankedSum,
  listCustomerNames,
  listLargest,
  sumRanked,
} from '../transaction/ranking-queries.ts';
import { type CountOptions, toDayFilter, toRanges } from './queries.ts';

/** A link or customer with its paid payments in both periods. */
export interface TopRow {
  key: string;
  label: string | null;
  note: string | null;
  count: number;
  previous_count: number;
  amount: number;
  previous_amount: number;
}

type TopOptions = Pick<CountOptions, 'period' | 'filter'>;

/** The payment links with the highest paid volume. */
export async function listTopLinks(tx: MerchantTx, options: TopOptions, limit: number): Promise<TopRow[]> {
  const { top, earlier } = await readBoth(tx, RANKED_LINKS, options, limit);
  const links = await findLinkNames(
    tx,
    top.map(({ key }) => key),
  );
  return top.map((row) => buildTopRow(row, earlier, { label: links.get(row.key)?.title ?? null, note: null }));
}

/** Titles and slugs of payment links by their id. */
export async function findLinkNames(
  tx: MerchantTx,
  ids: readonly string[],
): Promise<Map<string, { title: string; slug: string }>> {
  if (ids.length === 0) return new Map();
  const links = await tx.sql
    .selectFrom('payment_link')
    .select(['id', 'title', 'slug'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(links.map(({ id, title, slug }) => [id, { title, slug }]));
}

/** The customers with the highest paid volume, by email address; the name is that of their latest payment. */
export async function listTopCustomers(tx: MerchantTx, options: TopOptions, limit: number): Promise<TopRow[]> {
  const { top, earlier, keys } = await readBoth(tx, RANKED_CUSTOMERS, options, limit);
  const { present } = toRanges(options.period);
  const read = { range: present, filter: toDayFilter(options.filter) };
  const names = keys.length === 0 ? [] : await listCustomerNames(tx, read, keys);
  return top.map((row) =>
    buildTopRow(row, earlier, { label: names.find(({ key }) => key === row.key)?.name ?? null, note: row.key }),
  );
}

async function readBoth(tx: MerchantTx, ranked: Ranked, { period, filter }: TopOptions, limit: number) {
  const { present, previous } = toRanges(period);
  const by_column = toDayFilter(filter);
  const top = await listLargest(tx, ranked, { range: present, filter: by_column }, { limit });
  const keys = top.map(({ key }) => key);
  const earlier = keys.length === 0 ? [] : await sumRanked(tx, ranked, { range: previous, filter: by_column }, keys);
  return { top, earlier, keys };
}

function buildTopRow(
  { key, count, amount }: RankedSum,
  earlier: readonly RankedSum[],
  names: Pick<TopRow, 'label' | 'note'>,
): TopRow {
  const before = earlier.find((each) => each.key === key);
  return { key, ...names, count, amount, previous_count: before?.count ?? 0, previous_amount: before?.amount ?? 0 };
}
