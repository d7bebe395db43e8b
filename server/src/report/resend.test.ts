/** A report that is sent again, over a real SFTP and a real SMTP server. */
import { regenerateReport, resendReport } from '@dasbor/contract/report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS, type DeliveryFixture, startDeliveryFixture } from '../../test/delivery-fixture.ts';

let fixture: DeliveryFixture;
let keys = 0;
const headers = () => ({ 'idempotency-key': `again-${++keys}` });

beforeAll(async () => {
  fixture = await startDeliveryFixture();
  await fixture.configure();
});
afterAll(() => fixture?.close());

const readMessageIds = async () => (await fixture.smtp.read()).map(({ messageId }) => messageId);

test('domain 1.22: a resend uses the current configuration, a new Message-ID and new retries', async () => {
  const id = await fixture.request();
  await fixture.deliver(id);
  const before = await readMessageIds();
  expect(before).toHaveLength(2);
  // Longer than a report is tried: what is sent again has its seven days from then on.
  await fixture.advance(10 * 24 * 60 * MINUTE_MS);
  await fixture.configure({ email_recipients: 'b@kopi.example,new@kopi.example' });
  const resend = { params: { id }, body: { channels: ['email'] }, headers: headers() };
  await fixture.client().ok(resendReport, resend);
  await fixture.client().ok(resendReport, resend);
  fixture.smtp.setFailure('greylist');
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({
    status: 'retrying',
    email_status: 'waiting',
    sftp_status: 'delivered',
  });
  fixture.smtp.setFailure(null);
  await fixture.advance(MINUTE_MS);
  await fixture.deliver(id);
  expect(await fixture.read(id)).toMatchObject({ status: 'delivered', email_status: 'delivered', email_attempts: 2 });
  const mails = await fixture.smtp.read();
  expect(mails.slice(2).flatMap(({ to }) => to?.map(({ address }) => address))).toEqual([
    'b@kopi.example',
    'new@kopi.example',
  ]);
  expect(new Set(await readMessageIds()).size).toBe(4);
});

test('domain 1.22: a regenerated report is another file on the server', async () => {
  const id = await fixture.request();
  await fixture.deliver(id);
  const body = { channels: ['sftp'], delimiter: ';' };
  const { data } = await fixture.client().ok(regenerateReport, { params: { id }, body, headers: headers() });
  await fixture.deliver(data.id);
  const [old, regenerated] = [await fixture.read(id), await fixture.read(data.id)];
  expect(regenerated).toMatchObject({ status: 'delivered', email_status: 'off', sftp_status: 'delivered' });
  expect(fixture.readSftpFile(old.file_name).toString()).toContain('transaction_id,');
  expect(fixture.readSftpFile(regenerated.file_name).toString()).toContain('transaction_id;');
  expect(fixture.readSftpFile(regenerated.totals_file_name).toString()).toContain(`sha256=${regenerated.sha256}`);
});
