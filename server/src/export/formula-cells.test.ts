/** Threat 21: whatever text the database holds, no cell of any list or report is a formula. */
import { fc, test as property } from '@fast-check/vitest';
import type { Compilable } from 'kysely';
import { ZodArray, ZodObject, type ZodType } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_LISTS, type ExportList, createExport } from '@dasbor/contract/export';
import { type ExportFixture, insertListData } from '../../test/export-fixture.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { copyRows, describeColumns } from '../db/copy.ts';
import { getCellKind } from '../db/csv-cells.ts';
import {
  buildDepositRows,
  buildPaymentRows,
  buildRefundRows,
  buildSettlementLineRows,
  buildSettlementSummaryRows,
  buildStatementRows,
} from '../report/rows-queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { EXPORTABLE, parseListRequest } from './exportable-lists.ts';

const { merchant_id } = KOPI_NUSANTARA;
const FORMULA = /^'*[-=+@＝＋－＠\t\r\n]/;

let t: TestApp;
let filled: ExportFixture;
beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
  // A sign-in and its export are entries of the audit log.
  const client = await t.signIn('superadmin@kopi.example');
  await client.ok(createExport, { body: { list: 'refunds', format: 'csv' } });
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});

const getParams = (list: ExportList): Record<string, string> => {
  if (list === 'settlement-lines') return { id: filled.batch_id };
  if (list === 'virtual-account-payments') return { id: filled.virtual_account_id };
  return list === 'balance-entries' ? { id: filled.account_id } : {};
};

function buildList(list: ExportList, language: 'en' | 'id'): Compilable {
  const { route, buildQuery } = EXPORTABLE[list];
  return buildQuery({
    ...parseListRequest(route, { params: getParams(list), query: {} }),
    merchant_id,
    sql: t.deps.db.kysely,
    is_masked: false,
    language,
    time_zone: 'Asia/Jakarta',
    now: t.clock.now(),
    public_url: 'https://dasbor.example',
    found: null,
  });
}

function buildReports(): Compilable[] {
  const reader = { merchant_id, sql: t.deps.db.kysely };
  const span = { from: new Date(0), to: new Date(t.clock.now().getTime() + 86_400_000) };
  return [
    ...[buildPaymentRows, buildDepositRows, buildRefundRows].map((build) => build(reader, span)),
    buildStatementRows(reader, [{ id: filled.account_id, type: 'pending_settlement' }], span),
    buildSettlementLineRows(reader, filled.batch_id),
    buildSettlementSummaryRows(reader, filled.batch_id),
  ];
}

const listFields = (list: ExportList): Record<string, ZodType> =>
  (EXPORTABLE[list].route.output as ZodObject<{ data: ZodArray<ZodObject<Record<string, ZodType>>> }>).shape.data
    .element.shape;
/** Fields of a row, and those of its parts. */
const listDeepFields = (list: ExportList): [name: string, field: ZodType][] =>
  Object.entries(listFields(list)).flatMap(([name, field]) =>
    field instanceof ZodArray && field.element instanceof ZodObject
      ? (Object.entries(field.element.shape) as [string, ZodType][])
      : [[name, field]],
  );
/** Fields with fixed values, which only the server writes. */
const SAFE_FIELDS = EXPORT_LISTS.flatMap((list) =>
  listDeepFields(list).flatMap(([name, field]) => (getCellKind(field) === 'safe' ? [name] : [])),
);

/** Writes a text into every text column that accepts it. */
async function writeEverywhere(payload: string): Promise<void> {
  const { rows } = await filled.owner.query<{ relation: string; name: string }>(
    `select c.attrelid::regclass::text as relation, c.attname as name from pg_attribute c
     join pg_class r on r.oid = c.attrelid and r.relkind in ('r', 'p') and r.relnamespace = 'app'::regnamespace
     join pg_attribute m on m.attrelid = r.oid and m.attname = 'merchant_id'
     where c.attnum > 0 and c.atttypid = 'text'::regtype and c.attname !~ '(^|_)id$' and c.attgenerated = ''
       and c.attname <> all ($1)`,
    [SAFE_FIELDS],
  );
  for (const { relation, name } of rows) {
    // Columns that are checked or referenced keep their value.
    await filled.owner
      .query(`update ${relation} set "${name}" = left($2 || ctid::text, 40) where merchant_id = $1`, [
        merchant_id,
        payload,
      ])
      .catch(() => undefined);
  }
}

/** The cells of text columns that a spreadsheet reads as text because they are escaped; fails for a formula. */
async function readEscaped(query: Compilable): Promise<number> {
  const columns = await describeColumns(t.deps.db, merchant_id, query);
  let escaped = 0;
  for await (const row of copyRows(t.deps.db, merchant_id, query, { reader: 'process' })) {
    for (const [at, cell] of row.entries()) {
      if (cell === null || columns[at]?.kind === 'number' || !FORMULA.test(cell)) continue;
      expect(cell, columns[at]?.header).toMatch(/^'/);
      escaped += 1;
    }
  }
  return escaped;
}

describe('threat 21', () => {
  property.prop(
    [
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'=", "''+"),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    ],
    { numRuns: 4 },
  )('no list and no report has a formula in a cell', async (sign, rest) => {
    await writeEverywhere(`${sign}${rest}`);
    for (const list of EXPORT_LISTS) {
      for (const language of ['en', 'id'] as const) {
        expect(await readEscaped(buildList(list, language)), list).toBeGreaterThan(0);
      }
    }
    for (const report of buildReports()) await readEscaped(report);
  });
});

test.each(EXPORT_LISTS.map((list) => [list]))('%s: every field of the list is a column of its file', (list) => {
  const { columns, omits } = EXPORTABLE[list];
  const fields = Object.keys(listFields(list));
  expect(fields.filter((name) => !columns.includes(name) && !(name in omits))).toEqual([]);
  expect(Object.keys(omits).filter((name) => !fields.includes(name) || columns.includes(name))).toEqual([]);
});

test.each(EXPORT_LISTS.map((list) => [list]))('%s: the headers of its file follow the language', async (list) => {
  const readHeaders = async (language: 'en' | 'id') =>
    (await describeColumns(t.deps.db, merchant_id, buildList(list, language))).map(({ header }) => header);
  const [english, indonesian] = [await readHeaders('en'), await readHeaders('id')];
  expect(english.map((header) => header.replace(' (WIB)', ''))).toEqual(EXPORTABLE[list].columns);
  expect(new Set(indonesian).size).toBe(english.length);
  expect(indonesian.filter((header) => /^[a-z]+(_[a-z]+)+/.test(header))).toEqual([]);
});
