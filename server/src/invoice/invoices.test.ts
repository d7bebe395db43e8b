/** Invoices of random months against the ledger, their numbers, files, emails and access, and credit notes. */
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveRequest, listApprovals, rejectRequest } from '@dasbor/contract/approval';
import {
  type Invoice,
  createCreditNote,
  downloadInvoice,
  getInvoice,
  listInvoiceLines,
  listInvoices,
  setTaxInvoiceNumber,
} from '@dasbor/contract/invoice';
import { toStatusAndCode } from '../../test/answer.ts';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { insertMonth } from '../../test/report-fixture.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { foldBalances } from '../ledger/folding.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { sendDueEmails } from '../notification-email/send.ts';
import { findMessage, listMessages } from '../mail/mailbox-folder.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { expireCreditNote } from './credit-note.ts';
import { getReportSource } from '../report/source.ts';
import { issueInvoices } from './issue.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const SEED = Number(process.env['SEED'] ?? 20261101);
let t: TestApp;
let owner: TestClient;
let maker: TestClient;
let checker: TestClient;
let keys = 0;
const headers = () => ({ 'idempotency-key': `invoice-${++keys}` });

beforeAll(async () => {
  t = await startTestApp();
  owner = await t.signIn('superadmin@kopi.example');
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
  await insertMonth(t.deps.db, KOPI, new Date('2026-09-30T17:00:00.000Z'), { days: 31, seed: SEED });
  const paid = [
    [KOPI, '2026-09-30T16:59:59.999Z'],
    [KOPI, '2026-10-31T17:00:00.000Z'],
    [BATIK, '2026-10-05T03:00:00.000Z'],
  ] as const;
  for (const [merchant_id, paid_at] of paid) {
    await insertPayment(t.deps.db, merchant_id, {
      method: 'virtual_account',
      channel_code: 'BCA',
      amount: 500_000,
      paid_at: new Date(paid_at),
    });
  }
  await foldAll();
  // Two workers at the same time.
  await Promise.all([issueInvoices(t.deps), issueInvoices(t.deps)]);
});
afterAll(() => t?.close());
// The order of a list is the order of time.
beforeEach(() => t.clock.advance(1_000));

const foldAll = () => foldBalances(t.deps.db, t.clock.now());
const listAll = async (client: TestClient, query = {}) => (await client.ok(listInvoices, { query })).data;

/** Fees and VAT that the ledger holds, by month. */
async function readLedger(merchant_id: string, month: string) {
  const { rows } = await asMerchant(t.deps.db, merchant_id, (tx) =>
    sql<{ fee: number; vat: number }>`
      select coalesce(sum(case when f.credit_account = a.id then f.amount else -f.amount end)
          filter (where a.type = 'fees_paid'), 0)::bigint as fee,
        coalesce(sum(case when f.credit_account = a.id then f.amount else -f.amount end)
          filter (where a.type = 'vat_paid'), 0)::bigint as vat
      from app.transfer f
      join app.ledger_account a on a.merchant_id = ${merchant_id} and a.id in (f.debit_account, f.credit_account)
        and a.type in ('fees_paid', 'vat_paid')
      where f.merchant_id = ${merchant_id} and to_char(f.posted_at at time zone 'Asia/Jakarta', 'YYYY-MM') = ${month}`.execute(
      tx.sql,
    ),
  );
  return rows[0];
}
/** Documents by the month of their postings: that of a correction is the month in which it was issued. */
function sumDocuments(documents: readonly Invoice[], month: string) {
  const own = documents.filter((each) =>
    (each.corrects_id === null ? each.period_from : each.issue_date).startsWith(month),
  );
  return {
    fee: own.reduce((sum, { fee_amount }) => sum + fee_amount, 0),
    vat: own.reduce((sum, { vat_amount }) => sum + vat_amount, 0),
  };
}

const findOctober = async (): Promise<Invoice> =>
  (await listAll(owner, { kind: ['invoice'] })).find(({ period_from }) => period_from === '2026-10-01')!;

test('the report of the same month prints the number of the document, and one of other days its own', async () => {
  const [issued] = (await listAll(owner)).filter(({ period_from }) => period_from === '2026-10-01');
  const month = { period_from: '2026-10-01', period_to: '2026-10-31' };
  const input = { report_type: 'fee_invoice', settlement_batch_id: null, number: 1, language: 'en' } as const;
  const { title, details } = await getReportSource(t.deps, KOPI, { ...input, ...month });
  expect(title).toContain(issued!.number);
  expect(details.map(([, value]) => value)).toContain(issued!.number);
  const other = await getReportSource(t.deps, KOPI, { ...input, ...month, period_to: '2026-10-15' });
  expect(other.title).not.toContain(issued!.number);
});

