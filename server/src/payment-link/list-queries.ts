/** SQL of lists: links with their filters, totals, files and creators; payments and events of one link. */
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Output } from '@dasbor/contract/route';
import { LINK_EMAIL_LIMIT_REACHED, type LinkEvent, paymentLink } from '@dasbor/contract/payment-link-terms';
import type { getPaymentLink, listLinkPayments, listPaymentLinks } from '@dasbor/contract/payment-link';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { buildCsvCells } from '../db/csv-cells.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantScope, MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import { type Cursor, type SortedCursor, parseSortedCursor } from '../http/keyset-page.ts';
import type { ListFile } from '../http/list-file.ts';
import { buildNetAmount } from '../transaction/net-queries.ts';
import { type LinkFilter, assertRanges } from './filter.ts';
import { formatFileHeader } from './file-headers.ts';
import { LINK_COLUMNS } from './queries.ts';
import { buildPayUrl } from './slug.ts';

type LinkRows<O> = SelectQueryBuilder<DB & { l: DB['payment_link'] }, 'l', O>;
type Reader = Pick<MerchantTx, 'merchant_id' | 'sql'>;

/** Maximum number of rows of one export. */
const ROWS_MAX = 1_000_000;
/** Maximum number of events shown of one link. */
const EVENTS_MAX = 200;

