/** Test fixture: a merchant with rows in every exportable list, and independent readers of the files. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { newId } from '../src/db/new-id.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { type InsertRow, insertDisbursements } from './disbursement-rows.ts';
import { vaPaymentRow, vaRow } from './virtual-account-rows.ts';
import { insertWebhookEvents } from './webhook-event-rows.ts';
import { insertPaidPayment } from './paid-payment.ts';
import type { TestApp } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
/** Texts that a spreadsheet could run as a formula, split or misread. */
export const UNSAFE_CELLS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+62812',
  '-5',
  '@SUM(A1)',
  "'=quoted",
  'a "b", c;d',
  'Kopi & <co>',
];
const MINUTE_MS = 60_000;

export interface ExportFixture {
  owner: pg.Client;
  batch_id: string;
  account_id: string;
  virtual_account_id: string;
}

type Row = Record<string, unknown>;

/** Inserts rows into all lists of Kopi Nusantara. End `owner` afterwards. */
export async function insertListData(t: TestApp): Promise<ExportFixture> {
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  const insertRow = (table: string, row: Row): Promise<unknown> => {
    const columns = Object.keys(row);
    const placeholders = columns.map((_, at) => `$${at + 1}`);
    return owner.query(
      `insert into app.${table} (${columns.join(', ')}) values (${placeholders.join(', ')})`,
      Object.values(row),
    );
  };
  const payments: string[] = [];
  for (let n = 0; n < 24; n++) {
    if (n % 3 !== 0) t.clock.advance(7 * MINUTE_MS); // Some have the same time, to test the order by id.
    const method = n % 2 === 0 ? ('virtual_account' as const) : ('qris' as const);
    const merchant_reference = n < UNSAFE_CELLS.length ? UNSAFE_CELLS[n]! : `INV-${n}`;
    payments.push(
      await insertPaidPayment(t, merchant_id, { amount: 10_000 + 500 * (n % 5), method, merchant_reference }),
    );
  }
  await insertCodes(t, owner, insertRow, payments);
  const virtual_account_id = await insertOtherRows(t, insertRow, payments);
  const batch_id = await insertBatches(t, insertRow, payments);
  await insertDisbursements(t, insertRow, UNSAFE_CELLS);
  await insertWebhookEvents(t, insertRow, UNSAFE_CELLS);
  const { rows } = await owner.query<{ account: string }>(
    'select credit_account as account from app.transfer where merchant_id = $1 limit 1',
    [merchant_id],
  );
  return { owner, batch_id, account_id: rows[0]?.account ?? '', virtual_account_id };
}

async function insertCodes(t: TestApp, owner: pg.Client, insertRow: InsertRow, payments: string[]): Promise<void> {
  for (const [n, name] of ['Front counter', '=Back()', 'Terrace'].entries()) {
    const at = new Date(t.clock.now().getTime() - n * MINUTE_MS);
    const id = newId('qris_payment', at);
    const made = { partner_reference_no: `S${n}`, created_at: at, updated_at: at };
    await insertRow('qris_payment', { merchant_id, id, type: 'static', status: 'active', name, store: 'A', ...made });
    await owner.query('update app.transaction set qris_payment_id = $1 where merchant_id = $2 and id = any ($3)', [
      id,
      merchant_id,
      payments.filter((_, index) => index % 2 === 1 && index % 3 === n),
    ]);
  }
}

async function insertOtherRows(t: TestApp, insertRow: InsertRow, payments: string[]): Promise<string> {
  const start = t.clock.now().getTime();
  const deposit_va_id = newId('deposit_va', t.clock.now());
  const va = { holder_name: 'KOPI NUSANTARA', va_number: '8808012345678901', trx_id: 'D1' };
  const times = { last_checked_at: t.clock.now(), created_at: t.clock.now(), updated_at: t.clock.now() };
  await insertRow('deposit_va', { merchant_id, id: deposit_va_id, bank: 'BNI', status: 'active', ...va, ...times });
  let virtual_account_id: string | undefined;
  for (let n = 0; n < 7; n++) {
    const at = new Date(start - Math.floor(n / 2) * MINUTE_MS);
    const text = UNSAFE_CELLS[n] ?? '';
    const va_row = vaRow(n, at, text);
    virtual_account_id ??= String(va_row['id']);
    await insertRow('virtual_account', va_row);
    await insertRow('va_payment', vaPaymentRow(n, at, text, virtual_account_id));
    await insertRow('payment_link', linkRow(n, at, text));
    await insertRow('refund', refundRow(n, at, text, payments[n] ?? ''));
    await insertRow('deposit', depositRow(n, at, text, deposit_va_id));
  }
  return virtual_account_id ?? '';
}

