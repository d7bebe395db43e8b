/** SQL that reads settlements: pages, one batch with its sums, its lines, and the files of both. */
import { HIDDEN_DIGITS } from '@dasbor/contract/account-number';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Output, Query } from '@dasbor/contract/route';
import type {
  getSettlement,
  listSettlementLines,
  listSettlements,
  summariseSettlements,
} from '@dasbor/contract/settlement';
import {
  type SettlementBatch,
  type SettlementLine,
  settlementAmounts,
  settlementBatch,
  settlementLine,
} from '@dasbor/contract/settlement-fields';
import { BANKS } from '@dasbor/contract/bank';
import { addDays, startOfBusinessDay } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { type CsvFields, buildCsvCells, listCsvHeaders } from '../db/csv-cells.ts';
import type { MerchantScope, MerchantTx, QueryScope } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { FileStyle } from '../http/file-style.ts';
import type { ListFile } from '../http/list-file.ts';
import { formatFileHeader } from './file-headers.ts';

type Filter = Query<typeof listSettlements>;
type LineFilter = Query<typeof listSettlementLines>;
export type BatchCursor = { settlement_date: string; id: string } | null;
type Reader = Pick<MerchantTx, 'merchant_id' | 'sql'>;
type FileReader = Reader & FileStyle;

const ROWS_MAX = 1_000_000;
const AMOUNTS = [
  'gross_amount',
  'refund_amount',
  'fee_amount',
  'fee_vat_amount',
  'commission_amount',
  'adjustment_amount',
  'net_amount',
] as const;

const bankNames = sql.join(BANKS.map(({ code, short_name }) => sql`(${code}, ${short_name})`));

/** Fields that are not columns of the table, or depend on the type of the lines. */
const COMPUTED = new Set<string>([...listFields(settlementAmounts), 'currency', 'bank_account']);
const BATCH_COLUMNS = sql.join(
  listFields(settlementBatch.shape)
    .filter((name) => !COMPUTED.has(name))
    .map((name) => sql.ref(`b.${name}`)),
);

/** Batches with the amounts of a type: those of its lines only, unless the type is `all`. */
function batches({ merchant_id }: Pick<QueryScope, 'merchant_id'>, type: Filter['type']) {
  const sums =
    type === 'all'
      ? sql`select b.transaction_count, ${sql.join(AMOUNTS.map((name) => sql.ref(`b.${name}`)))}, b.line_count as lines`
      : sql`select count(*) filter (where l.line_type = 'payment')::int as transaction_count,
          ${sql.join(AMOUNTS.map((name) => sql`coalesce(sum(${sql.ref(`l.${name}`)}), 0)::bigint as ${sql.ref(name)}`))},
          count(*)::int as lines
        from app.settlement_line l
        where l.merchant_id = ${merchant_id} and l.batch_id = b.id and l.type = ${type}`;
  return sql`
    select ${BATCH_COLUMNS}, s.transaction_count, ${sql.join(AMOUNTS.map((name) => sql.ref(`s.${name}`)))}, 'IDR' as currency,
      case when a.id is not null then coalesce(n.name, a.bank_code) || ${sql.lit(` ${HIDDEN_DIGITS}`)} || a.account_last4 end as bank_account,
      a.bank_code as account_bank_code, a.account_last4, s.lines
    from app.settlement_batch b
    left join app.bank_account a on a.merchant_id = ${merchant_id} and a.id = b.bank_account_id
    left join (values ${bankNames}) as n (code, name) on n.code = a.bank_code
    cross join lateral (${sums}) s
    where b.merchant_id = ${merchant_id}`;
}

