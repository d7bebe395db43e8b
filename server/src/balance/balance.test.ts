/** Balances and movements on a real database: the running balance is right at every line, however it is asked for. */
import { fc, test as property } from '@fast-check/vitest';
import pg from 'pg';
import {
  type BalanceEntry,
  getBalance,
  getBalanceStatement,
  getJournal,
  listBalanceEntries,
  listBalances,
} from '@dasbor/contract/balance';
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';
import { API_BASE, type Output } from '@dasbor/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { TEST_START, type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { newId } from '../db/new-id.ts';
import { foldBalances } from '../ledger/folding.ts';
import { type NewTransfer, postTransfers } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { listEntryRows } from './queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
const HOUR_MS = 3_600_000;
let t: TestApp;
let kopi: TestClient;
let batik: TestClient;
let account_of: Record<string, string>;
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('finance@kopi.example');
  batik = await t.signIn('superadmin@batik.example');
  account_of = await readAccounts(kopi);
});
afterAll(() => t?.close());

const readAccounts = async (client: TestClient): Promise<Record<string, string>> =>
  Object.fromEntries((await client.ok(listBalances)).data.map(({ type, id }) => [type, id]));
const getAccountId = (type: string): string => account_of[type] ?? '';
const movement = (debit: string, credit: string, amount: number, more: Partial<NewTransfer> = {}): NewTransfer => ({
  debit_account: getAccountId(debit),
  credit_account: getAccountId(credit),
  amount,
  kind: 'adjustment',
  reference_type: 'test',
  reference_id: `ref-${++count}`,
  ...more,
});
const post = (posted_at: Date, ...transfers: NewTransfer[]) =>
  asMerchant(t.deps.db, merchant_id, (tx) => postTransfers(tx, { posted_at, transfers }));
const fold = () => foldBalances(t.deps.db, TEST_START);
const ago = (hours: number, ms = 0) => new Date(TEST_START.getTime() - hours * HOUR_MS + ms);

async function everyEntry(id: string, query: Record<string, unknown> = {}, client = kopi): Promise<BalanceEntry[]> {
  const rows: BalanceEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<typeof listBalanceEntries> = await client.ok(listBalanceEntries, {
      params: { id },
      query: { limit: 100, ...query, ...(cursor === null ? {} : { cursor }) } as never,
    });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}
const net = ({ debit, credit }: BalanceEntry): number => (credit ?? 0) - (debit ?? 0);
/** Adds up from nothing, oldest first: the sum that each line must show. */
const sums = (entries: BalanceEntry[]): number[] => {
  let sum = 0;
  return entries
    .toReversed()
    .map((entry) => (sum += net(entry)))
    .toReversed();
};
const shown = (entries: BalanceEntry[]): number[] => entries.map(({ balance_after }) => balance_after);
const downloadCsv = (id: string, query: Record<string, string> = {}, client = kopi) =>
  t.app.inject({
    method: 'GET',
    url: `${API_BASE}/balances/${id}/entries`,
    query,
    headers: { accept: 'text/csv', authorization: client.authorization ?? '' },
  });
const parseLines = (body: string): Record<string, string>[] => {
  const [head = '', ...lines] = body.trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [names[place] ?? '', cell])));
};

