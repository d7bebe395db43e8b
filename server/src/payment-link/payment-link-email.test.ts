/** Payment links by email: sharing and reminders. */
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { activatePaymentLink, deactivatePaymentLink } from '@dasbor/contract/payment-link';
import { asMerchant } from '../db/tx.ts';
import { listMessages, findMessage } from '../mail/mailbox-folder.ts';
import {
  HOUR_MS,
  KOPI,
  RINA,
  create,
  edit,
  changeStatus,
  kopi,
  pay,
  post,
  readLink,
  run,
  share,
  t,
  setUpPaymentLinks,
  signIn,
} from '../../test/payment-link-fixture.ts';

setUpPaymentLinks();

const folder = () => join(t.deps.env.DATA_DIR, 'mailbox');
async function readEmails(link: PaymentLink) {
  const names = await listMessages(folder());
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse((await findMessage(folder(), name)) ?? '')),
  );
  return mails.filter((mail) => mail.text?.includes(link.slug));
}
async function sendMails(link: PaymentLink): Promise<void> {
  const rows = await asMerchant(t.deps.db, KOPI, (tx) =>
    tx.sql
      .selectFrom('payment_link_email')
      .select('id')
      .where('merchant_id', '=', KOPI)
      .where('payment_link_id', '=', link.id)
      .execute(),
  );
  for (const { id } of rows) await run('send_payment_link_email', { merchant_id: KOPI, id });
}

describe('domain 1.8: sharing a link', () => {
  test('by email in the language of the link, as text and HTML, once, with an entry in the share log', async () => {
    const link = await create({ title: 'Kopi & <Teh>', customer: RINA, notify: { email: true } });
    expect((await readLink(link)).shares).toMatchObject([
      { kind: 'shared', channel: 'email', email_status: 'waiting' },
    ]);
    await sendMails(link);
    await sendMails(link);
    const [mail, ...more] = await readEmails(link);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Tagihan dari Kopi Nusantara: Kopi & <Teh>', to: [{ address: RINA.email }] });
    expect(mail?.text).toContain(`Bayar sekarang:\n${link.url}`);
    expect(mail?.text).toContain('Jumlah: Rp 150.000');
    expect(mail?.html).toContain('Kopi &#38; &#60;Teh&#62;');
    expect(mail?.html).toContain(`href="${link.url}"`);
    expect((await readLink(link)).shares).toMatchObject([{ email_status: 'sent', recipient: RINA.email }]);
  });

  test('other channels are recorded; an email needs a recipient', async () => {
    const link = await create({ language: 'en' });
    for (const channel of ['whatsapp', 'copy', 'qr']) expect((await share(link, { channel })).statusCode).toBe(201);
    expect((await share(link, { channel: 'email' })).json()).toMatchObject({ code: 'recipient_missing' });
    expect((await share(link, { channel: 'email', recipient: 'budi@mail.example' })).json()).toMatchObject({
      data: { channel: 'email', recipient: 'budi@mail.example', email_status: 'waiting' },
    });
    expect((await readLink(link)).shares.map((each) => each.channel)).toEqual(['email', 'qr', 'copy', 'whatsapp']);
    await sendMails(link);
    expect((await readEmails(link))[0]?.subject).toBe('Payment request from Kopi Nusantara: Pesanan 17');
  });

  test('at most three emails of a link to one address per day', async () => {
    const link = await create();
    const to = { channel: 'email', recipient: 'Budi@mail.example' };
    for (let n = 0; n < 3; n++) expect((await share(link, to)).statusCode).toBe(201);
    const fourth = await share(link, { ...to, recipient: 'budi@mail.example' });
    expect(fourth.statusCode).toBe(429);
    expect(fourth.json()).toMatchObject({ code: 'share_limit_reached' });
    expect(fourth.headers['retry-after']).toBe('86400');
    expect((await share(link, { ...to, recipient: 'rina@mail.example' })).statusCode).toBe(201);
  });

  test('an address receives at most 20 emails of a merchant per day, also of new links and of reminders', async () => {
    const customer = { ...RINA, email: 'flood@mail.example' };
    const notify = { email: true };
    for (let n = 0; n < 20; n++) {
      expect(await create({ customer, notify })).toMatchObject({ notify_status: 'queued' });
    }
    // The link itself is not refused: it can be paid and shared in another way.
    const expires_at = new Date(t.clock.now().getTime() + 3 * HOUR_MS).toISOString();
    const key = 'limited-link';
    const body = { customer: { ...customer, email: 'Flood@mail.example' }, notify, expires_at, reminders: [2] };
    const answer = await post(body, kopi, key);
    expect(answer.statusCode).toBe(201);
    const { data: link } = answer.json<{ data: PaymentLink }>();
    expect(link).toMatchObject({ status: 'active', notify_status: 'limit_reached' });
    expect((await post(body, kopi, key)).json()).toEqual(answer.json());
    expect((await readLink(link)).shares).toMatchObject([{ email_status: 'failed', detail: 'limit_reached' }]);
    expect((await share(link, { channel: 'email' })).json()).toMatchObject({ code: 'share_limit_reached' });
    const draft = await create({ customer, notify, status: 'draft' });
    expect(draft).toMatchObject({ notify_status: null });
    expect((await changeStatus(draft, activatePaymentLink)).json()).toMatchObject({
      data: { status: 'active', notify_status: 'limit_reached' },
    });
    expect(await create({ customer: RINA, notify: { email: false } })).toMatchObject({ notify_status: null });
    // A reminder waits until the address may receive emails again.
    t.clock.advance(HOUR_MS + 60_000);
    await signIn();
    await run('remind_payment_links');
    expect((await readLink(link)).shares).toHaveLength(1);
    await asMerchant(t.deps.db, KOPI, (tx) =>
      tx.sql
        .updateTable('payment_link_email')
        .set({ created_at: new Date(t.clock.now().getTime() - 25 * HOUR_MS) })
        .where('merchant_id', '=', KOPI)
        .where('recipient', '=', customer.email)
        .execute(),
    );
    t.clock.advance(HOUR_MS);
    await signIn();
    await run('remind_payment_links');
    expect((await readLink(link)).shares).toMatchObject([{ kind: 'reminded' }, { kind: 'shared' }]);
    expect(await create({ customer, notify })).toMatchObject({ notify_status: 'queued' });
  });

  test('an email is not sent when its link ended meanwhile, and is marked as failed', async () => {
    const link = await create({ customer: RINA });
    await share(link, { channel: 'email' });
    await changeStatus(link, deactivatePaymentLink);
    await sendMails(link);
    expect(await readEmails(link)).toEqual([]);
    expect((await readLink(link)).shares).toMatchObject([{ email_status: 'failed' }]);
  });

  test('a merchant sends at most 500 emails per hour, shares and new links together', async () => {
    t.clock.advance(HOUR_MS + 1_000);
    await signIn();
    const link = await create();
    const at = t.clock.now().toISOString();
    const owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
    await owner.query(
      `insert into app.payment_link_event (merchant_id, id, payment_link_id, at, kind, channel, actor_type)
       select $1, 'ple_' || n, $2, $3, 'shared', 'email', 'system' from generate_series(1, 499) n`,
      [KOPI, link.id, at],
    );
    await owner.query(
      `insert into app.payment_link_email
         (merchant_id, id, payment_link_id, event_id, recipient, message_id, created_at)
       select $1, 'plm_' || n, $2, 'ple_' || n, n || '@many.example', n, $3 from generate_series(1, 499) n`,
      [KOPI, link.id, at],
    );
    await owner.end();
    const notify = { email: true };
    expect(await create({ customer: { ...RINA, email: 'one@mail.example' }, notify })).toMatchObject({
      notify_status: 'queued',
    });
    expect(await create({ customer: { ...RINA, email: 'two@mail.example' }, notify })).toMatchObject({
      notify_status: 'limit_reached',
    });
    const shared = await share(link, { channel: 'email', recipient: 'two@mail.example' });
    expect([shared.statusCode, shared.headers['retry-after']]).toEqual([429, '3600']);
    t.clock.advance(HOUR_MS + 1_000);
    await signIn();
    expect((await share(link, { channel: 'email', recipient: 'two@mail.example' })).statusCode).toBe(201);
  });
});

