/**
 * SQL of the provider's list of merchants. The page is read from one table; volume, balance, terms and owner are read for
 * the merchants of the page, each by one query that a sharded database answers on all nodes.
 */
import { sql } from 'kysely';
import * as duration from '@dasbor/contract/duration';
import type { listMerchants, summariseMerchants } from '@dasbor/contract/merchant';
import { type MerchantStatus } from '@dasbor/contract/merchant-activity';
import { type CurrentTerm, VOLUME_BAND_RANGES } from '@dasbor/contract/merchant-fields';
import type { Query } from '@dasbor/contract/route';
import { listMerchantsToSearch } from '../auth/membership-directory-queries.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { LoginTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { PAID_STATUSES } from '../transaction/rules.ts';
import type { DatedSettlementTerm } from './rules.ts';

export type MerchantFilter = Omit<Query<typeof summariseMerchants>, never> &
  Partial<Pick<Query<typeof listMerchants>, 'columns'>>;

export const VOLUME_DAYS = 30;

export interface ListScope {
  /** Merchants of people whose email contains the text that is searched for. */
  ids_by_email: readonly string[];
  /** Members of the account group of the filter; null: no such filter. */
  ids_by_group: readonly string[] | null;
  now: Date;
}

function buildFilteredQuery(
  { sql: kysely }: PlatformTx,
  filter: MerchantFilter,
  { ids_by_email, ids_by_group, now }: ListScope,
) {
  const { q, status, verification_status, mcc, province_code, volume_band, from, to } = filter;
  let rows = kysely.selectFrom('merchant as m');
  if (status?.length) rows = rows.where('m.status', 'in', status);
  if (verification_status?.length) rows = rows.where('m.verification_status', 'in', verification_status);
  if (mcc?.length) rows = rows.where('m.mcc', 'in', mcc);
  if (province_code?.length) rows = rows.where('m.province_code', 'in', province_code);
  if (ids_by_group !== null) rows = rows.where(sql<boolean>`m.merchant_id = any (${ids_by_group}::text[])`);
  if (from !== undefined) rows = rows.where('m.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('m.created_at', '<', to);
  if (volume_band?.length)
    rows = rows.where(
      sql<boolean>`(${sql.join(
        volume_band.map((band) => inBand(band, now)),
        sql` or `,
      )})`,
    );
  if (q) {
    const pattern = toContainsPattern(q);
    rows = rows.where(
      sql<boolean>`(m.code ilike ${pattern} or m.brand_name ilike ${pattern} or m.legal_name ilike ${pattern}
        or m.nib ilike ${pattern} or m.npwp ilike ${pattern} or m.email ilike ${pattern} or m.nmid ilike ${pattern}
        or m.merchant_id = ${q} or m.merchant_id = any (${ids_by_email}::text[]))`,
    );
  }
  return rows;
}

const sinceVolume = (now: Date): string => new Date(now.getTime() - duration.days(VOLUME_DAYS)).toISOString();

function inBand(band: keyof typeof VOLUME_BAND_RANGES | 'none', now: Date) {
  const volumes = sql`select h.merchant_id from app.transaction_hour h
    where h.hour >= ${sinceVolume(now)}::timestamptz and h.status = any (${PAID_STATUSES}::text[])
    group by h.merchant_id`;
  if (band === 'none') return sql`m.merchant_id not in (${volumes})`;
  const [from, to] = VOLUME_BAND_RANGES[band];
  const below = to === null ? sql`` : sql` and sum(h.amount) < ${to}`;
  return sql`m.merchant_id in (${volumes} having sum(h.amount) >= ${from}${below})`;
}

const ROW = [
  'm.merchant_id',
  'm.code',
  'm.brand_name',
  'm.legal_name',
  'm.entity_type',
  'm.status',
  'm.verification_status',
  'm.risk_level',
  'm.mcc',
  'm.province_code',
  'm.payments_enabled',
  'm.payouts_enabled',
  'm.holds_settlements',
  'm.created_at',
] as const;

/** Newest first. */
export const listMerchantRows = (
  tx: PlatformTx,
  filter: MerchantFilter,
  scope: ListScope,
  { limit, after }: { limit: number; after: Cursor | null },
) =>
  buildFilteredQuery(tx, filter, scope)
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(m.created_at, m.merchant_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''})`),
    )
    .select(ROW)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.merchant_id', 'desc')
    .limit(limit)
    .execute();

export const countMerchants = (
  tx: PlatformTx,
  filter: MerchantFilter,
  scope: ListScope,
): Promise<{ status: MerchantStatus; count: number }[]> =>
  buildFilteredQuery(tx, filter, scope)
    .select(['m.status', sql<number>`count(*)::int`.as('count')])
    .groupBy('m.status')
    .execute();

type AmountByMerchant = Map<string, number>;
const toAmounts = (rows: readonly { merchant_id: string; amount: number }[]): AmountByMerchant =>
  new Map(rows.map(({ merchant_id, amount }) => [merchant_id, amount]));

/** Paid volume of the last 30 days, from the hourly counts. */
export async function sumVolumes(tx: PlatformTx, ids: readonly string[], now: Date): Promise<AmountByMerchant> {
  const { rows } = await sql<{ merchant_id: string; amount: number }>`
    select h.merchant_id, sum(h.amount)::bigint as amount from app.transaction_hour h
    where h.merchant_id = any (${ids}::text[]) and h.hour >= ${sinceVolume(now)}::timestamptz
      and h.status = any (${PAID_STATUSES}::text[])
    group by h.merchant_id`.execute(tx.sql);
  return toAmounts(rows);
}

/** Accounts whose money belongs to the merchant. */
const OWN_ACCOUNTS = ['pending_settlement', 'available', 'payout', 'payout_reserved', 'reserve', 'refunds'];

/** Liabilities to each merchant: the folded sums and the journals that are not folded yet. */
export async function sumBalances(tx: PlatformTx, ids: readonly string[]): Promise<AmountByMerchant> {
  const { rows } = await sql<{ merchant_id: string; amount: number }>`
    select s.merchant_id, sum(s.amount)::bigint as amount from (
      select a.merchant_id, b.credits - b.debits as amount
      from app.ledger_account a
      join app.account_balance b on b.merchant_id = a.merchant_id and b.account_id = a.id
      where a.merchant_id = any (${ids}::text[]) and a.type = any (${OWN_ACCOUNTS}::text[])
      union all
      select a.merchant_id, case when t.credit_account = a.id then t.amount else -t.amount end
      from app.unfolded_journal u
      join app.transfer t on t.merchant_id = u.merchant_id and t.journal_id = u.journal_id
      join app.ledger_account a on a.merchant_id = t.merchant_id and a.id in (t.debit_account, t.credit_account)
      where u.merchant_id = any (${ids}::text[]) and a.type = any (${OWN_ACCOUNTS}::text[])) s
    group by s.merchant_id`.execute(tx.sql);
  return toAmounts(rows);
}

type TermOfMerchant = DatedSettlementTerm & { merchant_id: string | null };

/** The standard terms (`merchant_id` null) and the merchants' own, of every date. */
export async function listDatedTerms(tx: PlatformTx, ids: readonly string[]): Promise<TermOfMerchant[]> {
  const columns = ['method', 'channel_code', 'days', 'basis', 'cut_off_hour', 'effective_from'] as const;
  const standard = await tx.sql.selectFrom('settlement_term').select(columns).execute();
  const own = await tx.sql
    .selectFrom('merchant_settlement_term')
    .select(['merchant_id', ...columns])
    .where(sql<boolean>`merchant_id = any (${ids}::text[])`)
    .execute();
  const typed = (term: (typeof standard)[number]) => ({ ...term, method: term.method as CurrentTerm['method'] });
  return [
    ...standard.map((term) => ({ ...typed(term), merchant_id: null })),
    ...own.map((term) => ({ ...typed(term), merchant_id: term.merchant_id })),
  ];
}

/** The emails of the first superadmins of merchants. */
export async function listOwnerEmails(tx: LoginTx, ids: readonly string[]): Promise<Map<string, string>> {
  const owners = await tx.sql
    .selectFrom('membership')
    .select(['merchant_id', 'user_id'])
    .where(sql<boolean>`merchant_id = any (${ids}::text[])`)
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  const first = new Map<string, string>();
  for (const { merchant_id, user_id } of owners) if (!first.has(merchant_id)) first.set(merchant_id, user_id);
  // Two queries: on a sharded database, memberships and logins are on different nodes.
  const people = await tx.sql
    .selectFrom('login')
    .select(['user_id', 'email'])
    .where(sql<boolean>`user_id = any (${[...new Set(first.values())]}::text[])`)
    .execute();
  const emails = new Map(people.map(({ user_id, email }) => [user_id, email]));
  return new Map(
    [...first].flatMap(([id, user_id]) => (emails.has(user_id) ? [[id, emails.get(user_id)!] as const] : [])),
  );
}

/** The emails of owners whom the provider invited and who have not accepted yet. */
export async function listInvitedOwners(tx: PlatformTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.sql
    .selectFrom('invitation')
    .select(['merchant_id', 'email'])
    .where(sql<boolean>`merchant_id = any (${ids}::text[])`)
    .where('role', '=', 'superadmin')
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .execute();
  return new Map(rows.map(({ merchant_id, email }) => [merchant_id, email]));
}

const MATCHED_PEOPLE_MAX = 1_000;

/** Merchants of people whose email contains a text. */
export async function listMerchantsByEmail(tx: LoginTx, q: string | undefined): Promise<string[]> {
  if (q === undefined || q === '') return [];
  const people = await tx.sql
    .selectFrom('login')
    .select('user_id')
    .where(sql<boolean>`email like ${toContainsPattern(q.toLowerCase())}`)
    .limit(MATCHED_PEOPLE_MAX)
    .execute();
  const user_ids = people.map(({ user_id }) => user_id);
  const members = await tx.sql
    .selectFrom('membership')
    .select('merchant_id')
    .where(sql<boolean>`merchant_id = any (${await listMerchantsToSearch(tx, user_ids)}::text[])`)
    .where(sql<boolean>`user_id = any (${user_ids}::text[])`)
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .execute();
  return [...new Set(members.map(({ merchant_id }) => merchant_id))];
}
