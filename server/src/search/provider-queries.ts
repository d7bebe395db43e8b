/**
 * SQL of the provider's search. Each field is looked up by its whole value, and each id by its range, through an index of the
 * field and the id that no merchant leads: the newest rows come first without sorting, however many merchants there are.
 */
import { HIDDEN_DIGITS } from '@dasbor/contract/account-number';
import { type RawBuilder, sql } from 'kysely';
import { ID_PREFIXES } from '@dasbor/contract/id';
import type { ProviderSearchType } from '@dasbor/contract/provider-search';
import { SEARCH_HITS } from '@dasbor/contract/search';
import type { ReaderTx } from '../db/tx.ts';
import { type ProviderFoundRow, type ProviderSearchInput, type Spelling, listSpellings } from './provider-rules.ts';
import type { Range } from './rules.ts';

type Fragment = RawBuilder<unknown>;

interface Source {
  table: string;
  /** Prefix of its ids. */
  prefix: string;
  /** Column of the id; `id` by default. */
  id?: string;
  /** Fields that the text may equal, each with an index. */
  fields: Readonly<Record<string, Spelling>>;
  /** Columns of the found row; null where it has none. */
  columns: Record<'merchant_id' | 'statement_id' | 'title' | 'detail' | 'status' | 'amount' | 'at', Fragment>;
}

/** People are found with the login data (people-queries.ts). */
type TableType = Exclude<ProviderSearchType, 'user' | 'staff'>;

const NULL = sql`null`;
const OF_MERCHANT = {
  merchant_id: sql`h.merchant_id`,
  statement_id: NULL,
  status: sql`h.status`,
  at: sql`h.created_at`,
};
/** A value of the statement of a line. */
const ofStatement = (value: Fragment) => sql`(select ${value} from app.bank_statement s where s.id = h.statement_id)`;

const SOURCES: Record<TableType, readonly Source[]> = {
  merchant: [
    {
      table: 'merchant',
      prefix: ID_PREFIXES.merchant,
      id: 'merchant_id',
      fields: { code: 'upper' },
      columns: { ...OF_MERCHANT, title: sql`h.brand_name`, detail: sql`h.code`, amount: NULL },
    },
  ],
  transaction: [
    {
      table: 'transaction',
      prefix: ID_PREFIXES.transaction,
      fields: { merchant_reference: 'as_entered', provider_reference: 'as_entered', rrn: 'as_entered' },
      columns: {
        ...OF_MERCHANT,
        title: sql`coalesce(h.merchant_reference, h.id)`,
        detail: sql`h.channel_code`,
        amount: sql`h.amount`,
      },
    },
  ],
  refund: [
    {
      table: 'refund',
      prefix: ID_PREFIXES.refund,
      fields: { partner_reference_no: 'as_entered', provider_reference: 'as_entered' },
      columns: { ...OF_MERCHANT, title: sql`h.id`, detail: sql`h.transaction_id`, amount: sql`h.amount` },
    },
  ],
  settlement: [
    {
      table: 'settlement_batch',
      prefix: ID_PREFIXES.settlement_batch,
      fields: { batch_no: 'upper', bank_reference: 'as_entered', partner_reference_no: 'as_entered' },
      columns: { ...OF_MERCHANT, title: sql`h.batch_no`, detail: NULL, amount: sql`h.net_amount` },
    },
  ],
  disbursement: [
    {
      table: 'disbursement',
      prefix: ID_PREFIXES.disbursement,
      fields: {
        merchant_reference: 'as_entered',
        partner_reference_no: 'as_entered',
        bank_reference: 'as_entered',
      },
      columns: {
        ...OF_MERCHANT,
        title: sql`h.merchant_reference`,
        detail: sql`h.verified_name || ${sql.lit(` ${HIDDEN_DIGITS}`)} || h.account_last4`,
        amount: sql`h.amount`,
      },
    },
  ],
  virtual_account: [
    {
      table: 'virtual_account',
      prefix: ID_PREFIXES.virtual_account,
      fields: { va_number: 'as_entered', merchant_reference: 'as_entered' },
      columns: {
        ...OF_MERCHANT,
        title: sql`h.va_number`,
        detail: sql`concat_ws(' · ', h.bank, h.holder_name)`,
        amount: sql`h.expected_amount`,
      },
    },
  ],
  payment_link: [
    {
      table: 'payment_link',
      prefix: ID_PREFIXES.payment_link,
      fields: { slug: 'lower', merchant_reference: 'as_entered' },
      columns: { ...OF_MERCHANT, title: sql`h.title`, detail: sql`h.slug`, amount: sql`h.amount` },
    },
  ],
  invoice: [
    {
      table: 'invoice',
      prefix: ID_PREFIXES.invoice,
      fields: { number: 'upper', tax_invoice_no: 'as_entered' },
      columns: {
        ...OF_MERCHANT,
        title: sql`h.number`,
        detail: NULL,
        status: NULL,
        amount: sql`h.total_amount`,
        at: sql`h.issued_at`,
      },
    },
  ],
  bank_statement: [
    {
      table: 'bank_statement',
      prefix: ID_PREFIXES.bank_statement,
      fields: {},
      columns: {
        merchant_id: NULL,
        statement_id: sql`h.id`,
        title: sql`concat_ws(' · ', h.account_no, h.number)`,
        detail: NULL,
        status: NULL,
        amount: NULL,
        at: sql`h.uploaded_at`,
      },
    },
    {
      table: 'bank_statement_line',
      prefix: ID_PREFIXES.bank_statement_line,
      fields: { reference: 'as_entered' },
      columns: {
        merchant_id: NULL,
        statement_id: sql`h.statement_id`,
        title: ofStatement(sql`concat_ws(' · ', s.account_no, s.number)`),
        detail: sql`h.description`,
        status: sql`h.status`,
        amount: sql`h.amount`,
        at: ofStatement(sql`s.uploaded_at`),
      },
    },
  ],
};