describe('accounts', () => {
  test('domain 1.4: every account with its balance, folded or not, and the moment it was read', async () => {
    await post(ago(1), movement('bank_clearing', 'payout', 700));
    await fold();
    await post(ago(1), movement('bank_clearing', 'payout', 300));
    const { data, as_of } = await kopi.ok(listBalances);
    expect(data).toHaveLength(13);
    expect(data[0]?.type).toBe('pending_settlement');
    expect(data.find(({ type }) => type === 'payout')).toMatchObject({ balance: 1_000, floor: 0, currency: 'IDR' });
    expect(data.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    expect(as_of).toBe(t.clock.now().toISOString());
    const one = await kopi.ok(getBalance, { params: { id: getAccountId('payout') } });
    expect(one.data).toMatchObject({ type: 'payout', balance: 1_000, as_of });
  });

  test('a merchant sees its own accounts, movements, statements and journals only', async () => {
    await post(ago(1), movement('bank_clearing', 'reserve', 4_321));
    const [entry] = await everyEntry(getAccountId('reserve'));
    const id = getAccountId('reserve');
    const answers = [
      await batik.call(getBalance, { params: { id } }),
      await batik.call(listBalanceEntries, { params: { id } }),
      await downloadCsv(id, {}, batik),
      await batik.call(getJournal, { params: { id: entry?.journal_id ?? '' } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    const theirs = await readAccounts(batik);
    expect(Object.values(theirs)).not.toContain(id);
    expect(await everyEntry(theirs['reserve'] ?? '', {}, batik)).toEqual([]);
    expect(BATIK_LESTARI.merchant_id).not.toBe(merchant_id);
  });
});

describe('movements', () => {
  const step = fc.record({
    is_credit: fc.boolean(),
    amount: fc.integer({ min: 1, max: 10_000_000_000_000 }),
    // Many in one hour and in one instant, some at the edges of hours, posted in any order.
    hours_ago: fc.integer({ min: 0, max: 30 }),
    ms: fc.constantFrom(0, 0, 1, 1_799_999, HOUR_MS - 1),
    kind: fc.constantFrom('top_up', 'refund'),
    folds: fc.boolean(),
  });
  property.prop([fc.array(step, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 7 })], { numRuns: 12 })(
    'whatever is posted, folded, filtered and however it is paged, each line shows the sum up to it',
    async (steps, limit) => {
      const account = getAccountId('suspense');
      for (const { is_credit, amount, hours_ago, ms, kind, folds } of steps) {
        const [debit, credit] = is_credit ? ['bank_clearing', 'suspense'] : ['suspense', 'bank_clearing'];
        await post(ago(hours_ago, ms), movement(debit as string, credit as string, amount, { kind }));
        if (folds) await fold();
      }
      const read = async (filter: object, size: number) => {
        const rows: BalanceEntry[] = [];
        for (let more = true; more;) {
          const last = rows.at(-1);
          const after = last === undefined ? null : { at: last.posted_at, id: last.id };
          const page = await asMerchant(t.deps.db, merchant_id, (tx) =>
            listEntryRows(tx, account, filter, { after, limit: size }),
          );
          more = page.length > size;
          rows.push(...page.slice(0, size));
        }
        return rows;
      };
      const all = await read({}, 100);
      expect(shown(all)).toEqual(sums(all));
      expect(await read({}, limit)).toEqual(all);
      expect(await read({ kind: ['refund'] }, limit)).toEqual(all.filter(({ kind }) => kind === 'refund'));
      const { data } = await kopi.ok(getBalance, { params: { id: account } });
      expect(all[0]?.balance_after).toBe(data.balance);
      expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
    },
  );

  test('pages forward give each movement once, newest first', async () => {
    for (let n = 0; n < 23; n++) await post(ago(n % 3), movement('bank_clearing', 'commission', n + 1));
    const all = await everyEntry(getAccountId('commission'));
    expect(await everyEntry(getAccountId('commission'), { limit: 5 })).toEqual(all);
    expect(new Set(all.map(({ id }) => id)).size).toBe(23);
    expect(all.map(({ posted_at, id }) => posted_at + id)).toEqual(
      all.map(({ posted_at, id }) => posted_at + id).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    expect(shown(all)).toEqual(sums(all));
  });

  test('a movement that is posted late between two pages is in the balances of the second', async () => {
    for (const hours of [1, 2, 3, 4]) await post(ago(hours), movement('bank_clearing', 'rounding', 10));
    const account = { params: { id: getAccountId('rounding') } };
    const first = await kopi.ok(listBalanceEntries, { ...account, query: { limit: 2 } });
    await post(ago(9), movement('bank_clearing', 'rounding', 5));
    const cursor = first.next_cursor ?? '';
    const second = await kopi.ok(listBalanceEntries, { ...account, query: { limit: 10, cursor } });
    expect(shown(second.data)).toEqual([25, 15, 5]);
  });

  test('a journal of several transfers keeps their order, and is shown whole from any of them', async () => {
    const of = { reference_type: 'transaction', reference_id: 'txn_whole' };
    await post(
      ago(2),
      movement('provider_receivable', 'pending_settlement', 100_000, { kind: 'payment', ...of }),
      movement('pending_settlement', 'fees_paid', 700, { kind: 'payment_fee', ...of }),
      movement('pending_settlement', 'vat_paid', 77, { kind: 'payment_fee_vat', ...of, description: 'VAT 11 %' }),
    );
    const entries = await everyEntry(getAccountId('pending_settlement'));
    expect(entries.map(({ kind, debit, credit, balance_after }) => [kind, debit, credit, balance_after])).toEqual([
      ['payment_fee_vat', 77, null, 99_223],
      ['payment_fee', 700, null, 99_300],
      ['payment', null, 100_000, 100_000],
    ]);
    const { data } = await kopi.ok(getJournal, { params: { id: entries[0]?.journal_id ?? '' } });
    expect(data.transfers.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', 100_000],
      ['payment_fee', 700],
      ['payment_fee_vat', 77],
    ]);
    expect(data.transfers[2]).toMatchObject({
      debit_account: { id: getAccountId('pending_settlement'), type: 'pending_settlement' },
      credit_account: { id: getAccountId('vat_paid'), type: 'vat_paid' },
      reference_id: 'txn_whole',
      description: 'VAT 11 %',
      reverses_id: null,
    });
  });

  test('a reversed movement is marked as reversed', async () => {
    await post(ago(3), movement('bank_clearing', 'refunds', 900, { reference_id: 'taken-back' }));
    const [taken] = await everyEntry(getAccountId('refunds'));
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const reversal = { ...movement('refunds', 'bank_clearing', 900), reverses_id: taken?.id ?? '' };
      await postTransfers(tx, { posted_at: ago(1), transfers: [reversal] });
    });
    const entries = await everyEntry(getAccountId('refunds'));
    expect(entries.map(({ status, reverses_id }) => [status, reverses_id])).toEqual([
      ['posted', taken?.id],
      ['reversed', null],
    ]);
  });

  test('a cursor that is not ours is refused', async () => {
    for (const cursor of ['x', Buffer.from('["2026-11-18T00:00:00.000Z","txn_1"]').toString('base64url')]) {
      const answer = await kopi.call(listBalanceEntries, { params: { id: getAccountId('payout') }, query: { cursor } });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('filters and statements', () => {
  let all: BalanceEntry[];
  beforeAll(async () => {
    const kinds = ['payment', 'payment_fee', 'top_up', 'withdrawal'];
    for (let n = 0; n < 40; n++) {
      const [debit, credit] = n % 3 === 0 ? ['fees_paid', 'bank_clearing'] : ['bank_clearing', 'fees_paid'];
      const reference = { reference_type: 'transaction', reference_id: `txn_${n % 2 === 0 ? 'even' : 'odd'}_${n}` };
      const more = { kind: kinds[n % 4] ?? '', ...reference, ...(n === 7 ? { description: '=cmd' } : {}) };
      await post(ago(60 - n, n), movement(debit as string, credit as string, 1_000 + n, more));
      if (n === 30) await fold();
    }
    all = await everyEntry(getAccountId('fees_paid'));
  });
  const getAmount = ({ debit, credit }: BalanceEntry) => debit ?? credit ?? 0;
  const cases: [string, Record<string, string>, (entry: BalanceEntry) => boolean][] = [
    ['from', { from: ago(40).toISOString() }, (entry) => entry.posted_at >= ago(40).toISOString()],
    ['to', { to: ago(40, 20).toISOString() }, (entry) => entry.posted_at < ago(40, 20).toISOString()],
    ['kind', { kind: 'payment,top_up' }, ({ kind }) => kind === 'payment' || kind === 'top_up'],
    ['direction', { direction: 'debit' }, ({ debit }) => debit !== null],
    ['direction', { direction: 'credit' }, ({ credit }) => credit !== null],
    ['amount_min', { amount_min: '1020' }, (entry) => getAmount(entry) >= 1_020],
    ['amount_max', { amount_max: '1020' }, (entry) => getAmount(entry) <= 1_020],
    ['reference', { reference: 'TXN_even_1' }, ({ reference_id }) => reference_id.startsWith('txn_even_1')],
    [
      'all together',
      {
        from: ago(58).toISOString(),
        to: ago(25).toISOString(),
        kind: 'payment,top_up,payment_fee',
        direction: 'credit',
        amount_min: '1005',
        amount_max: '1030',
        reference: 'txn_even',
      },
      (entry) =>
        entry.posted_at >= ago(58).toISOString() &&
        entry.posted_at < ago(25).toISOString() &&
        entry.kind !== 'withdrawal' &&
        entry.credit !== null &&
        getAmount(entry) >= 1_005 &&
        getAmount(entry) <= 1_030 &&
        entry.reference_id.startsWith('txn_even'),
    ],
  ];

  test.each(cases)('%s: %o narrows the list and leaves the balances as they are', async (_name, query, wanted) => {
    const expected = all.filter(wanted);
    expect(expected.length).toBeGreaterThan(2);
    expect(expected.length).toBeLessThan(all.length);
    expect(await everyEntry(getAccountId('fees_paid'), query)).toEqual(expected);
    expect(await everyEntry(getAccountId('fees_paid'), { ...query, limit: 3 })).toEqual(expected);
  });

  test.each([...cases, ['nothing', {}, () => true] as (typeof cases)[number]])(
    '%s: the statement holds the same movements between opening and closing balance',
    async (_name, query) => {
      const expected = (await everyEntry(getAccountId('fees_paid'), query)).toReversed();
      const answer = await downloadCsv(getAccountId('fees_paid'), query);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toContain('statement-fees-paid-2026-11-18.csv');
      const lines = parseLines(answer.body);
      const [opening, closing] = [lines.shift(), lines.pop()];
      const read = ({ id, kind, reference_id, debit, credit, balance_after }: Record<string, string>) =>
        [id, kind, reference_id, debit, credit, balance_after].map(String);
      expect(lines.map(read)).toEqual(
        expected.map((entry) =>
          [entry.id, entry.kind, entry.reference_id, entry.debit ?? '', entry.credit ?? '', entry.balance_after].map(
            String,
          ),
        ),
      );
      const upTo = (at: string | undefined) =>
        all.filter((entry) => at === undefined || entry.posted_at < at).reduce((sum, entry) => sum + net(entry), 0);
      const { from, to } = query;
      expect([opening?.['kind'], opening?.['balance_after']]).toEqual([
        'opening_balance',
        String(from === undefined ? 0 : upTo(from)),
      ]);
      expect([closing?.['kind'], closing?.['balance_after']]).toEqual(['closing_balance', String(upTo(to))]);
    },
  );

  test('an id of any type is on one line of the PDF, in both languages', async () => {
    const types = Object.keys(ID_PREFIXES) as IdType[];
    const ids = types.map((type) => newId(type, t.clock.now()));
    await post(ago(0), ...ids.map((reference_id) => movement('reserve', 'bank_clearing', 1, { reference_id })));
    for (const language of ['en', 'id']) {
      const headers = { 'accept-language': language };
      const params = { id: getAccountId('reserve') };
      const text = readPdfText((await kopi.call(getBalanceStatement, { params, headers })).rawPayload);
      expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
      expect(ids.filter((id) => !text.includes(id))).toEqual([]);
    }
  });

  test.each([...cases, ['nothing', {}, () => true] as (typeof cases)[number]])(
    '%s: the PDF holds the same movements between opening and closing balance',
    async (_name, query) => {
      const expected = (await everyEntry(getAccountId('fees_paid'), query)).toReversed();
      const answer = await kopi.call(getBalanceStatement, {
        params: { id: getAccountId('fees_paid') },
        query: query as never,
      });
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.headers['content-disposition']).toContain('statement-fees-paid-2026-11-18.pdf');
      const text = readPdfText(answer.rawPayload);
      expect(findUntranslatedCodes(text)).toEqual([]);
      const metric = (value: number) => new Intl.NumberFormat('id-ID').format(value);
      const csv = parseLines((await downloadCsv(getAccountId('fees_paid'), query)).body);
      const ends = [csv[0], csv.at(-1)].map((line) => metric(Number(line?.['balance_after'])));
      const lines = text.split('\n').map((line) => line.trim());
      expect(lines.find((line) => line.includes('Opening balance'))).toMatch(new RegExp(`${ends[0]}$`));
      expect(lines.find((line) => line.includes('Closing balance'))).toMatch(new RegExp(`${ends[1]}$`));
      const shown_balances = expected.map(({ balance_after }) => metric(balance_after));
      const rows = lines.filter((line) => expected.some(({ reference_id }) => line.includes(reference_id)));
      expect(rows.map((line) => line.split(/\s+/).at(-1))).toEqual(shown_balances);
      expect(text.includes('Balances include all movements')).toBe(
        Object.keys(query).some((key) => !['from', 'to'].includes(key)),
      );
    },
  );

  test("a PDF of another merchant's account is not there, and one of too many movements is refused", async () => {
    const foreign = await batik.call(getBalanceStatement, { params: { id: getAccountId('fees_paid') } });
    expect(foreign.statusCode).toBe(404);
    const owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
    await owner.query(`alter table app.transfer no force row level security;
      insert into app.transfer (merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_type,
        reference_id, posted_at)
      select '${merchant_id}', 'lje_' || lpad(n::text, 26, '0'), 'jrn_' || lpad(n::text, 26, '0'), '${getAccountId('suspense')}',
        '${getAccountId('rounding')}', 1, 'adjustment', 'test', 'many-' || n, timestamptz '2020-01-01' from generate_series(1, 10001) n;
      alter table app.transfer force row level security`);
    await owner.end();
    const refused = await kopi.call(getBalanceStatement, { params: { id: getAccountId('rounding') } });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'statement_too_long']);
  });

  test('a statement of a period without movements opens and closes with the same balance', async () => {
    const at = ago(10, 17).toISOString();
    const lines = parseLines((await downloadCsv(getAccountId('fees_paid'), { from: at, to: at })).body);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.['balance_after']).toBe(lines[1]?.['balance_after']);
  });

  test('a description that a spreadsheet would run is made harmless', async () => {
    expect((await downloadCsv(getAccountId('fees_paid'))).body).toContain(",'=cmd,");
  });

  test('what is no filter is refused', async () => {
    for (const query of [{ kind: 'A;b' }, { direction: 'up' }, { amount_min: '-1' }, { from: 'yesterday' }]) {
      const answer = await kopi.call(listBalanceEntries, {
        params: { id: getAccountId('payout') },
        query: query as never,
      });
      expect(answer.statusCode).toBe(400);
    }
  });
});