describe('monthly invoices', () => {
  test('each month with fees has one document, equal to the ledger to the rupiah', async () => {
    const documents = await listAll(owner);
    expect(documents.map(({ period_from }) => period_from).toSorted()).toEqual(['2026-09-01', '2026-10-01']);
    for (const month of ['2026-09', '2026-10']) {
      expect(sumDocuments(documents, month)).toEqual(await readLedger(KOPI, month));
    }
    for (const { id, ...totals } of documents) {
      const { lines } = (await owner.ok(getInvoice, { params: { id } })).data;
      const fields = ['fee_amount', 'dpp_amount', 'vat_amount', 'total_amount'] as const;
      for (const field of fields) expect(lines.reduce((sum, line) => sum + line[field], 0)).toBe(totals[field]);
    }
  });

  test('numbers have no gaps within a month, over all merchants', async () => {
    const october = (await listAll(maker)).filter(({ period_from }) => period_from === '2026-10-01');
    expect(october.map(({ number }) => number).toSorted()).toEqual(['INV-202610-00001', 'INV-202610-00002']);
  });

  test('the job is idempotent, and the running month is not invoiced', async () => {
    const before = await listAll(maker);
    await issueInvoices(t.deps);
    expect(await listAll(maker)).toEqual(before);
  });

  test('an invoice is emailed once to people with access to invoices', async () => {
    const { rows } = await asMerchant(t.deps.db, KOPI, (tx) =>
      sql<{ object_id: string }>`select o.object_id from app.notification_email_outbox o
        where o.merchant_id = ${KOPI} and o.action = 1013`.execute(tx.sql),
    );
    expect(rows.map(({ object_id }) => object_id).toSorted()).toEqual(
      (await listAll(owner)).map(({ id }) => id).toSorted(),
    );
  });
});

test('the email that is sent names the invoice and leads to its file', async () => {
  const october = await findOctober();
  await dispatchNotifications(t.deps, KOPI);
  await sendDueEmails(t.deps);
  const folder = join(t.deps.env.DATA_DIR, 'mailbox');
  const sent = await Promise.all(
    (await listMessages(folder)).map(async (name) => PostalMime.parse((await findMessage(folder, name)) ?? '')),
  );
  const mails = sent.filter(({ subject }) => subject?.includes(october.number) === true);
  expect(new Set(mails.map(({ to }) => to?.[0]?.address))).toEqual(
    new Set(['superadmin@kopi.example', 'admin@kopi.example', 'finance@kopi.example', 'approver@kopi.example']),
  );
  const [mail] = mails;
  const total = `Rp ${october.total_amount.toLocaleString('id-ID')}`;
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain(`/invoice/${october.id}?download=pdf`);
    expect(text).toContain(october.number);
    expect(text?.replaceAll(/[\u00A0]|&nbsp;/g, ' ')).toContain(total);
  }
});

