import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@dasbor/contract/report-delivery';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAccountIds } from '../ledger/account-ids.ts';
import { buildPaymentJournal } from '../ledger/payment.ts';
import { postTransfers } from '../ledger/posting.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { MINUTE_MS, type DeliveryFixture, merchant_id, startDeliveryFixture } from '../../test/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await startDeliveryFixture();
  await addPaid('INV-1', '2026-11-16T17:00:00.000Z', 50_000);
  await addPaid('INV-2', '2026-11-17T16:59:59.999Z', 25_000);
  await addPaid('INV-before', '2026-11-16T16:59:59.999Z', 1_000);
  await addPaid('INV-after', '2026-11-17T17:00:00.000Z', 1_000);
  // Paid the day before but reported late by the bank: it belongs to the day on which it was posted.
  await addPaid('INV-reported-late', '2026-11-16T10:00:00.000Z', 7_000, '2026-11-17T03:00:00.000Z');
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.advance(1_000);
  fixture.smtp.setFailure(null);
  fixture.smtp.mails.length = 0;
  await fixture.configure();
});
/** A payment of `paid_at` that the ledger took at `taken_at`, the same instant unless said. */
async function addPaid(merchant_reference: string, paid_at: string, amount: number, taken_at = paid_at): Promise<void> {
  const at = new Date(paid_at);
  const transaction_id = newId('transaction', at);
  await asMerchant(fixture.app.deps.db, merchant_id, async (tx) => {
    const payment = { transaction_id, amount, fee_amount: 0, fee_vat_amount: 0 };
    const journal = buildPaymentJournal(payment, await listAccountIds(tx), new Date(taken_at));
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
        journal_id: journal.id,
        last_event_seq: 1,
      })
      .execute();
    await postTransfers(tx, journal);
  });
}

test('a daily transactions report is delivered once to both channels, as the same file', async () => {
  const id = await fixture.request();
  await fixture.deliver(id);
  const done = await fixture.read(id);
  expect(done).toMatchObject({
    status: 'delivered',
    row_count: 3,
    email_status: 'delivered',
    sftp_status: 'delivered',
    attempts: 1,
    error: null,
    finished_at: fixture.app.clock.now().toISOString(),
  });
  expect(done.file_name).toMatch(/^transactions_KOPI_20261117_\d+\.csv$/);
  const file = fixture.readSftpFile(done.file_name);
  expect(createHash('sha256').update(file).digest('hex')).toBe(done.sha256);
  expect(file.toString()).toContain('INV-1');
  expect(file.toString()).toContain('INV-2');
  expect(file.toString()).toContain('INV-reported-late');
  expect(file.toString()).not.toMatch(/INV-before|INV-after/);
  const parsed = await fixture.smtp.read();
  expect(parsed.map((mail) => mail.to?.[0]?.address)).toEqual(['a@kopi.example', 'b@kopi.example']);
  expect(new Set(parsed.map((mail) => mail.messageId)).size).toBe(2);
  for (const mail of parsed) {
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(file)).toBe(true);
    expect(mail.attachments[0]?.filename).toBe(done.file_name);
  }
  // A repeated job does nothing.
  await fixture.deliver(id);
  expect(fixture.smtp.mails).toHaveLength(2);
  expect(await fixture.read(id)).toEqual(done);
});

test('the first delivery pins the host key of the server', async () => {
  const { data } = await fixture.client().ok(contract.getNotificationConfiguration);
  expect(data.sftp_host_key_fingerprint).toBe(fixture.openssh.fingerprint());
});

test('with one channel down the other is delivered at once, and neither twice', async () => {
  fixture.smtp.setFailure('greylist');
  const id = await fixture.request();
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({
    status: 'retrying',
    email_status: 'waiting',
    sftp_status: 'delivered',
    error: expect.stringContaining('Email: a@kopi.example: The mail server deferred the email'),
  });
  expect(await fixture.minutesUntilNext(id)).toBe(1);
  // Too early: no attempt.
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ attempts: 1 });

  const written = readdirSync(fixture.openssh.home).length;
  fixture.smtp.setFailure(null);
  await fixture.advance(MINUTE_MS);
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered', attempts: 2, error: null });
  expect(fixture.smtp.mails).toHaveLength(2);
  expect(readdirSync(fixture.openssh.home)).toHaveLength(written);
});

