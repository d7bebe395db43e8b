/** Each trouble that a merchant's server or a mail server can be in: what the history says, and that it ends well. */
import { readdirSync } from 'node:fs';
import { createServer as createTcpServer, connect, type AddressInfo, type Socket } from 'node:net';
import { API_BASE } from '@dasbor/contract/route';
import type { LiveEvent } from '@dasbor/contract/live';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asLogin, asMerchant } from '../db/tx.ts';
import { createEgress } from '../egress/egress-client.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { deliverReport } from './deliver.ts';
import { MINUTE_MS, type DeliveryFixture, merchant_id, startDeliveryFixture } from '../../test/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  // Small, so that a report of some hundred rows is too large for a mail.
  fixture = await startDeliveryFixture({
    env: { MAIL_ATTACHMENT_MAX_BYTES: '4000', PUBLIC_URL: 'https://dasbor.example' },
  });
  const paid_at = new Date('2026-11-17T03:00:00.000Z');
  for (let n = 0; n < 12; n++) {
    await insertPayment(fixture.app.deps.db, merchant_id, {
      method: 'qris',
      channel_code: null,
      amount: 10_000 + n,
      paid_at,
    });
  }
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.advance(1_000);
  fixture.smtp.setFailure(null);
  fixture.smtp.mails.length = 0;
  await fixture.configure();
});
const bySftp = { email_delivery_enabled: false };
const byEmail = { sftp_delivery_enabled: false };
const failedPasswords = (): number => fixture.openssh.log().match(/Failed password/g)?.length ?? 0;

test('reliability G13: a refused login is retried once an hour for all waiting reports together', async () => {
  const before = failedPasswords();
  await fixture.configure({ ...bySftp, sftp_password: 'wrong' });
  const runs = [await fixture.request(), await fixture.request(), await fixture.request()];
  for (const id of runs) await fixture.deliver(id);
  expect(failedPasswords() - before).toBe(1);
  for (const id of runs) {
    expect(await fixture.read(id)).toMatchObject({
      status: 'retrying',
      sftp_error: 'The server rejected the user name or password. Check both.',
    });
    expect(await fixture.minutesUntilNext(id)).toBe(60);
  }
  // Saved again as it is, at once: the same login is not tried before five minutes are over.
  await fixture.configure({ ...bySftp, sftp_password: '' });
  for (const id of runs) await fixture.deliver(id);
  expect(failedPasswords() - before).toBe(1);
  await fixture.advance(5 * MINUTE_MS + 1);
  await fixture.configure({ ...bySftp, sftp_password: '' });
  for (const id of runs) await fixture.deliver(id);
  expect(failedPasswords() - before).toBe(2);
  // Another password is another login.
  await fixture.configure(bySftp);
  for (const id of runs) await fixture.deliver(id);
  for (const id of runs) expect(await fixture.read(id)).toMatchObject({ status: 'delivered', sftp_error: null });
  expect(failedPasswords() - before).toBe(2);
});

test('reliability G13: an exceeded quota is shown in the history, and the report is delivered once there is space', async () => {
  await fixture.openssh.restart({ quota_bytes: 512 });
  await fixture.configure(bySftp);
  const id = await fixture.request();
  await fixture.deliver(id);
  const waiting = await fixture.read(id);
  expect(waiting).toMatchObject({
    status: 'retrying',
    sftp_error: expect.stringMatching(/could not be written: Failure|the quota of this user is probably used up/),
  });
  expect(readdirSync(fixture.openssh.home).filter((name) => name.includes(waiting.file_name ?? 'x'))).toEqual([]);
  await fixture.openssh.restart();
  await fixture.advance(MINUTE_MS);
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered', attempts: 2 });
});

test('reliability G13: a server that accepts one byte per second is reported within a minute', async () => {
  const slow = await startSlowly(fixture.openssh.port);
  const { deps } = fixture.app;
  const egress = createEgress(deps.env, { allow: [{ host: '127.0.0.1', port: slow.port }] });
  await asMerchant(deps.db, merchant_id, (tx) =>
    tx.sql
      .updateTable('report_configuration')
      .set({ sftp_port: slow.port, sftp_host_key: null, email_delivery_enabled: true })
      .where('merchant_id', '=', merchant_id)
      .execute(),
  );
  const id = await fixture.request();
  const begun = performance.now();
  // Less than outside of tests, where it is half a minute.
  expect(deps.env.SFTP_TIMEOUT_MS).toBe(30_000);
  const delivering = deliverReport({ ...deps, egress, env: { ...deps.env, SFTP_TIMEOUT_MS: 16_000 } }, merchant_id, id);
  // The mail does not wait for the slow server, and the history says so.
  await expect.poll(async () => (await fixture.read(id)).email_status, { timeout: 15_000 }).toBe('delivered');
  expect(await fixture.read(id)).toMatchObject({ sftp_status: 'waiting', sftp_attempts: 0 });
  await delivering;
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(await fixture.read(id)).toMatchObject({
    status: 'retrying',
    email_status: 'delivered',
    sftp_error: expect.stringMatching(/did not respond in time|too slow/),
  });
  slow.stop();
});

