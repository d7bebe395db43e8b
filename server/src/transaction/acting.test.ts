/** What people do with one payment: a receipt, notes, cancelling; and what its page says of its fee. */
import { createApiKey } from '@dasbor/contract/api-settings';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import {
  type Transaction,
  cancelTransaction,
  getTransaction,
  getTransactionReceipt,
  listTransactions,
  syncTransaction,
} from '@dasbor/contract/transaction';
import { createTransactionNote, deleteTransactionNote, listTransactionNotes } from '@dasbor/contract/transaction-note';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { type BankProcess, startBank } from '../../test/bank-process.ts';
import { findFreePort } from '../../test/free-port.ts';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listEntries } from '../audit/queries.ts';
import { asMerchant } from '../db/tx.ts';
import { newId } from '../db/new-id.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
let owner: pg.Client;
let rows: Transaction[];

/** One payment of Rp 82.500 in each of some states; what is paid cost 0.7 %. */
async function insertPayments(): Promise<void> {
  for (const [n, status] of (['success', 'expired', 'failed'] as const).entries()) {
    const is_paid = status === 'success';
    const at = new Date(Date.parse('2026-11-10T03:00:00.000Z') + n * 60_000).toISOString();
    await owner.query(
      `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, method, amount,
         fee_amount, fee_vat_amount, net_amount, fee_rule_id, status, source, provider, rrn, paid_at, last_event_seq)
       values ($1, $2, $3, $3, $4, 'qris', 82500, $5, $6, $7, $8, $9, 'api', 'bank', $10, $11, 1)`,
      [
        merchant_id,
        newId('transaction', new Date(at)),
        at,
        `KN-${n}`,
        is_paid ? 578 : 0,
        is_paid ? 64 : 0,
        is_paid ? 81_858 : 82_500,
        is_paid ? 'fee_01jgf5et800000000000000003' : null,
        status,
        is_paid ? '610200000251' : null,
        is_paid ? at : null,
      ],
    );
  }
}

beforeAll(async () => {
  const port = await findFreePort();
  t = await startTestApp({ env: { BANK_PORT: String(port) } });
  // The bank's clock is the real one.
  t.clock.set(new Date());
  const partner_url = await t.app.listen({ port: 0, host: '127.0.0.1' });
  bank = await startBank({ port, data_dir: t.deps.env.DATA_DIR, partner_url });
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  kopi = await t.signIn('superadmin@kopi.example');
  await insertPayments();
  rows = (await kopi.ok(listTransactions, { query: { limit: 100 } })).data;
});
afterAll(async () => {
  await bank?.stop();
  await owner?.end();
  await t?.close();
});

const idOfStatus = (status: Transaction['status']): string => {
  const row = rows.find((each) => each.status === status);
  if (!row) throw new Error(`no payment that is ${status}`);
  return row.id;
};
const actions = async (id: string): Promise<string[]> => {
  const log = await asMerchant(t.deps.db, merchant_id, (tx) => listEntries(tx, merchant_id, 0, 500));
  return log.filter((entry) => entry.object_id === id).map(({ action }) => action);
};

describe('domain 1.6: the receipt', () => {
  test('is a PDF in Indonesian and English with the payment and without the fee', async () => {
    const id = idOfStatus('success');
    const answer = await kopi.call(getTransactionReceipt, { params: { id } });
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${id}.pdf"`);
    const { data } = await kopi.ok(getTransaction, { params: { id } });
    const text = readPdfText(answer.rawPayload);
    expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
    const amount = `Rp ${new Intl.NumberFormat('id-ID').format(data.amount)}`;
    for (const word of ['Bukti pembayaran / Payment receipt', 'LUNAS / PAID', amount, id, 'WIB', data.rrn ?? '?']) {
      expect(text).toContain(word);
    }
    expect(text).toContain(KOPI_NUSANTARA.legal_name);
    // The random letters of the id can spell any of these words.
    expect(text.replaceAll(id, '')).not.toMatch(/fee|MDR|PPN/i);
  });

  test.each(['expired', 'failed'] as const)('is not available for a payment that is %s', async (status) => {
    const answer = await kopi.call(getTransactionReceipt, { params: { id: idOfStatus(status) } });
    expect(toStatusAndCode(answer)).toEqual([409, 'not_paid']);
  });
});

describe('domain 1.5: cancelling', () => {
  let asked = 0;
  const ask = async (): Promise<string> => {
    const headers = { 'idempotency-key': `cancel-${++asked}` };
    const made = await kopi.ok(createQrisPayment, { body: { amount: 10_000 }, headers });
    return made.data.transaction_id ?? '';
  };
  const cancel = (id: string, client = kopi) => client.call(cancelTransaction, { params: { id } });

  test('cancels a pending payment at the bank and here, once, and records the actor', async () => {
    const id = await ask();
    const answer = await cancel(id);
    expect(answer.statusCode).toBe(200);
    const { data } = await kopi.ok(getTransaction, { params: { id } });
    expect(data.status).toBe('cancelled');
    expect(data.events.at(-1)).toMatchObject({ to_status: 'cancelled', actor_type: 'user' });
    const headers = { 'accept-language': 'id' };
    const indonesian = await kopi.ok(getTransaction, { params: { id }, headers });
    expect(indonesian.data.events.at(-1)?.reason).toMatch(/^Dibatalkan/);
    expect(await actions(id)).toContain('transaction.cancelled');
    expect(toStatusAndCode(await cancel(id))).toEqual([409, 'not_cancellable']);
  });

  test('nothing is cancelled while the bank does not respond', async () => {
    const id = await ask();
    await bank.setSwitches({ offline: true });
    expect(toStatusAndCode(await cancel(id))).toEqual([502, 'bank_unreachable']);
    await bank.setSwitches({ offline: false });
    expect((await kopi.ok(getTransaction, { params: { id } })).data.status).toBe('pending');
  });

  test.each(['success', 'expired', 'failed'] as const)('does not change a payment that is %s', async (status) => {
    expect(toStatusAndCode(await cancel(idOfStatus(status)))).toEqual([409, 'not_cancellable']);
  });

  test('requires manage access to transactions', async () => {
    expect((await cancel(idOfStatus('success'), await t.signIn('support@kopi.example'))).statusCode).toBe(403);
  });
});

