import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as contract from '@dasbor/contract/manage-notifications';
import * as report from '@dasbor/contract/report';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/harness.ts';
import { type Openssh, startOpenssh } from '../../test/openssh.ts';
import { paymentJournal } from '../ledger/payment.ts';
import { postTransfers } from '../ledger/posting.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { createEgress } from '../egress/gate.ts';
import { createMailer } from '../mail/mailer.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { reportJobs } from './jobs.ts';

const { merchant_id } = KOPI_NUSANTARA;
const DAY = '2026-11-17';
const MINUTE_MS = 60_000;

let openssh: Openssh;
let smtp: SMTPServer;
let test_app: TestApp;
let client: TestClient;
/** What the SMTP server answers to a recipient: undefined takes the mail. */
let refusal: { responseCode: number } | undefined;
let mails: Buffer[] = [];

beforeAll(async () => {
  openssh = await startOpenssh();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal ? Object.assign(new Error('not now'), refusal) : undefined),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = smtp.server.address() as AddressInfo;
  test_app = await startTestApp({
    change: (deps) => ({
      ...deps,
      egress: createEgress(deps.env, { allow: [{ host: '127.0.0.1', port: openssh.port }] }),
      mailer: createMailer({ ...deps.env, SMTP_URL: `smtp://127.0.0.1:${port}` }),
    }),
  });
  await addPaid('INV-1', '2026-11-16T17:00:00.000Z', 50_000);
  await addPaid('INV-2', '2026-11-17T16:59:59.999Z', 25_000);
  await addPaid('INV-before', '2026-11-16T16:59:59.999Z', 1_000);
  await addPaid('INV-after', '2026-11-17T17:00:00.000Z', 1_000);
  // Paid the day before, but the bank told late: it belongs to the day on which it was taken, and to no other.
  await addPaid('INV-told-late', '2026-11-16T10:00:00.000Z', 7_000, '2026-11-17T03:00:00.000Z');
});
afterAll(async () => {
  await test_app.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await openssh.remove();
});
/** Sessions end while the clock moves on. */
async function later(by_ms: number): Promise<void> {
  test_app.clock.advance(by_ms);
  client = await test_app.signIn('superadmin@kopi.example');
}
beforeEach(async () => {
  await later(1_000);
  refusal = undefined;
  mails = [];
  await configure();
});

const configure = (more: object = {}) =>
  client.ok(contract.saveNotificationConfiguration, {
    body: {
      email_recipients: 'a@kopi.example,b@kopi.example',
      email_delivery_enabled: true,
      sftp_delivery_enabled: true,
      sftp_host: '127.0.0.1',
      sftp_port: openssh.port,
      sftp_username: openssh.username,
      sftp_password: openssh.password,
      ...more,
    },
  });

/** A payment of `paid_at` that the ledger took at `taken_at`, the same instant unless said. */
async function addPaid(merchant_reference: string, paid_at: string, amount: number, taken_at = paid_at): Promise<void> {
  const at = new Date(paid_at);
  const transaction_id = newId('transaction', at);
  await asMerchant(test_app.deps.db, merchant_id, async (tx) => {
    await tx.sql
      .insertInto('transaction')
      .values({
        merchant_id,
        id: transaction_id,
        created_at: at,
        updated_at: at,
        paid_at: at,
        merchant_reference,
        amount,
        net_amount: amount,
        method: 'qris',
        status: 'success',
        source: 'dashboard',
        provider: 'sandbox',
        settlement_status: 'unsettled',
        last_event_seq: 1,
      })
      .execute();
    const accounts = await tx.sql.selectFrom('ledger_account').select(['type', 'id']).execute();
    const ids = Object.fromEntries(accounts.map(({ type, id }) => [type, id]));
    const payment = { transaction_id, amount, fee_amount: 0, fee_vat_amount: 0 };
    await postTransfers(tx, paymentJournal(payment, ids, new Date(taken_at)));
  });
}

const run = (name: string, payload: Record<string, string> = {}) =>
  reportJobs.find((job) => job.name === name)?.run(test_app.deps, payload);