describe('reading', () => {
  test('a merchant reads its own invoices; the provider reads all, and one merchant of them', async () => {
    expect((await listAll(owner)).every(({ merchant_id }) => merchant_id === KOPI)).toBe(true);
    expect(await listAll(owner, { merchant_id: BATIK })).toEqual([]);
    const [batik] = await listAll(maker, { merchant_id: BATIK });
    expect(batik?.merchant_id).toBe(BATIK);
    const params = { id: batik!.id };
    for (const route of [getInvoice, listInvoiceLines, downloadInvoice]) {
      expect((await owner.call(route, { params })).statusCode).toBe(404);
      expect((await maker.call(route, { params })).statusCode).toBe(200);
    }
    const operator = await t.signIn('operator@kopi.example');
    expect((await operator.call(listInvoices)).statusCode).toBe(403);
  });

  test('filters and pages', async () => {
    const all = await listAll(maker);
    const first = await maker.ok(listInvoices, { query: { limit: 1 } });
    const second = await maker.ok(listInvoices, { query: { limit: 1, cursor: first.next_cursor! } });
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 2));
    expect((await listAll(maker, { q: 'Batik' })).every(({ merchant_id }) => merchant_id === BATIK)).toBe(true);
    expect(await listAll(maker, { q: all[0]!.number })).toEqual([all[0]]);
    expect(await listAll(maker, { kind: ['credit_note'] })).toEqual([]);
    expect(await listAll(maker, { to: '2026-11-17' })).toEqual([]);
  });

  test('the list and the lines are files in both languages', async () => {
    const csv = { accept: 'text/csv' };
    const list = (await owner.call(listInvoices, { headers: csv })).body.trim().split('\n');
    expect(list[0]).toContain('number,kind,merchant_id,merchant_name,period_from');
    expect(list).toHaveLength(1 + (await listAll(owner)).length);
    const october = await findOctober();
    const params = { id: october.id };
    const lines = await owner.call(listInvoiceLines, { params, headers: { ...csv, 'accept-language': 'id' } });
    expect(lines.body.split('\n')[0]).toContain('Nomor baris,Layanan');
    const { data } = await owner.ok(listInvoiceLines, { params });
    expect(lines.body.trim().split('\n')).toHaveLength(1 + data.length);
  });

  test.each([
    ['en', ['INVOICE', 'Billed to', 'PAID', 'Tax invoice', 'Oct 2026', 'In words: ']],
    ['id', ['TAGIHAN', 'Ditagihkan kepada', 'LUNAS', 'Faktur pajak', 'Okt 2026', 'Terbilang: ']],
  ])('the PDF names both parties, tax and total in %s', async (language, words) => {
    const october = await findOctober();
    const answer = await owner.call(downloadInvoice, {
      params: { id: october.id },
      headers: { 'accept-language': language },
    });
    expect(answer.headers['content-disposition']).toContain(`${october.number}.pdf`);
    const text = readPdfText(answer.rawPayload);
    for (const word of [...words, october.number, 'PT Dasbor Pembayaran Indonesia', '0099.8877.6605.5000', 'rupiah']) {
      expect(text).toContain(word);
    }
    expect(text).toContain(new Intl.NumberFormat('id-ID').format(october.total_amount));
    expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
  });
});

describe('tax invoice number', () => {
  test('the provider sets it; merchants and readers cannot', async () => {
    const [invoice] = await listAll(owner);
    const params = { id: invoice!.id };
    const body = { tax_invoice_no: '04002600123456789' };
    expect((await owner.call(setTaxInvoiceNumber, { params, body })).statusCode).toBe(403);
    const reader = await t.signIn('platform_support@dasbor.example');
    expect((await reader.call(setTaxInvoiceNumber, { params, body })).statusCode).toBe(403);
    expect((await maker.call(setTaxInvoiceNumber, { params, body: { tax_invoice_no: '123' } })).statusCode).toBe(400);
    const { data } = await maker.ok(setTaxInvoiceNumber, { params, body });
    expect(data.tax_invoice_no).toBe(body.tax_invoice_no);
    expect((await listAll(owner, { q: '1234567' })).map(({ id }) => id)).toEqual([invoice!.id]);
  });
});