const madeAt = (at: Date): Row => ({ merchant_id, created_at: at, updated_at: at });

const linkRow = (n: number, at: Date, text: string): Row => ({
  ...madeAt(at),
  id: newId('payment_link', at),
  slug: `Abcdefghij0${n}`,
  title: text,
  type: 'multi_use',
  amount: 5_000,
  channels: '["BCA"]',
  fee_bearer: 'merchant',
  language: 'en',
  status: 'active',
  created_by: 'usr',
  created_by_name: 'Sari',
  customer: '{"name": "Rina", "email": "rina@example.com", "phone": null}',
});

const refundRow = (n: number, at: Date, text: string, transaction_id: string): Row => ({
  ...madeAt(at),
  id: newId('refund', at),
  transaction_id,
  partner_reference_no: `R${n}`,
  amount: 1_000 + n,
  reason: 'other',
  reason_text: text,
  method: 'original',
  status: 'succeeded',
  requested_by_type: 'user',
  requested_by_id: 'usr',
  requested_by: 'Fitri',
  requested_by_owner: 'usr',
});

const depositRow = (n: number, at: Date, text: string, deposit_va_id: string): Row => ({
  merchant_id,
  id: newId('deposit', at),
  deposit_va_id,
  bank: 'BNI',
  va_number: '8808012345678901',
  amount: 9_000,
  fee_amount: 0,
  fee_vat_amount: 0,
  net_amount: 9_000,
  sender_name: text,
  payment_request_id: `P${n}`,
  status: 'credited',
  last_event_seq: 1,
  paid_at: at,
  received_at: at,
});

async function insertBatches(t: TestApp, insertRow: InsertRow, payments: string[]): Promise<string> {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const at = new Date(t.clock.now().getTime() - n * MINUTE_MS);
    const id = newId('settlement_batch', at);
    ids.push(id);
    await insertRow('settlement_batch', {
      merchant_id,
      id,
      batch_no: `KOPI-2026111${n}-1`,
      settlement_date: `2026-11-1${n}`,
      destination: 'balance',
      status: 'paid',
      line_count: 9,
      last_event_seq: 1,
      created_at: at,
      updated_at: at,
      failure_message: '=1',
    });
  }
  const batch_id = ids[0] ?? '';
  for (let line_no = 1; line_no <= 9; line_no++) {
    await insertRow('settlement_line', {
      merchant_id,
      batch_id,
      line_no,
      journal_id: `jrn_${line_no}`,
      type: 'qris',
      line_type: 'payment',
      transaction_id: payments[line_no],
      reference_type: 'transaction',
      reference_id: payments[line_no],
      occurred_at: t.clock.now(),
      gross_amount: 100,
      net_amount: 100,
    });
  }
  return batch_id;
}

/** Copies a payment many times, each a second older than the previous; numbered from `first`. */
export async function insertCopies(owner: pg.Client, transaction_id: string, count: number, first = 1): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'app' and table_name = 'transaction' and is_generated = 'NEVER'`,
  );
  const changed: Record<string, string> = {
    id: `'txn_' || lpad(n::text, 26, '0')`,
    created_at: `t.created_at - n * interval '1 second'`,
    merchant_reference: `'MANY-' || n`,
    provider_reference: `'MANY-' || n`,
    qris_payment_id: 'null',
  };
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => changed[name] ?? `t.${name}`);
  await owner.query(
    `insert into app.transaction (${columns.join(', ')}) select ${values.join(', ')}
     from app.transaction t, generate_series(${first}, ${first + count - 1}) n where t.id = $1`,
    [transaction_id],
  );
}

/** The cells of a file as read by the spreadsheet Gnumeric. */
export function readBySpreadsheet(content: Buffer, extension: 'csv' | 'xlsx'): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'dasbor-export-'));
  try {
    const [from, to] = [path.join(folder, `in.${extension}`), path.join(folder, 'out.txt')];
    writeFileSync(from, content);
    const options = 'separator=\u0001 quoting-mode=never format=preserve eol=unix';
    execFileSync('ssconvert', ['--recalc', '-T', 'Gnumeric_stf:stf_assistant', '-O', options, from, to], {
      stdio: 'pipe',
    });
    const lines = readFileSync(to, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => line.split('\u0001'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Parses a CSV without line breaks in cells. */
export const parseCsv = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