/** The links that match a filter, as `l`. */
function buildFilteredLinkQuery(tx: Reader, filter: LinkFilter) {
  const { from, to, expires_from, expires_to, status, type, amount_min, amount_max, created_by, q } = filter;
  let rows = tx.sql.selectFrom('payment_link as l').where('l.merchant_id', '=', tx.merchant_id);
  if (from !== undefined) rows = rows.where('l.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('l.created_at', '<', to);
  if (expires_from !== undefined) rows = rows.where('l.expires_at', '>=', expires_from);
  if (expires_to !== undefined) rows = rows.where('l.expires_at', '<', expires_to);
  if (status?.length) rows = rows.where('l.status', 'in', status);
  if (type?.length) rows = rows.where('l.type', 'in', type);
  if (created_by?.length) rows = rows.where('l.created_by', 'in', created_by);
  // An open amount matches when its range overlaps with the range of the filter.
  if (amount_min !== undefined) rows = rows.where(sql<boolean>`coalesce(l.amount, l.max_amount) >= ${amount_min}`);
  if (amount_max !== undefined) rows = rows.where(sql<boolean>`coalesce(l.amount, l.min_amount) <= ${amount_max}`);
  if (q) {
    const pattern = toContainsPattern(q);
    rows = rows.where(sql<boolean>`concat_ws(' ', l.id, l.title, l.slug, l.merchant_reference, l.customer ->> 'name',
      l.customer ->> 'email', l.customer ->> 'phone') ilike ${pattern}`);
  }
  return rows;
}

const orderLinks = <O>(rows: LinkRows<O>, direction: SortedCursor['direction']): LinkRows<O> =>
  rows.orderBy('l.created_at', direction).orderBy('l.id', direction);

/** One page after the cursor, plus one row when there is a next page. */
export function buildLinkRows(scope: MerchantScope, filter: LinkFilter, cursor: SortedCursor, limit: number) {
  let rows = buildFilteredLinkQuery(scope, filter);
  if (cursor.after !== null) {
    const beyond = cursor.direction === 'desc' ? sql`<` : sql`>`;
    rows = rows.where(sql<boolean>`(l.created_at, l.id) ${beyond} (${cursor.after.at}, ${cursor.after.id})`);
  }
  return orderLinks(rows, cursor.direction)
    .select(LINK_COLUMNS)
    .limit(limit + 1);
}

/** Count and collected amount by status. */
export const summariseLinkRows = (tx: MerchantTx, filter: LinkFilter) =>
  buildFilteredLinkQuery(tx, filter)
    .select(['l.status', sql<number>`count(*)`.as('count'), sql<number>`sum(l.collected_amount)::bigint`.as('amount')])
    .groupBy('l.status')
    .execute();

/** Creators of links, by name. */
export const listCreators = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('payment_link as l')
    .where('l.merchant_id', '=', tx.merchant_id)
    .select((eb) => ['l.created_by', eb.fn.max('l.created_by_name').as('created_by_name')])
    .groupBy('l.created_by')
    .orderBy('created_by_name')
    .limit(200)
    .execute();

/** `r***@example.com` and the last four digits: enough for support to identify a customer. */
const masked_email = sql<
  string | null
>`left(l.customer ->> 'email', 1) || '***@' || split_part(l.customer ->> 'email', '@', 2)`;
const masked_phone = sql<string | null>`'***' || right(l.customer ->> 'phone', 4)`;

interface FileColumn {
  field: z.ZodType;
  buildColumn: (options: FileOptions) => Expression<unknown>;
}
interface FileOptions {
  pay_url: string;
  is_masked: boolean;
}

const { shape } = paymentLink;
const text = z.string().nullable();
/** A column of the same name. */
const column = (name: keyof typeof shape & keyof DB['payment_link']): FileColumn => ({
  field: shape[name],
  buildColumn: () => sql.ref(`l.${name}`),
});

/** The columns of the file, in order. */
const FILE_COLUMNS: Record<string, FileColumn> = {
  created_at: column('created_at'),
  title: column('title'),
  id: column('id'),
  link_code: { field: shape.slug, buildColumn: () => sql.ref('l.slug') },
  url: { field: shape.url, buildColumn: ({ pay_url }) => sql`${pay_url} || l.slug` },
  type: column('type'),
  status: column('status'),
  amount: column('amount'),
  min_amount: column('min_amount'),
  max_amount: column('max_amount'),
  paid_count: column('paid_count'),
  usage_limit: {
    field: shape.usage_limit,
    buildColumn: () => sql`case when l.type = 'single_use' then 1 else l.usage_limit end`,
  },
  collected_amount: column('collected_amount'),
  starts_at: column('starts_at'),
  expires_at: column('expires_at'),
  merchant_reference: column('merchant_reference'),
  customer_name: { field: text, buildColumn: () => sql`l.customer ->> 'name'` },
  customer_email: {
    field: text,
    buildColumn: ({ is_masked }) => (is_masked ? masked_email : sql`l.customer ->> 'email'`),
  },
  customer_phone: {
    field: text,
    buildColumn: ({ is_masked }) => (is_masked ? masked_phone : sql`l.customer ->> 'phone'`),
  },
  channels: {
    field: text,
    buildColumn: () => sql`(select string_agg(c, ' ') from jsonb_array_elements_text(l.channels) as c)`,
  },
  fee_bearer: column('fee_bearer'),
  created_by: { field: shape.created_by_name, buildColumn: () => sql.ref('l.created_by_name') },
};
const CSV_FIELDS = Object.keys(FILE_COLUMNS);
const FILE_SHAPE = Object.fromEntries(Object.entries(FILE_COLUMNS).map(([name, { field }]) => [name, field]));

interface FileSelection extends FileOptions {
  direction: SortedCursor['direction'];
  names: readonly string[];
  language: Language;
  time_zone: TimeZone;
}

/** The links of a filter as rows of a file. */
const buildFileQuery = (
  tx: Reader,
  filter: LinkFilter,
  { direction, names, language, time_zone, ...options }: FileSelection,
) =>
  orderLinks(buildFilteredLinkQuery(tx, filter), direction)
    .select(() =>
      buildCsvCells({
        shape: FILE_SHAPE,
        names,
        getColumn: (name) => FILE_COLUMNS[name]?.buildColumn(options) ?? sql`null`,
        formatHeader: (name) => formatFileHeader(name, language),
        time_zone,
      }),
    )
    .limit(ROWS_MAX);

export const paymentLinkFile: ListFile<typeof listPaymentLinks> = {
  name: 'payment-links',
  columns: CSV_FIELDS,
  omits: {
    slug: 'is the column link_code',
    customer: 'is the columns customer_name, customer_email and customer_phone',
    created_by_name: 'is the column created_by',
    description: 'long text for the pay page',
    items: 'a list',
    collect_fields: 'a list',
    success_redirect_url: 'an option of the pay page',
    failure_redirect_url: 'an option of the pay page',
    notify: 'options of emails',
    reminders: 'options of emails',
    language: 'an option of the pay page',
    metadata: 'for integrations, which read the API',
    updated_at: 'technical',
  },
  buildQuery: ({ query, is_masked, public_url, language, time_zone, ...tx }) => {
    assertRanges(query);
    return buildFileQuery(tx, query, {
      direction: parseSortedCursor(undefined, 'payment_link', query.sort).direction,
      names: parseColumns(CSV_FIELDS, query.columns),
      language,
      time_zone,
      pay_url: buildPayUrl(public_url, ''),
      is_masked,
    });
  },
};

/** Number of page views and payment attempts. */
export async function countVisits(tx: MerchantTx, id: string): Promise<{ views: number; attempts: number }> {
  const { rows } = await sql<{ views: number; attempts: number }>`
    select count(*) filter (where e.kind = 'viewed') as views, count(*) filter (where e.kind = 'attempted') as attempts
    from app.payment_link_event e
    where e.merchant_id = ${tx.merchant_id} and e.payment_link_id = ${id} and e.kind in ('viewed', 'attempted')
  `.execute(tx.sql);
  return rows[0] ?? { views: 0, attempts: 0 };
}

const buildEventQuery = (tx: MerchantTx, payment_link_id: string) =>
  tx.sql
    .selectFrom('payment_link_event as e')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.payment_link_id', '=', payment_link_id)
    .select([...(['e.id', 'e.at', 'e.channel', 'e.actor_name', 'e.detail'] as const), 'e.kind', 'e.actor_type'])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(EVENTS_MAX);

/** Events of a link, newest first, without views and attempts. */
export const listLinkEvents = (tx: MerchantTx, id: string): Promise<LinkEvent[]> =>
  buildEventQuery(tx, id).where('e.kind', 'not in', ['viewed', 'attempted']).execute();

/** Shares of a link, newest first, with the delivery status of each email. */
export const listShares = (tx: MerchantTx, id: string): Promise<Output<typeof getPaymentLink>['data']['shares']> =>
  buildEventQuery(tx, id)
    .leftJoin('payment_link_email as x', (join) =>
      join.onRef('x.event_id', '=', 'e.id').on('x.merchant_id', '=', tx.merchant_id),
    )
    .where('e.kind', 'in', ['shared', 'reminded'])
    .select([
      'x.recipient',
      sql<'waiting' | 'sent' | 'failed' | null>`case when e.detail = ${LINK_EMAIL_LIMIT_REACHED} then 'failed'
        when x.id is null then null when x.sent_at is not null then 'sent' when x.error is not null then 'failed' else 'waiting' end`.as(
        'email_status',
      ),
    ])
    .execute();

/** Payments and attempts of a link, newest first, plus one row when there is a next page. */
export function listLinkPaymentRows(
  tx: MerchantTx,
  id: string,
  after: Cursor | null,
  limit: number,
): Promise<Output<typeof listLinkPayments>['data']> {
  let rows = tx.sql
    .selectFrom('transaction as t')
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.payment_link_id', '=', id);
  if (after !== null) {
    rows = rows.where(sql<boolean>`(t.created_at, t.id) < (${after.at}, ${after.id})`);
  }
  return rows
    .select((eb) => [
      ...(['t.id', 't.created_at', 't.paid_at', 't.channel_code', 't.amount'] as const),
      buildNetAmount(tx.merchant_id).as('net_amount'),
      ...(['t.late_payment', 't.duplicate_payment'] as const),
      eb.fn.coalesce('t.customer_name', 't.payer_name').as('payer'),
      't.method',
      't.status',
    ])
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute();
}
