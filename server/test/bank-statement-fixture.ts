/** Test fixture: bank statements that one person of the provider uploads and another one approves. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  type BankStatement,
  type StatementLine,
  getBankStatement,
  listStatementLines,
  uploadBankStatement,
} from '@dasbor/contract/bank-statement';
import { API_BASE } from '@dasbor/contract/route';
import { insertPaidPayment } from './paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { newId } from '../src/db/new-id.ts';
import { asMerchant, asPlatform } from '../src/db/tx.ts';
import { verifyProvider } from '../src/ledger/verifier.ts';
import { lockRefundable } from '../src/refund/queries.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { reverseTransaction } from '../src/transaction/reversal-queries.ts';
import { BANK_ACTOR } from '../src/transaction/write-queries.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export let t: TestApp;
export let maker: TestClient;
export let checker: TestClient;

interface Entry {
  amount: number;
  reference?: string;
  description?: string;
  /** Day of November. */
  day?: string;
}
let keys = 0;
export const headers = () => ({ 'idempotency-key': `statement-${++keys}` });
let statements = 0;
/** A statement of 18 November 2026, the day of the tests. */
export function writeMt940(entries: readonly Entry[]): string {
  const closing = entries.reduce((sum, { amount }) => sum + amount, 10_000_000_000);
  return [
    `:20:S${++statements}`,
    ':25:8880001234',
    `:28C:${statements}`,
    ':60F:C261117IDR10000000000,00',
    ...entries.flatMap(({ amount, reference = 'NONREF', description, day = '18' }) => [
      `:61:2611${day}11${day}${amount < 0 ? 'D' : 'C'}${Math.abs(amount)},00NTRF${reference}`,
      ...(description === undefined ? [] : [`:86:${description}`]),
    ]),
    `:62F:C261118IDR${closing},00`,
    '-',
  ].join('\r\n');
}
export function sendFile(
  text: string,
  { name = 'statement.sta', by = maker, account_no }: { name?: string; by?: TestClient; account_no?: string } = {},
) {
  const boundary = 'statement-boundary';
  const field =
    account_no === undefined
      ? ''
      : `--${boundary}\r\ncontent-disposition: form-data; name="account_no"\r\n\r\n${account_no}\r\n`;
  return t.app.inject({
    method: 'POST',
    url: API_BASE + uploadBankStatement.path,
    headers: { authorization: by.authorization ?? '', 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${field}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
}
export async function upload(entries: readonly Entry[]): Promise<BankStatement> {
  const answer = await sendFile(writeMt940(entries));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<{ data: BankStatement }>().data;
}
export const listLines = async (id: string): Promise<StatementLine[]> =>
  (await maker.ok(listStatementLines, { params: { id }, query: { limit: 100 } })).data;
export const insertPayment = (amount: number, provider_reference: string, channel_code = 'BNI') =>
  insertPaidPayment(t, KOPI, { amount, provider_reference, channel_code });

interface RefundInput {
  amount: number;
  status?: 'processing' | 'succeeded';
  partner_reference_no?: string;
  provider_reference?: string;
}
/** A refund to the original payment method, which the bank has executed unless it is still processing it. Returns its id. */
export async function insertRefund(
  transaction_id: string,
  { amount, status = 'succeeded', partner_reference_no, provider_reference }: RefundInput,
): Promise<string> {
  const now = t.clock.now();
  const id = newId('refund', now);
  const completed_at = status === 'succeeded' ? now : null;
  await asOwner((owner) =>
    owner.query(
      `insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, reason, method, status,
         requested_by_type, requested_by_id, requested_by, requested_by_owner, provider_reference, sent_at, completed_at,
         created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'customer_request', 'original', $6, 'user', 'usr_1', 'Sari', 'usr_1', $7, $8, $9, $8, $8)`,
      [
        KOPI,
        id,
        transaction_id,
        partner_reference_no ?? id,
        amount,
        status,
        provider_reference ?? null,
        now,
        completed_at,
      ],
    ),
  );
  return id;
}

/** The bank reverses a payment. */
export const reversePayment = (id: string): Promise<void> =>
  asMerchant(t.deps.db, KOPI, async (tx) => {
    const payment = (await lockRefundable(tx, id))!;
    await reverseTransaction(tx, payment, { now: t.clock.now(), actor: BANK_ACTOR, reason: 'Reversed by the bank' });
  });

/** Every rupiah of the statement is matched, written off or open, and the ledger holds exactly what is written off. */
export async function assertExplained(id: string): Promise<void> {
  const { data } = await maker.ok(getBankStatement, { params: { id } });
  expect(data.matched_amount + data.written_off_amount + data.open_amount).toBe(
    data.closing_balance - data.opening_balance,
  );
  const lines = await listLines(id);
  const wrong = lines.filter(({ status, amount, matches }) => {
    const sum = matches.reduce((total, each) => total + each.amount, 0);
    return sum !== (status === 'matched' ? amount : 0);
  });
  expect(wrong).toEqual([]);
  expect(await sumBooked(id)).toBe(data.written_off_amount);
  expect(await verifyProvider(t.deps.db)).toEqual([]);
}

/** Changes what the application may not. */
export async function asOwner(change: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  try {
    await change(owner);
  } finally {
    await owner.end();
  }
}

/** What the provider's ledger holds for the write-offs of a statement: change of its bank account. */
const sumBooked = (statement_id: string): Promise<number> =>
  asPlatform(t.deps.db, async (tx) => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(case when x.debit_account = 'bank' then x.amount else -x.amount end), 0)::bigint as sum
      from app.provider_transfer x
      join app.bank_write_off w on w.id = x.reference_id
      join app.bank_statement_line l on l.id = w.line_id
      where l.statement_id = ${statement_id}`.execute(tx.sql);
    return rows[0]?.sum ?? 0;
  });

export async function signIn(): Promise<void> {
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
}

/** Starts the application before the tests of a file. */
export function setUpBankStatements(): void {
  beforeAll(async () => {
    t = await startTestApp();
    await signIn();
  });
  afterAll(() => t?.close());
  beforeEach(() => t.clock.advance(1_000));
}
