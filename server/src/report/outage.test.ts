/** Both ways down for two days, on the test's clock: settlements go on, and each report arrives once when it is over. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as report from '@dasbor/contract/report';
import { toBusinessDay } from '@dasbor/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asMerchant } from '../db/tx.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { settleMerchant } from '../settlement/run.ts';
import { lockBatch, transitionBatch } from '../settlement/write-queries.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { MINUTE_MS, type DeliveryFixture, merchant_id, startDeliveryFixture } from '../../test/delivery-fixture.ts';

const HOUR_MS = 60 * MINUTE_MS;
const OUTAGE_MS = 48 * HOUR_MS;

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await startDeliveryFixture();
});
afterAll(() => fixture.close());

const now = (): Date => fixture.app.clock.now();
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** Names on the server without what the system puts into a home. */
const filesThere = (): string[] =>
  readdirSync(fixture.openssh.home).filter((name) => /settlement|transactions/.test(name));

/** Payments of yesterday, settled now: the batch is paid into the balance at once. */
async function settleDay(payments: number): Promise<string> {
  const paid_at = new Date(now().getTime() - 26 * HOUR_MS);
  for (let n = 0; n < payments; n++) {
    await insertPayment(fixture.app.deps.db, merchant_id, {
      method: 'qris',
      channel_code: null,
      amount: 10_000 + n,
      paid_at,
    });
  }
  const result = await settleMerchant(fixture.app.deps, merchant_id, toBusinessDay(now()));
  if (result.outcome !== 'closed') throw new Error(`The settlement is ${result.outcome}`);
  return result.id;
}

/** Delivers what falls due until an instant, each at its time. Answers how many attempts there were. */
async function passUntil(end: Date): Promise<number> {
  for (let attempts = 0; ; attempts++) {
    const next = await fixture.claimNextDelivery(end);
    if (next === null) {
      fixture.app.clock.set(end);
      return attempts;
    }
    if (next.run_at !== null && next.run_at > now()) fixture.app.clock.set(next.run_at);
    await fixture.deliver(next.run_id);
  }
}

const listRuns = async () => {
  await fixture.advance(1_000);
  return (await fixture.client().ok(report.listReportRuns, { query: { report_type: 'settlement' } })).data;
};

test('a settlement is reported once in the transaction that pays it, also when it is returned and paid again', async () => {
  await fixture.configure();
  const id = await settleDay(3);
  const of_batch = async () => (await listRuns()).filter((run) => run.settlement_batch_id === id);
  expect(await of_batch()).toMatchObject([{ status: 'scheduled', trigger: 'schedule' }]);
  await asMerchant(fixture.app.deps.db, merchant_id, async (tx) => {
    const context = { now: now(), actor: SYSTEM_ACTOR, reason: null };
    for (const path of [['returned'], ['processing', 'paid']] as const) {
      const batch = await lockBatch(tx, id);
      if (batch === undefined) throw new Error('no such batch');
      await transitionBatch(tx, batch, { path: [...path], change: {} }, context);
    }
  });
  await fixture.run('schedule_reports');
  expect(await of_batch()).toHaveLength(1);
  await passUntil(now());
  expect(await of_batch()).toMatchObject([{ status: 'delivered', row_count: 3 }]);
  // A transaction that does not commit asks for nothing.
  const dying = asMerchant(fixture.app.deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch !== undefined)
      await transitionBatch(
        tx,
        batch,
        { path: ['returned'], change: {} },
        { now: now(), actor: SYSTEM_ACTOR, reason: null },
      );
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await of_batch()).toHaveLength(1);
});