test('an unreachable SFTP server is retried after 1, 5, 15 and 30 minutes, then hourly, until delivery', async () => {
  await fixture.openssh.kill();
  const id = await fixture.request();
  const waits = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    await fixture.deliver(id);
    const minutes = (await fixture.minutesUntilNext(id)) ?? 0;
    waits.push(minutes);
    await fixture.advance(minutes * MINUTE_MS);
  }
  expect(waits).toEqual([1, 5, 15, 30, 60, 60]);
  expect(await fixture.read(id)).toMatchObject({
    status: 'retrying',
    email_status: 'delivered',
    sftp_status: 'waiting',
  });
  await fixture.openssh.restart();
  await fixture.deliver(id);
  const done = await fixture.read(id);
  expect(done).toMatchObject({ status: 'delivered', attempts: 7 });
  expect(createHash('sha256').update(fixture.readSftpFile(done.file_name)).digest('hex')).toBe(done.sha256);
  expect(fixture.smtp.mails).toHaveLength(2);
});

test('a wrong password is retried hourly; saving the correct one makes the run due at once', async () => {
  await fixture.configure({ sftp_password: 'wrong' });
  const id = await fixture.request();
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({
    status: 'retrying',
    error: 'SFTP: The server rejected the user name or password. Check both.',
  });
  expect(await fixture.minutesUntilNext(id)).toBe(60);
  await fixture.configure();
  expect(await fixture.minutesUntilNext(id)).toBeLessThanOrEqual(0);
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered', error: null });
});

test('a changed host key stops the delivery before the password is sent, with its error', async () => {
  await fixture.openssh.restart({ new_host_key: true });
  const log_before = fixture.openssh.log().length;
  const id = await fixture.request();
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({
    sftp_status: 'waiting',
    error: expect.stringContaining('SFTP: The host key of this server has changed'),
  });
  expect(fixture.openssh.log().slice(log_before)).not.toMatch(/userauth-request/);
  // Saving another server and then this one again clears the key.
  await fixture.configure({ sftp_delivery_enabled: false, sftp_port: 2222, sftp_host: 'sftp.kopi.example' });
  await fixture.configure();
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered' });
});

test('after a kill between sending and recording, only the unrecorded email is repeated', async () => {
  const id = await fixture.request();
  await fixture.deliver(id);
  const { file_name } = await fixture.read(id);
  // State after a SIGKILL: both channels wait, and one of the two emails is recorded.
  await asMerchant(fixture.app.deps.db, merchant_id, async (tx) => {
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
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered' });
  expect(
    readdirSync(fixture.openssh.home)
      .filter((name) => name.includes(file_name ?? ''))
      .toSorted(),
  ).toEqual([file_name, `${file_name}.sum`]);
  const ids = (await fixture.smtp.read()).map((mail) => mail.messageId);
  // The email without a record is sent again with its Message-ID; the other is not.
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(2);
});

test('the file is frozen: a later payment does not change a retry', async () => {
  fixture.smtp.setFailure('greylist');
  const id = await fixture.request();
  await fixture.deliver(id);
  const before = await fixture.read(id);
  await addPaid('INV-late', '2026-11-17T10:00:00.000Z', 9_000);
  fixture.smtp.setFailure(null);
  await fixture.advance(MINUTE_MS);
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({
    status: 'delivered',
    sha256: before.sha256,
    row_count: before.row_count,
  });
  const [mail] = await fixture.smtp.read();
  expect(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer).toString()).not.toContain('INV-late');
});

test('a waiting run is delivered to the current recipients', async () => {
  fixture.smtp.setFailure('greylist');
  const id = await fixture.request();
  await fixture.deliver(id);
  fixture.smtp.setFailure(null);
  await fixture.configure({ email_recipients: 'c@kopi.example' });
  await fixture.deliver(id);
  const parsed = await fixture.smtp.read();
  expect(parsed.map((mail) => mail.to?.[0]?.address)).toEqual(['c@kopi.example']);
});

test('a waiting run ends with its reason when delivery is switched off', async () => {
  await fixture.openssh.kill();
  const id = await fixture.request();
  await fixture.configure({ email_delivery_enabled: false, sftp_delivery_enabled: false });
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({
    status: 'failed',
    email_status: 'off',
    sftp_status: 'off',
    error: 'Report delivery was switched off before the report could be delivered.',
  });
  expect(existsSync(join(fixture.openssh.home, (await fixture.read(id)).file_name ?? 'x'))).toBe(false);
  await fixture.openssh.restart();
});

test('a run whose job was lost is delivered by the sweep', async () => {
  const id = await fixture.request();
  expect(await fixture.claimNextDelivery(fixture.app.clock.now())).toMatchObject({ run_id: id });
  await fixture.run('sweep_report_runs');
  expect(await fixture.minutesUntilNext(id)).toBeUndefined();
  await fixture.advance(31 * MINUTE_MS);
  await fixture.run('sweep_report_runs');
  expect(await fixture.claimNextDelivery(fixture.app.clock.now())).toMatchObject({ run_id: id });
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered' });
});