function conditions({
  from,
  to,
  status,
  amount_min,
  amount_max,
  destination,
  bank_code,
  account_last4,
  q,
  type,
}: Omit<Filter, 'limit' | 'cursor'>): RawBuilder<unknown> {
  const all = [
    ...(type === 'all' ? [] : [sql`f.lines > 0`]),
    ...(from === undefined ? [] : [sql`f.settlement_date >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`f.settlement_date <= ${to}::date`]),
    ...(status?.length ? [sql`f.status in (${sql.join(status)})`] : []),
    ...(amount_min === undefined ? [] : [sql`f.net_amount >= ${amount_min}`]),
    ...(amount_max === undefined ? [] : [sql`f.net_amount <= ${amount_max}`]),
    ...(destination?.length ? [sql`f.destination in (${sql.join(destination)})`] : []),
    ...(bank_code === undefined ? [] : [sql`f.account_bank_code = ${bank_code}`]),
    ...(account_last4 === undefined ? [] : [sql`f.account_last4 = ${account_last4}`]),
    ...(q ? [sql`(starts_with(f.batch_no, upper(${q})) or f.bank_reference = ${q} or f.id = lower(${q}))`] : []),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

export const BATCH_FIELDS = listFields(settlementBatch.shape);
const batchColumns = sql.join(BATCH_FIELDS.map((name) => sql.ref(`f.${name}`)));

/** The first rows after a cursor, newest settlement day first. */
export function buildBatchRows(
  scope: QueryScope,
  filter: Filter,
  { after, limit }: { after: BatchCursor; limit: number },
): RawBuilder<SettlementBatch> {
  const beyond =
    after === null ? sql`true` : sql`(f.settlement_date, f.id) < (${after.settlement_date}::date, ${after.id})`;
  return sql<SettlementBatch>`
    select ${batchColumns} from (${batches(scope, filter.type)}) f
    where ${conditions(filter)} and ${beyond}
    order by f.settlement_date desc, f.id desc limit ${limit}`;
}

/** Count and sum per status. */
export async function summariseBatchRows(
  tx: MerchantTx,
  filter: Query<typeof summariseSettlements>,
): Promise<Output<typeof summariseSettlements>['data']> {
  const { rows } = await buildBatchSums(tx, filter).execute(tx.sql);
  return rows;
}

/** Rows of status, count and amount. */
export const buildBatchSums = (scope: QueryScope, filter: Query<typeof summariseSettlements>) =>
  sql<Output<typeof summariseSettlements>['data'][number]>`
    select f.status, count(*)::int as count, sum(f.net_amount)::bigint as amount
    from (${batches(scope, filter.type)}) f where ${conditions(filter)} and ${buildPaidCondition(filter)}
    group by f.status order by f.status`;

/** Whether a batch was credited in a range of days (WIB). */
const buildPaidCondition = ({ paid_from, paid_to }: Query<typeof summariseSettlements>): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(paid_from === undefined ? [] : [sql`f.paid_at >= ${startOfBusinessDay(paid_from)}`]),
      ...(paid_to === undefined ? [] : [sql`f.paid_at < ${startOfBusinessDay(addDays(paid_to))}`]),
    ],
    sql` and `,
  );

export async function findBatch(tx: MerchantTx, id: string): Promise<SettlementBatch | undefined> {
  const { rows } = await sql<SettlementBatch>`
    select ${batchColumns} from (${batches(tx, 'all')}) f where f.id = ${id}`.execute(tx.sql);
  return rows[0];
}

type Detail = Output<typeof getSettlement>['data'];

export const listBatchEvents = (tx: MerchantTx, batch_id: string): Promise<Detail['events']> =>
  tx.sql
    .selectFrom('settlement_event')
    .select(['seq', 'at', 'from_status', 'to_status', 'actor_type', 'actor_name', 'reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .orderBy('seq')
    .execute() as Promise<Detail['events']>;

/** Sums of the lines by type, method and fee rule. */
export async function summariseLines(tx: MerchantTx, batch_id: string): Promise<Detail['summary']> {
  const { merchant_id } = tx;
  const { rows } = await sql<Detail['summary'][number]>`
    select l.line_type, l.method, r.name as fee_rule, count(*)::int as count,
      sum(l.gross_amount)::bigint as gross_amount, sum(l.fee_amount)::bigint as fee_amount,
      sum(l.fee_vat_amount)::bigint as fee_vat_amount, sum(l.refund_amount)::bigint as refund_amount,
      sum(l.commission_amount)::bigint as commission_amount, sum(l.adjustment_amount)::bigint as adjustment_amount,
      sum(l.net_amount)::bigint as net_amount
    from app.settlement_line l
    left join (${feeRules(merchant_id)}) r on r.id = l.fee_rule_id
    where l.merchant_id = ${merchant_id} and l.batch_id = ${batch_id}
    group by l.line_type, l.method, r.name
    order by l.line_type, l.method, r.name`.execute(tx.sql);
  return rows;
}

const feeRules = (merchant_id: string) => sql`
  select id, name, rate_bps, flat_amount from app.fee_rule
  union all
  select id, name, rate_bps, flat_amount from app.merchant_fee_rule where merchant_id = ${merchant_id}`;

const LINE_FIELDS = listFields(settlementLine.shape);

function lines({ merchant_id }: Reader, batch_id: string, { type, line_type }: Pick<LineFilter, 'type' | 'line_type'>) {
  const of_type = type === 'all' ? sql`true` : sql`l.type = ${type}`;
  const of_kind = line_type?.length ? sql`l.line_type in (${sql.join(line_type)})` : sql`true`;
  return sql`
    select l.line_no, l.line_type, l.type, l.transaction_id, l.reference_id, t.merchant_reference, l.method, l.channel_code,
      l.occurred_at, l.gross_amount, r.rate_bps as mdr_rate_bps, r.flat_amount as flat_fee, l.fee_amount, l.fee_vat_amount,
      l.commission_amount, l.refund_amount, l.adjustment_amount, l.net_amount, t.rrn, d.status as dispute_status,
      d.reason as dispute_reason, d.answer as dispute_answer, d.adjustment_amount as dispute_adjustment_amount
    from app.settlement_line l
    left join app.transaction t on t.merchant_id = ${merchant_id} and t.id = l.transaction_id
    left join (${feeRules(merchant_id)}) r on r.id = l.fee_rule_id
    left join app.settlement_dispute d on d.merchant_id = ${merchant_id} and d.batch_id = l.batch_id
      and d.line_no = l.line_no
    where l.merchant_id = ${merchant_id} and l.batch_id = ${batch_id} and ${of_type} and ${of_kind}`;
}

/** One page of lines by line number; one extra row when there is a next page. */
export const buildLineRows = (scope: MerchantScope, batch_id: string, filter: LineFilter, after: number) =>
  sql<SettlementLine>`
    select * from (${lines(scope, batch_id, filter)}) f where f.line_no > ${after}
    order by f.line_no limit ${filter.limit + 1}`;

/** The cells of a file, from the rows `f`. */
const buildCells = <Name extends string>(
  shape: CsvFields<Name>,
  names: readonly Name[],
  { language, time_zone }: FileStyle,
) =>
  sql.join(
    buildCsvCells({
      shape,
      names,
      getColumn: (name) => sql.ref(`f.${name}`),
      formatHeader: (name) => formatFileHeader(name, language),
      time_zone,
    }),
  );

/** Adapts a raw query to db/copy.ts, which compiles it later. */
const toCompilable = (reader: Reader, query: RawBuilder<unknown>): Compilable => ({
  compile: () => query.compile(reader.sql),
});

export const listBatchHeaders = (
  names: readonly (keyof SettlementBatch)[],
  { language, time_zone }: FileStyle,
): string[] => listCsvHeaders(settlementBatch.shape, names, (field) => formatFileHeader(field, language), time_zone);

export const settlementFile: ListFile<typeof listSettlements> = {
  name: 'settlements',
  columns: BATCH_FIELDS,
  buildQuery: ({ query, ...reader }) => buildBatchFile(reader, query, parseColumns(BATCH_FIELDS, query.columns)),
};

export const settlementLineFile: ListFile<typeof listSettlementLines> = {
  name: 'settlement-lines',
  columns: LINE_FIELDS,
  buildQuery: ({ query, params, ...reader }) =>
    buildLineFile(reader, params.id, query, parseColumns(LINE_FIELDS, query.columns)),
};

const buildBatchFile = (reader: FileReader, filter: Filter, names: readonly (keyof SettlementBatch)[]): Compilable =>
  toCompilable(reader, buildBatchCsv(reader, filter, { ...reader, fields: names }));

/** The rows of a filter in list order; `has_sort_keys`: with what it is sorted by, as sort_key and sort_id. */
export function buildBatchCsv(
  scope: QueryScope,
  filter: Filter,
  options: FileStyle & { fields: readonly (keyof SettlementBatch)[]; has_sort_keys?: boolean },
): RawBuilder<unknown> {
  const keys = options.has_sort_keys === true ? sql`, f.settlement_date as sort_key, f.id as sort_id` : sql``;
  return sql`
    select ${buildCells(settlementBatch.shape, options.fields, options)}${keys}
    from (${batches(scope, filter.type)}) f
    where ${conditions(filter)} order by f.settlement_date desc, f.id desc limit ${ROWS_MAX}`;
}

const buildLineFile = (
  reader: FileReader,
  batch_id: string,
  filter: Pick<LineFilter, 'type' | 'line_type'>,
  names: readonly (keyof SettlementLine)[],
): Compilable =>
  toCompilable(
    reader,
    sql`
      select ${buildCells(settlementLine.shape, names, reader)} from (${lines(reader, batch_id, filter)}) f
      order by f.line_no limit ${ROWS_MAX}`,
  );
