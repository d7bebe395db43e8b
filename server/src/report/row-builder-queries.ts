/** SQL parts that the rows of reports share: cells, and postings of a span. */
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { buildCsvCells } from '../db/csv-cells.ts';
import type { MerchantTx } from '../db/tx.ts';

export type Reader = Pick<MerchantTx, 'merchant_id' | 'sql'>;

/** A half-open range of instants: `from` inclusive, `to` exclusive. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** The form that db/copy.ts takes. */
export const toCompilable = (reader: Reader, query: RawBuilder<unknown>): Compilable => ({
  compile: () => query.compile(reader.sql),
});

/** A column: its name, its type and, if it differs from `f.<name>`, its SQL. */
export type Column = readonly [name: string, field: z.ZodType, column?: RawBuilder<unknown>];

/** The cells of a report. Text is escaped against formulas unless its type proves that it cannot be one. */
export const buildCells = (columns: readonly Column[]) =>
  sql.join(
    columns.flatMap(([name, field, column]) =>
      buildCsvCells({ shape: { [name]: field }, names: [name], getColumn: () => column ?? sql.ref(`f.${name}`) }),
    ),
  );
/** Columns of a row of the contract, from the given table. */
export const buildFields = <Name extends string>(
  shape: Readonly<Record<Name, z.ZodType>>,
  table: string,
  names: readonly Name[],
): Column[] => names.map((name) => [name, shape[name], sql.ref(`${table}.${name}`)]);

/** Transfers of a kind in a span, found by the index on the debited account. */
export const buildPostedQuery = (
  merchant_id: string,
  kind: string,
  debited: RawBuilder<unknown>,
  { from, to }: TimeRange,
) => sql`
  select p.reference_id, p.kind, p.amount, p.posted_at
  from app.transfer p
  where p.merchant_id = ${merchant_id} and p.kind = ${kind} and p.debit_account in (${debited})
    and p.posted_at >= ${from.toISOString()}::timestamptz and p.posted_at < ${to.toISOString()}::timestamptz`;

export const buildAccountQuery = (merchant_id: string, ...types: string[]) => sql`
  select a.id from app.ledger_account a where a.merchant_id = ${merchant_id} and a.type in (${sql.join(types)})`;