test('a permanently rejected recipient is retried hourly, and the error includes the response', async () => {
  await fixture.configure(byEmail);
  fixture.smtp.setFailure('refuse');
  const id = await fixture.request();
  await fixture.deliver(id);
  expect((await fixture.read(id)).email_error).toContain(
    'a@kopi.example: The mail server rejected the email: 550 no such',
  );
  expect(await fixture.minutesUntilNext(id)).toBe(60);
});

test('greylisted, then disconnected after DATA: retried with the same Message-ID', async () => {
  await fixture.configure({ ...byEmail, email_recipients: 'a@kopi.example' });
  fixture.smtp.setFailure('greylist');
  const id = await fixture.request();
  await fixture.deliver(id);
  expect(fixture.smtp.mails).toHaveLength(0);
  fixture.smtp.setFailure('drop');
  await fixture.advance(MINUTE_MS);
  await fixture.deliver(id);
  expect((await fixture.read(id)).email_error).toContain('could not be reached');
  fixture.smtp.setFailure(null);
  await fixture.advance(5 * MINUTE_MS);
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered', email_attempts: 3 });
  const ids = (await fixture.smtp.read()).map((mail) => mail.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('domain 1.22: a small report is attached to an email in the language of its recipient', async () => {
  await asLogin(fixture.app.deps.db, (tx) =>
    tx.sql.updateTable('login').set({ locale: 'id' }).where('email', '=', 'finance@kopi.example').execute(),
  );
  await fixture.configure({ ...byEmail, email_recipients: 'Finance@kopi.example,someone@else.example' });
  const id = await fixture.request();
  await fixture.deliver(id);
  const { sha256, file_name } = await fixture.read(id);
  const [indonesian, english] = await fixture.smtp.read();
  expect(indonesian?.subject).toBe('Laporan transaksi 17 Nov 2026 untuk Kopi Nusantara');
  expect(english?.subject).toBe('Transactions report 17 Nov 2026 for Kopi Nusantara');
  for (const mail of [indonesian, english]) {
    expect(mail?.attachments.map((each) => each.filename)).toEqual([file_name]);
    expect(mail?.text).toContain(`SHA-256: ${sha256}`);
    expect(mail?.html).toContain(String(sha256));
  }
  expect(indonesian?.html).toContain('<html lang="id">');
  expect(indonesian?.text).toContain('Baris: 12');
});

test('domain 1.22: a report too large to attach is sent as a link that is valid for seven days without a session', async () => {
  const paid_at = new Date('2026-11-17T04:00:00.000Z');
  for (let n = 0; n < 40; n++) {
    await insertPayment(fixture.app.deps.db, merchant_id, {
      method: 'qris',
      channel_code: null,
      amount: 20_000 + n,
      paid_at,
    });
  }
  await fixture.configure(byEmail);
  const id = await fixture.request();
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered' });
  const [mail] = await fixture.smtp.read();
  expect(mail?.attachments).toEqual([]);
  const [link = ''] = /https:\/\/dasbor\.example\/api\/v1\/files\/\S+/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(link);
  const url = link.slice('https://dasbor.example'.length);
  expect(url.startsWith(API_BASE)).toBe(true);
  const file = await fixture.app.app.inject({ method: 'GET', url });
  expect(file.statusCode).toBe(200);
  expect(file.body.trim().split('\n')).toHaveLength(53);
  await fixture.advance(7 * 24 * 60 * MINUTE_MS + 1_000);
  expect((await fixture.app.app.inject({ method: 'GET', url })).statusCode).toBe(404);
});

test('every step of an attempt is published as a live event', async () => {
  await fixture.configure(bySftp);
  const published: LiveEvent[] = [];
  const stop = fixture.app.deps.live.subscribe(merchant_id, {
    event: (event) => published.push(event),
    end: () => undefined,
  });
  await expect.poll(() => published.map(({ topic }) => topic)).toContain('resync');
  const id = await fixture.request();
  await fixture.deliver(id);
  await expect
    .poll(() =>
      published.filter((event) => event.topic === 'report-run' && event.id === id).map(({ change }) => change),
    )
    .toEqual(expect.arrayContaining(['created', 'updated']));
  stop();
});

/** In front of the SFTP server: lets the first kilobytes through, then a byte a second. */
async function startSlowly(to_port: number): Promise<{ port: number; stop: () => void }> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    const beyond = connect(to_port, '127.0.0.1');
    sockets.push(socket, beyond);
    let left = 2_000;
    socket.on('data', (piece: Buffer) => {
      left -= piece.length;
      beyond.write(left > 0 ? piece : piece.subarray(0, 1));
      if (left > 0) return;
      socket.pause();
      setTimeout(() => socket.resume(), 1_000).unref();
    });
    beyond.pipe(socket);
    for (const each of [socket, beyond]) each.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    for (const each of sockets) each.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