const deliver = (run_id: string) => run('deliver_report', { merchant_id, run_id });
const request = async () =>
  (
    await client.ok(report.sendReport, {
      body: { business_day: DAY },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
  ).data.id;
const read = async (id: string) => {
  const found = (await client.ok(report.listReportRuns)).data.find((each) => each.id === id);
  if (found === undefined) throw new Error('no such run');
  return found;
};
const fileOf = (name: string | null) => readFileSync(join(openssh.home, name ?? ''));

/** When the queue comes back to a run, in minutes from now. */
async function minutesUntilNext(run_id: string): Promise<number | undefined> {
  const pg = await import('pg');
  const owner = new pg.default.Client({ connectionString: test_app.database.owner_url });
  await owner.connect();
  const found = await owner.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [
    `deliver_report:${run_id}`,
  ]);
  await owner.end();
  const at = found.rows[0]?.run_at;
  return at && Math.round((at.getTime() - test_app.clock.now().getTime()) / MINUTE_MS);
}

test('a report of the paid transactions of the day reaches both channels, once, as the same file', async () => {
  const id = await request();
  await deliver(id);
  const done = await read(id);
  expect(done).toMatchObject({
    status: 'delivered',
    row_count: 3,
    email_status: 'delivered',
    sftp_status: 'delivered',
    attempts: 1,
    error: null,
    finished_at: test_app.clock.now().toISOString(),
  });
  expect(done.file_name).toMatch(/^transactions_KOPI_20261117_\d+\.csv$/);
  const file = fileOf(done.file_name);
  expect(createHash('sha256').update(file).digest('hex')).toBe(done.sha256);
  expect(file.toString()).toContain('INV-1');
  expect(file.toString()).toContain('INV-2');
  expect(file.toString()).toContain('INV-told-late');
  expect(file.toString()).not.toMatch(/INV-before|INV-after/);
  const parsed = await Promise.all(mails.map((mail) => PostalMime.parse(mail)));
  expect(parsed.map((mail) => mail.to?.[0]?.address)).toEqual(['a@kopi.example', 'b@kopi.example']);
  expect(new Set(parsed.map((mail) => mail.messageId)).size).toBe(2);
  for (const mail of parsed) {
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(file)).toBe(true);
    expect(mail.attachments[0]?.filename).toBe(done.file_name);
  }
  // Fired again, by a worker that came back: nothing happens.
  await deliver(id);
  expect(mails).toHaveLength(2);
  expect(await read(id)).toEqual(done);
});

test('the first delivery pins the host key of the server', async () => {
  const { data } = await client.ok(contract.getNotificationConfiguration);
  expect(data.sftp_host_key_fingerprint).toBe(openssh.fingerprint());
});

test('one channel down: the other is served at once, and neither twice', async () => {
  refusal = { responseCode: 450 };
  const id = await request();
  await deliver(id);
  expect(await read(id)).toMatchObject({
    status: 'retrying',
    email_status: 'waiting',
    sftp_status: 'delivered',
    error: expect.stringContaining('E-mail: a@kopi.example: The mail server asked to try again'),
  });
  expect(await minutesUntilNext(id)).toBe(1);
  // Too early: nothing is tried.
  await deliver(id);
  expect(await read(id)).toMatchObject({ attempts: 1 });

  const written = readdirSync(openssh.home).length;
  refusal = undefined;
  await later(MINUTE_MS);
  await deliver(id);
  expect(await read(id)).toMatchObject({ status: 'delivered', attempts: 2, error: null });
  expect(mails).toHaveLength(2);
  expect(readdirSync(openssh.home)).toHaveLength(written);
});

test('an SFTP server that is down is tried after 1, 5, 15 and 30 minutes, then hourly, and finally served', async () => {
  await openssh.kill();
  const id = await request();
  const waits = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    await deliver(id);
    const minutes = (await minutesUntilNext(id)) ?? 0;
    waits.push(minutes);
    await later(minutes * MINUTE_MS);
  }
  expect(waits).toEqual([1, 5, 15, 30, 60, 60]);
  expect(await read(id)).toMatchObject({ status: 'retrying', email_status: 'delivered', sftp_status: 'waiting' });
  await openssh.restart();
  await deliver(id);
  const done = await read(id);
  expect(done).toMatchObject({ status: 'delivered', attempts: 7 });
  expect(createHash('sha256').update(fileOf(done.file_name)).digest('hex')).toBe(done.sha256);
  expect(mails).toHaveLength(2);
});