describe('credit notes', () => {
  const request = async (id: string, fee_amount: number, by = maker) =>
    by.call(createCreditNote, { params: { id }, body: { fee_amount, reason: 'Agreed price' }, headers: headers() });
  const findApproval = async (subject_id: string, invoice_id: string) => {
    const [found] = (await checker.ok(listApprovals, { query: { q: subject_id } })).data;
    expect(found).toMatchObject({ subject_type: 'credit_note', subject_id, details: { invoice_id } });
    return found!.id;
  };
  const approve = (id: string, by = checker) =>
    by.call(approveRequest, { params: { id }, body: {}, headers: headers() });

  test('need a second person, return fees and VAT, and have a document of their own', async () => {
    const invoice = await findOctober();
    const fee_amount = Math.floor(invoice.fee_amount / 3);
    const { data } = (await request(invoice.id, fee_amount)).json() as { data: { id: string; vat_amount: number } };
    const approval = await findApproval(data.id, invoice.id);
    expect(toStatusAndCode(await approve(approval, maker))).toEqual([422, 'self_approval']);
    expect((await approve(approval)).statusCode).toBe(200);
    expect(toStatusAndCode(await approve(approval))).toEqual([409, 'not_pending']);
    const detail = (await owner.ok(getInvoice, { params: { id: invoice.id } })).data;
    const [note] = detail.credit_notes;
    expect(note).toMatchObject({
      number: 'CN-202611-00001',
      kind: 'credit_note',
      fee_amount: -fee_amount,
      vat_amount: -data.vat_amount,
      corrects_id: invoice.id,
    });
    expect(detail.credited_amount).toBe(note!.total_amount);
    expect(detail.creditable_fee_amount).toBe(invoice.fee_amount - fee_amount);
    // Requests are the provider's.
    expect(detail.requests).toEqual([]);
    expect((await maker.ok(getInvoice, { params: { id: invoice.id } })).data.requests).toHaveLength(1);
    const text = readPdfText((await owner.call(downloadInvoice, { params: { id: note!.id } })).rawPayload);
    for (const word of ['CREDIT NOTE', invoice.number, 'Agreed price', 'Minus ']) expect(text).toContain(word);
    // The fixture books disbursements without their rows' history.
    const { discrepancies } = await verifyLedger(t.deps.db);
    expect(discrepancies.filter(({ detail }) => detail.includes('credit_note'))).toEqual([]);
  });

  test('together never exceed the invoice, even while they wait', async () => {
    const invoice = await findOctober();
    const left = (await owner.ok(getInvoice, { params: { id: invoice.id } })).data.creditable_fee_amount;
    expect(toStatusAndCode(await request(invoice.id, left + 1))).toEqual([422, 'exceeds_invoice']);
    const { data } = (await request(invoice.id, left)).json() as { data: { id: string } };
    expect(toStatusAndCode(await request(invoice.id, 1))).toEqual([422, 'exceeds_invoice']);
    await checker.ok(rejectRequest, {
      params: { id: await findApproval(data.id, invoice.id) },
      body: { reason: 'Too much' },
      headers: headers(),
    });
    const detail = (await maker.ok(getInvoice, { params: { id: invoice.id } })).data;
    expect(detail.creditable_fee_amount).toBe(left);
    expect(detail.requests[0]).toMatchObject({ status: 'rejected', remark: 'Too much', credit_note_id: null });
  });

  test('an expired request can be made again; a credit note cannot be corrected', async () => {
    const invoice = await findOctober();
    const { data } = (await request(invoice.id, 1)).json() as { data: { id: string } };
    const later = new Date(t.clock.now().getTime() + 73 * 3_600_000);
    await asMerchant(t.deps.db, KOPI, (tx) => expireCreditNote(tx, data.id, later));
    await asMerchant(t.deps.db, KOPI, (tx) => expireCreditNote(tx, data.id, later));
    const detail = (await maker.ok(getInvoice, { params: { id: invoice.id } })).data;
    expect(detail.requests[0]).toMatchObject({ status: 'rejected', decided_by: null });
    expect(toStatusAndCode(await request(detail.credit_notes[0]!.id, 1))).toEqual([422, 'not_creditable']);
    expect((await request(invoice.id, 1, owner)).statusCode).toBe(403);
  });

  test('the documents of every month still equal the ledger, and credit notes are in no monthly invoice', async () => {
    const paid = { method: 'qris', channel_code: null, amount: 100_000, paid_at: t.clock.now() } as const;
    await insertPayment(t.deps.db, KOPI, paid);
    t.clock.advance(20 * 86_400_000);
    await foldAll();
    await issueInvoices(t.deps);
    for (const [client, merchant_id] of [
      [owner, KOPI],
      [await t.signIn('superadmin@batik.example'), BATIK],
    ] as const) {
      const fresh = merchant_id === KOPI ? await t.signIn('superadmin@kopi.example') : client;
      const documents = await listAll(fresh);
      for (const month of ['2026-09', '2026-10', '2026-11']) {
        expect([month, sumDocuments(documents, month)]).toEqual([month, await readLedger(merchant_id, month)]);
      }
    }
  });

  test('a fee report with the number of an invoice has its total; credit notes of the month are documents of their own', async () => {
    const month = '2026-11';
    const documents = (await listAll(await t.signIn('superadmin@kopi.example'))).filter((each) =>
      each.period_from.startsWith(month),
    );
    const source = await getReportSource(t.deps, KOPI, {
      report_type: 'fee_invoice',
      period_from: `${month}-01`,
      period_to: `${month}-30`,
      settlement_batch_id: null,
      number: 1,
      language: 'en',
    });
    const invoice = documents.find(({ number }) => source.title.includes(number));
    const { rows } = await asMerchant(t.deps.db, KOPI, (tx) => tx.sql.executeQuery(source.rows.compile()));
    const total = (rows as { total_amount: number }[]).reduce((sum, row) => sum + row.total_amount, 0);
    expect([invoice?.kind, total]).toEqual(['invoice', invoice?.total_amount]);
  });
});