describe('domain 1.8: reminders', () => {
  test('each reminder is sent once, to a customer who has not paid', async () => {
    const expires_at = new Date(t.clock.now().getTime() + 30 * HOUR_MS).toISOString();
    const link = await create({ title: 'Ingat', customer: RINA, expires_at, reminders: [1, 24] });
    const paid = await create({ title: 'Lunas', type: 'multi_use', customer: RINA, expires_at, reminders: [24] });
    await pay(paid);
    await run('remind_payment_links');
    expect((await readLink(link)).shares).toEqual([]);
    t.clock.advance(6 * HOUR_MS);
    await signIn();
    await Promise.all([run('remind_payment_links'), run('remind_payment_links')]);
    await run('remind_payment_links');
    expect((await readLink(link)).shares).toMatchObject([{ kind: 'reminded', detail: '24' }]);
    await sendMails(link);
    expect((await readEmails(link))[0]?.subject).toBe(
      'Pengingat: tagihan Ingat dari Kopi Nusantara segera kedaluwarsa',
    );
    t.clock.advance(23 * HOUR_MS);
    await signIn();
    await run('remind_payment_links');
    await run('remind_payment_links');
    expect((await readLink(link)).shares.map((each) => each.detail)).toEqual(['1', '24']);
    expect((await readLink(paid)).shares).toEqual([]);
  });

  test('an extended link reminds by its new expiry; an inactive link does not remind', async () => {
    const soon = new Date(t.clock.now().getTime() + 2 * HOUR_MS).toISOString();
    const link = await create({ customer: RINA, expires_at: soon, reminders: [1] });
    const resting = await create({ customer: RINA, expires_at: soon, reminders: [1] });
    await changeStatus(resting, deactivatePaymentLink);
    const later = new Date(t.clock.now().getTime() + 10 * HOUR_MS).toISOString();
    await edit(link, { expires_at: later });
    t.clock.advance(HOUR_MS);
    await signIn();
    await run('remind_payment_links');
    expect((await readLink(link)).shares).toEqual([]);
    t.clock.advance(8 * HOUR_MS);
    await signIn();
    await run('remind_payment_links');
    expect((await readLink(link)).shares).toHaveLength(1);
    expect((await readLink(resting)).shares).toEqual([]);
  });
});