test('a wrong password is tried hourly only; saving the right one makes the run due at once', async () => {
  await configure({ sftp_password: 'wrong' });
  const id = await request();
  await deliver(id);
  expect(await read(id)).toMatchObject({
    status: 'retrying',
    error: 'SFTP: The server did not accept the user name and password.',
  });
  expect(await minutesUntilNext(id)).toBe(60);
  await configure();
  expect(await minutesUntilNext(id)).toBeLessThanOrEqual(0);
  await deliver(id);
  expect(await read(id)).toMatchObject({ status: 'delivered', error: null });
});

test('a changed host key stops the delivery before the password is sent, and says so', async () => {
  await openssh.restart({ new_host_key: true });
  const log_before = openssh.log().length;
  const id = await request();
  await deliver(id);
  expect(await read(id)).toMatchObject({
    sftp_status: 'waiting',
    error: expect.stringContaining('SFTP: The host key of this server is not the one'),
  });
  expect(openssh.log().slice(log_before)).not.toMatch(/userauth-request/);
  // Another server and back forgets the key.
  await configure({ sftp_delivery_enabled: false, sftp_port: 2222, sftp_host: 'sftp.kopi.example' });
  await configure();
  await deliver(id);
  expect(await read(id)).toMatchObject({ status: 'delivered' });
});

test('killed after the file and one mail had gone out, before it was written down: nothing arrives twice', async () => {
  const id = await request();
  await deliver(id);
  const { file_name } = await read(id);
  // What a SIGKILL leaves: the channels still wait, and the ledger knows of one of the two mails.
  await asMerchant(test_app.deps.db, merchant_id, async (tx) => {
    await tx.sql
      .updateTable('report_run')
      .set({ status: 'delivering', email_status: 'waiting', sftp_status: 'waiting', finished_at: null })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    await tx.sql
      .updateTable('report_mail')
      .set({ sent_at: null })
      .where('merchant_id', '=', merchant_id)
      .where('run_id', '=', id)
      .where('recipient', '=', 'b@kopi.example')
      .execute();
  });
  await deliver(id);
  expect(await read(id)).toMatchObject({ status: 'delivered' });
  expect(
    readdirSync(openssh.home)
      .filter((name) => name.includes(file_name ?? ''))
      .toSorted(),
  ).toEqual([file_name, `${file_name}.sum`]);
  const ids = (await Promise.all(mails.map((mail) => PostalMime.parse(mail)))).map((mail) => mail.messageId);
  // The mail whose acknowledgement was lost is sent again under its Message-ID; the other is not.
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(2);
});

test('the file is frozen: a payment that arrives later does not change what is tried again', async () => {
  refusal = { responseCode: 450 };
  const id = await request();
  await deliver(id);
  const before = await read(id);
  await addPaid('INV-late', '2026-11-17T10:00:00.000Z', 9_000);
  refusal = undefined;
  await later(MINUTE_MS);
  await deliver(id);
  expect(await read(id)).toMatchObject({ status: 'delivered', sha256: before.sha256, row_count: before.row_count });
  const mail = await PostalMime.parse(mails[0] ?? '');
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).not.toContain('INV-late');
});

test('a recipient who is removed while the run waits gets nothing; one who is added does', async () => {
  refusal = { responseCode: 450 };
  const id = await request();
  await deliver(id);
  refusal = undefined;
  await configure({ email_recipients: 'c@kopi.example' });
  await deliver(id);
  const parsed = await Promise.all(mails.map((mail) => PostalMime.parse(mail)));
  expect(parsed.map((mail) => mail.to?.[0]?.address)).toEqual(['c@kopi.example']);
});

test('switched off while it waits, a run ends and says why', async () => {
  await openssh.kill();
  const id = await request();
  await configure({ email_delivery_enabled: false, sftp_delivery_enabled: false });
  await deliver(id);
  expect(await read(id)).toMatchObject({
    status: 'failed',
    email_status: 'off',
    sftp_status: 'off',
    error: 'Report delivery was switched off before the report could be delivered.',
  });
  expect(existsSync(join(openssh.home, (await read(id)).file_name ?? 'x'))).toBe(false);
  await openssh.restart();
});