test('domain 1.6: the fee calculation of a payment matches the charged amounts', async () => {
  const paid = rows.filter(({ status }) => status === 'success').slice(0, 20);
  for (const { id } of paid) {
    const { data } = await kopi.ok(getTransaction, { params: { id } });
    const { fee_amount, fee_vat_amount, net_amount } = data;
    expect(data.fee_working).toMatchObject({ fee_amount, fee_vat_amount, net_amount, bound: null });
    expect(data.fee_rule).toMatchObject({ is_own: false, method: data.method });
    expect(data.provider).not.toBe('');
  }
});

test('metadata of the merchant is returned with the payment', async () => {
  const headers = { 'idempotency-key': 'metadata' };
  const metadata = { table: 'T7', 'cashier.name': 'Ayu' };
  const { data } = await kopi.ok(createQrisPayment, { body: { amount: 10_000, metadata }, headers });
  const read = await kopi.ok(getTransaction, { params: { id: data.transaction_id ?? '' } });
  expect(read.data.metadata).toEqual(metadata);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`name-${at}`, 'x']));
  const refused = await kopi.call(createQrisPayment, { body: { amount: 10_000, metadata: many }, headers });
  expect(refused.statusCode).toBe(400);
});

test('the expiry time is stored', async () => {
  const headers = { 'idempotency-key': 'expiry' };
  const body = { amount: 10_000, expires_in_minutes: 1 };
  const { data } = await kopi.ok(createQrisPayment, { body, headers });
  t.clock.advance(120_000);
  const id = data.transaction_id ?? '';
  const synced = await kopi.ok(syncTransaction, { params: { id } });
  expect(synced.data).toMatchObject({ status: 'expired', expired_at: t.clock.now().toISOString() });
});

// Last, for it waits longer than the clocks of two parties may differ.
describe('domain 1.6: notes', () => {
  const note = (id: string, body: string, client = kopi) =>
    client.call(createTransactionNote, { params: { id }, body: { body } });
  const listNotes = (id: string, client = kopi) => client.ok(listTransactionNotes, { params: { id } });

  test('are read by colleagues, mention them by name, and can be deleted by their author for 15 minutes', async () => {
    const id = idOfStatus('success');
    let support = await t.signIn('support@kopi.example');
    /** Sessions do not outlast the wait. */
    const wait = async (ms: number) => {
      t.clock.advance(ms);
      kopi = await t.signIn('superadmin@kopi.example');
      support = await t.signIn('support@kopi.example');
    };
    const { colleagues } = await listNotes(id);
    expect(colleagues.length).toBeGreaterThan(3);
    expect((await note(id, `  Please look, @${colleagues[0]}  `, support)).statusCode).toBe(201);
    const seen = (await listNotes(id)).data[0];
    expect(seen).toMatchObject({ body: `Please look, @${colleagues[0]}`, is_own: false, deletable_until: null });
    const own = (await listNotes(id, support)).data[0];
    expect(own?.is_own).toBe(true);
    const params = { id, note_id: own?.id ?? '' };
    expect(toStatusAndCode(await kopi.call(deleteTransactionNote, { params }))).toEqual([409, 'note_not_deletable']);
    await wait(15 * 60_000 + 1);
    expect(toStatusAndCode(await support.call(deleteTransactionNote, { params }))).toEqual([409, 'note_not_deletable']);
    await note(id, 'Mistaken', support);
    await wait(15 * 60_000);
    const [, second] = (await listNotes(id, support)).data;
    expect(second?.deletable_until).not.toBeNull();
    const taken = await support.call(deleteTransactionNote, { params: { id, note_id: second?.id ?? '' } });
    expect(taken.statusCode).toBe(204);
    expect((await listNotes(id)).data.map(({ body }) => body)).toEqual([`Please look, @${colleagues[0]}`]);
    expect(await actions(id)).toEqual(['transaction.note_added', 'transaction.note_added', 'transaction.note_deleted']);
  });

  test.each([
    [0, 400],
    [1_000, 201],
    [1_001, 400],
  ])('of %i characters are answered %i', async (length, status) => {
    expect((await note(idOfStatus('expired'), ` ${'x'.repeat(length)} `)).statusCode).toBe(status);
  });

  test('are for users: an API key creates none, another merchant reads none', async () => {
    const id = idOfStatus('success');
    const access = [{ group: 'Transactions', access: 'manage' }];
    const { data } = await kopi.ok(createApiKey, { body: { name: 'Shop', access } });
    const key = t.client(`Bearer ${data.secret}`);
    expect((await note(id, 'by a machine', key)).statusCode).toBe(403);
    expect((await listNotes(id, key)).data).toHaveLength(1);
    const batik = await t.signIn('superadmin@batik.example');
    expect((await batik.call(listTransactionNotes, { params: { id } })).statusCode).toBe(404);
    expect((await note(id, 'foreign', batik)).statusCode).toBe(404);
  });
});
