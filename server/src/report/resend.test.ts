/** A report that is sent again, over a real SFTP and a real SMTP server. */
import { regenerateReport, resendReport } from '@dasbor/contract/report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, type DeliveryFixture, startDeliveryFixture } from '../../test/delivery-fixture.ts';

let scene: DeliveryFixture;
let keys = 0;
const headers = () => ({ 'idempotency-key': `again-${++keys}` });

beforeAll(async () => {
  scene = await startDeliveryFixture();
  await scene.configure();
});
afterAll(() => scene?.close());

const idsOf = async () => (await scene.smtp.read()).map(({ messageId }) => messageId);

test('domain 1.22: a resend uses the current configuration, a new Message-ID and new retries', async () => {
  const id = await scene.request();
  await scene.deliver(id);
  const before = await idsOf();
  expect(before).toHaveLength(2);
  // Longer than a report is tried: what is sent again has its seven days from then on.
  await scene.advance(10 * 24 * 60 * MINUTE_MS);
  await scene.configure({ email_recipients: 'b@kopi.example,new@kopi.example' });
  const resend = { params: { id }, body: { channels: ['email'] }, headers: headers() };
  await scene.client().ok(resendReport, resend);
  await scene.client().ok(resendReport, resend);
  scene.smtp.setFailure('greylist');
  await scene.deliver(id);
  expect(await scene.read(id)).toMatchObject({ status: 'retrying', email_status: 'waiting', sftp_status: 'delivered' });
  scene.smtp.setFailure(null);
  await scene.advance(MINUTE_MS);
  await scene.deliver(id);
  expect(await scene.read(id)).toMatchObject({ status: 'delivered', email_status: 'delivered', email_attempts: 2 });
  const mails = await scene.smtp.read();
  expect(mails.slice(2).flatMap(({ to }) => to?.map(({ address }) => address))).toEqual([
    'b@kopi.example',
    'new@kopi.example',
  ]);
  expect(new Set(await idsOf()).size).toBe(4);
});

test('domain 1.22: a regenerated report is another file on the server', async () => {
  const id = await scene.request();
  await scene.deliver(id);
  const body = { channels: ['sftp'], delimiter: ';' };
  const { data } = await scene.client().ok(regenerateReport, { params: { id }, body, headers: headers() });
  await scene.deliver(data.id);
  const [old, regenerated] = [await scene.read(id), await scene.read(data.id)];
  expect(regenerated).toMatchObject({ status: 'delivered', email_status: 'off', sftp_status: 'delivered' });
  expect(scene.readSftpFile(old.file_name).toString()).toContain('transaction_id,');
  expect(scene.readSftpFile(regenerated.file_name).toString()).toContain('transaction_id;');
  expect(scene.readSftpFile(regenerated.totals_file_name).toString()).toContain(`sha256=${regenerated.sha256}`);
});