test('reliability G12: after two days without SFTP and SMTP each report is delivered once', async () => {
  await fixture.advance(1_000);
  await fixture.configure();
  const files_before = filesThere();
  const mails_before = fixture.smtp.mails.length;
  await fixture.openssh.kill();
  await fixture.smtp.stop();
  const begun = now().getTime();
  let attempts = 0;
  // Each morning brings a settlement.
  for (const hours of [0, 24]) {
    attempts += await passUntil(new Date(begun + hours * HOUR_MS));
    await settleDay(4);
  }
  attempts += await passUntil(new Date(begun + OUTAGE_MS));
  const runs = (await listRuns()).filter((run) => run.finished_at === null).map((run) => run.id);
  expect(runs).toHaveLength(2);
  for (const id of runs) {
    expect(await fixture.read(id)).toMatchObject({
      status: 'retrying',
      email_status: 'waiting',
      sftp_status: 'waiting',
    });
  }
  // After the first hour once an hour, and no storm.
  expect(attempts).toBeGreaterThan(48 + 24);
  expect(attempts).toBeLessThan(2 * 4 + 49 + 25);
  expect(filesThere()).toEqual(files_before);

  await fixture.openssh.restart();
  await fixture.smtp.start();
  await passUntil(new Date(now().getTime() + HOUR_MS));
  await fixture.advance(1_000);
  const done = await Promise.all(runs.map(fixture.read));
  for (const run of done) {
    expect(run).toMatchObject({ status: 'delivered', error: null });
    expect(hash(readFileSync(join(fixture.openssh.home, run.file_name ?? '')))).toBe(run.sha256);
  }
  const expected = done.flatMap((run) => [run.file_name ?? '', run.totals_file_name ?? '']);
  expect(filesThere().toSorted()).toEqual([...files_before, ...expected].toSorted());
  expect(readdirSync(fixture.openssh.home).filter((name) => name.endsWith('.part'))).toEqual([]);
  const mails = (await fixture.smtp.read()).slice(mails_before);
  expect(mails).toHaveLength(runs.length * 2);
  expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(runs.length * 2);
  for (const run of done) {
    const of_run = mails.filter((mail) => mail.attachments[0]?.filename === run.file_name);
    expect(new Set(of_run.map((mail) => mail.to?.[0]?.address))).toEqual(new Set(['a@kopi.example', 'b@kopi.example']));
    expect(of_run).toHaveLength(2);
    for (const mail of of_run) {
      expect(hash(Buffer.from(mail.attachments[0]?.content as ArrayBuffer))).toBe(run.sha256);
    }
  }
  // Nothing is left in the queue.
  expect(await passUntil(new Date(now().getTime() + 24 * HOUR_MS))).toBe(0);
}, 180_000);

test('reliability 4.6: after seven days delivery fails and a notification email is sent', async () => {
  await fixture.advance(1_000);
  await fixture.configure({ email_delivery_enabled: false });
  await fixture.openssh.kill();
  const id = await fixture.request();
  await passUntil(new Date(now().getTime() + HOUR_MS));
  // The hours between are like the last one.
  await fixture.advance(7 * 24 * HOUR_MS - 2.5 * HOUR_MS);
  await passUntil(now());
  expect(await fixture.read(id)).toMatchObject({ status: 'retrying', sftp_status: 'waiting' });
  await fixture.advance(2 * HOUR_MS);
  await passUntil(now());
  const sftp_error = 'The server refused the connection. Check the port and that the SFTP service is running.';
  expect(await fixture.read(id)).toMatchObject({ status: 'failed', sftp_status: 'failed', sftp_error });
  expect(await fixture.minutesUntilNext(id)).toBeUndefined();
  expect(await listNotifications(id)).toMatchObject([
    {
      template_data: {
        outcome: 'report_undelivered',
        channel: 'SFTP',
        reason: { en: sftp_error, id: expect.any(String) },
      },
    },
  ]);
  await fixture.openssh.restart();
});

test('failures that need a person are emailed at once, and once a day', async () => {
  await fixture.advance(1_000);
  await fixture.configure({ email_delivery_enabled: false, sftp_password: 'wrong' });
  const runs = [await fixture.request(), await fixture.request()];
  for (const id of runs) await fixture.deliver(id);
  const notifications = (await Promise.all(runs.map(listNotifications))).flat();
  expect(notifications).toMatchObject([{ template_data: { outcome: 'report_blocked', channel: 'SFTP' } }]);
  expect(notifications).toHaveLength(1);
});

const listNotifications = (run_id: string) =>
  asMerchant(fixture.app.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select(['action', 'template_data'])
      .where('merchant_id', '=', merchant_id)
      .where('object_id', '=', run_id)
      .execute(),
  );