/** The rows of one lookup: the newest ones with a value of the column between two values. */
function buildLookup(type: TableType, source: Source, column: string, { first, last }: Range): Fragment {
  const { table, id = 'id', columns } = source;
  return sql`
    (select ${type}::text as type, ${sql.ref(`h.${id}`)} as id, (${columns.merchant_id})::text as merchant_id,
      (${columns.statement_id})::text as statement_id, ${columns.title} as title, (${columns.detail})::text as detail,
      (${columns.status})::text as status, (${columns.amount})::bigint as amount, ${columns.at} as at,
      ${column === id ? 'id' : column}::text as field, ${sql.ref(`h.${column}`)} as value
    from app.${sql.id(table)} h where ${sql.ref(`h.${column}`)} >= ${first} and ${sql.ref(`h.${column}`)} <= ${last}
    order by ${sql.ref(`h.${column}`)} desc, ${sql.ref(`h.${id}`)} desc limit ${SEARCH_HITS})`;
}

function buildLookups(type: TableType, source: Source, input: ProviderSearchInput): Fragment[] {
  const { id = 'id', fields } = source;
  if (input.kind === 'id') return input.prefix === source.prefix ? [buildLookup(type, source, id, input.range)] : [];
  // A range of one value: with an equation the order would be that of the ids alone, and PostgreSQL may read all rows by
  // their ids until it has met enough with a common value.
  return Object.entries(fields).flatMap(([field, spelling]) =>
    listSpellings(input.text, spelling).map((text) => buildLookup(type, source, field, { first: text, last: text })),
  );
}

/** Tables of merchants and those of the provider are read apart: on a sharded database they are on different nodes. */
const STATEMENT_TYPES: readonly (readonly TableType[])[] = [
  ['merchant', 'transaction', 'refund', 'settlement', 'disbursement', 'virtual_account', 'payment_link', 'invoice'],
  ['bank_statement'],
];

/** The statements of a search over some types. */
export function buildProviderStatements(
  types: readonly ProviderSearchType[],
  input: ProviderSearchInput,
): RawBuilder<ProviderFoundRow>[] {
  return STATEMENT_TYPES.flatMap((group) => {
    const lookups = group
      .filter((type) => types.includes(type))
      .flatMap((type) => SOURCES[type].flatMap((source) => buildLookups(type, source, input)));
    return lookups.length === 0 ? [] : sql<ProviderFoundRow>`${sql.join(lookups, sql` union all `)}`;
  });
}

/** The matching rows of tables, in no order. */
export async function findProviderRows(
  tx: ReaderTx,
  types: readonly ProviderSearchType[],
  input: ProviderSearchInput,
): Promise<ProviderFoundRow[]> {
  const found: ProviderFoundRow[] = [];
  for (const statement of buildProviderStatements(types, input)) found.push(...(await statement.execute(tx.sql)).rows);
  return found;
}
