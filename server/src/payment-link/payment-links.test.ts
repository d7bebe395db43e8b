/** The merchant's side of payment links on the whole application: create, update, pay, expire. */
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import {
  activatePaymentLink,
  deactivatePaymentLink,
  listLinkPayments,
  listPaymentLinks,
  quotePaymentLink,
} from '@dasbor/contract/payment-link';
import { getTransaction } from '@dasbor/contract/transaction';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { findLinkBySlug, recordLinkEvent } from './queries.ts';
import {
  HOUR_MS,
  KOPI,
  RINA,
  startPayment,
  create,
  edit,
  kopi,
  changeStatus,
  pay,
  post,
  readLink,
  run,
  share,
  t,
  transitionPayment,
  setUpPaymentLinks,
  signIn,
} from '../../test/payment-link-fixture.ts';

setUpPaymentLinks();

const refresh = (link: PaymentLink) => run('refresh_payment_link', { merchant_id: KOPI, id: link.id });
const readTimeline = async (link: PaymentLink) =>
  (await readLink(link)).timeline.map((event) => event.kind).toReversed();

/** Runs statements as the owner of the database. */
async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
const enqueued = (task: string, key: string): Promise<number> =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = $1 and key like $2`,
      [task, `%${key}%`],
    );
    return rows[0]?.n ?? 0;
  });
const setMerchantStatus = (status: string) =>
  asOwner(async (owner) => {
    await owner.query('alter table app.merchant no force row level security');
    await owner.query('update app.merchant set status = $1 where merchant_id = $2', [status, KOPI]);
    await owner.query('alter table app.merchant force row level security');
  });

describe('domain 1.8: creating a link', () => {
  test('returns the link with an unguessable URL and a default expiry of 24 hours', async () => {
    const link = await create({ custom_slug: 'pesanan-17' });
    expect(link.slug).toMatch(/^pesanan-17-[0-9A-Za-z]{12}$/);
    expect(link.url).toBe(`https://dasbor.example/pay/${link.slug}`);
    expect(Date.parse(link.expires_at!) - Date.parse(link.created_at)).toBe(24 * HOUR_MS);
    expect(link).toMatchObject({
      status: 'active',
      paid_count: 0,
      collected_amount: 0,
      created_by_name: 'Sari Pratiwi',
    });
    expect(await findLinkBySlug(t.deps.db, link.slug)).toEqual({ merchant_id: KOPI, id: link.id });
    expect(await findLinkBySlug(t.deps.db, link.slug.slice(0, -1))).toBeNull();
    expect(await readTimeline(link)).toEqual(['created']);
  });

  test('stores every field', async () => {
    const body = {
      title: 'Paket kopi',
      description: 'Dua bungkus',
      type: 'multi_use',
      amount: 150_000,
      items: [{ name: 'Kopi Gayo', qty: 2, price: 75_000 }],
      merchant_reference: 'INV-1001',
      customer: RINA,
      collect_fields: [
        { kind: 'address', label: null, required: false },
        { kind: 'custom', label: 'Ukuran', required: true },
      ],
      channels: ['BCA', 'BNI'],
      fee_bearer: 'customer',
      usage_limit: 10,
      starts_at: new Date(t.clock.now().getTime() + HOUR_MS).toISOString(),
      expires_at: null,
      success_redirect_url: 'https://toko.example/terima-kasih',
      failure_redirect_url: 'https://toko.example/gagal',
      notify: { email: false, whatsapp: true },
      reminders: [],
      language: 'en',
      metadata: { cabang: 'Kemang' },
    };
    const link = await create(body);
    expect(link).toMatchObject(body);
    expect(await readLink(link)).toMatchObject({ ...body, payability: 'not_started', views: 0, conversion_bps: null });
  });

  test.each([
    ['surcharge_forbidden', { fee_bearer: 'customer' }],
    ['items_mismatch', { items: [{ name: 'A', qty: 1, price: 1 }] }],
    ['amount_outside_limits', { amount: 9_999 }],
    ['invalid_period', { expires_at: '2026-11-18T07:05:30.000Z' }],
    ['invalid_payment_link', { usage_limit: 3 }],
  ])('refuses %s with 422 and the field', async (code, body) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code, errors: [{ detail: expect.any(String), field: expect.any(String) }] });
  });

  test('the amount including the fee must be within the limits of every bank', async () => {
    const body = { fee_bearer: 'customer', channels: ['BCA'] };
    expect((await post({ ...body, amount: 49_999_000 })).json()).toMatchObject({ code: 'amount_outside_limits' });
    expect((await post({ ...body, amount: 49_995_000 })).statusCode).toBe(201);
  });

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(101) }],
    ['description', { description: 'x'.repeat(501) }],
    ['amount', { amount: 1.5 }],
    ['channels', { channels: [] }],
    ['channels.0', { channels: ['GOPAY'] }],
    ['success_redirect_url', { success_redirect_url: 'http://toko.example' }],
    ['success_redirect_url', { success_redirect_url: 'javascript:alert(1)' }],
    ['failure_redirect_url', { failure_redirect_url: 'https://localhost/x' }],
    ['success_redirect_url', { success_redirect_url: 'https://toko.example:rahasia@evil.example/' }],
    ['success_redirect_url', { success_redirect_url: 'https://toko.example@evil.example/' }],
    ['failure_redirect_url', { failure_redirect_url: 'https://:rahasia@toko.example/' }],
    ['customer.email', { customer: { email: 'rina' } }],
    ['customer.phone', { customer: { phone: 'x' } }],
    ['reminders.0', { reminders: [0] }],
    ['custom_slug', { custom_slug: 'Kopi!' }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) }],
    ['language', { language: 'fr' }],
  ])('refuses a faulty %s with 400 that names it', async (field, body) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ errors: { field: string }[] }>().errors.map((each) => each.field)).toContain(field);
  });

  test('stores redirect URLs in the form in which a browser opens them, of changed links too', async () => {
    const urls = {
      success_redirect_url: 'HTTPS://Toko.Example:443/a/../b?x=ya tidak',
      failure_redirect_url: 'https:\\\\toko.example\\gagal',
    };
    const stored = {
      success_redirect_url: 'https://toko.example/b?x=ya%20tidak',
      failure_redirect_url: 'https://toko.example/gagal',
    };
    expect(await create(urls)).toMatchObject(stored);
    const link = await create();
    expect((await edit(link, urls)).statusCode).toBe(200);
    expect(await readLink(link)).toMatchObject(stored);
    expect((await edit(link, { success_redirect_url: 'https://toko.example@evil.example/' })).statusCode).toBe(400);
  });

  test('is idempotent by Idempotency-Key, under concurrent requests too', async () => {
    const before = (await kopi.ok(listPaymentLinks, { query: { limit: 100 } })).data.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ title: 'Sekali' }, kopi, 'same-key')));
    const settled = await post({ title: 'Sekali' }, kopi, 'same-key');
    expect(settled.statusCode).toBe(201);
    const bodies = answers.filter((answer) => answer.statusCode === 201).map((answer) => answer.body);
    expect(new Set([...bodies, settled.body]).size).toBe(1);
    expect((await kopi.ok(listPaymentLinks, { query: { limit: 100 } })).data).toHaveLength(before + 1);
    expect((await post({ title: 'Anders' }, kopi, 'same-key')).json()).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('a reference is unique', async () => {
    await create({ merchant_reference: 'INV-7' });
    const second = await post({ merchant_reference: 'INV-7' });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'duplicate_reference' });
    const other = await create();
    expect((await edit(other, { merchant_reference: 'INV-7' })).json()).toMatchObject({ code: 'duplicate_reference' });
  });

  test('a job publishes the slug when the process crashed before doing so', async () => {
    const link = await create();
    await asOwner((owner) =>
      owner.query('delete from app.payment_link_directory where payment_link_id = $1', [link.id]),
    );
    expect(await findLinkBySlug(t.deps.db, link.slug)).toBeNull();
    expect(await enqueued('publish_payment_link', link.id)).toBe(1);
    await run('publish_payment_link', { merchant_id: KOPI, id: link.id });
    await run('publish_payment_link', { merchant_id: KOPI, id: link.id });
    expect(await findLinkBySlug(t.deps.db, link.slug)).toEqual({ merchant_id: KOPI, id: link.id });
  });

  test("an inactive business can create drafts only; a link created by an API key carries the key's name", async () => {
    const access = [{ group: 'Payment Links', access: 'manage' }] as const;
    const { data } = await kopi.ok(createApiKey, { body: { name: 'Toko', access: [...access] } });
    const key = t.client(`Bearer ${data.secret}`);
    await setMerchantStatus('suspended');
    expect((await post({}, key)).json()).toMatchObject({ code: 'merchant_not_active' });
    const draft = await create({ status: 'draft' }, key);
    expect((await changeStatus(draft, activatePaymentLink)).json()).toMatchObject({ code: 'merchant_not_active' });
    await setMerchantStatus('active');
    expect(draft).toMatchObject({ status: 'draft', created_by_name: 'Toko' });
    expect((await readLink(draft)).payability).toBe('inactive');
  });
});

describe('domain 1.8: updating a link', () => {
  test('a draft is edited and activated; the timeline names the changed terms', async () => {
    const link = await create({ status: 'draft', customer: RINA, notify: { email: true } });
    const answer = await edit(link, { title: 'Pesanan 18', amount: 175_000, language: 'id' });
    expect(answer.json<{ data: PaymentLink }>().data).toMatchObject({ title: 'Pesanan 18', amount: 175_000 });
    expect((await readLink(link)).timeline[0]).toMatchObject({ kind: 'edited', detail: 'title, amount' });
    expect((await edit(link, { title: 'Pesanan 18' })).statusCode).toBe(200);
    expect((await readLink(link)).shares).toEqual([]);
    expect((await changeStatus(link, activatePaymentLink)).json()).toMatchObject({ data: { status: 'active' } });
    expect(await readTimeline(link)).toEqual(['created', 'edited', 'activated', 'shared']);
    const audit = await asMerchant(t.deps.db, KOPI, (tx) =>
      tx.sql
        .selectFrom('audit_log')
        .select(['action', 'before', 'after'])
        .where('merchant_id', '=', KOPI)
        .where('object_id', '=', link.id)
        .orderBy('seq')
        .execute(),
    );
    expect(audit.map((row) => row.action)).toEqual([
      'payment_link.created',
      'payment_link.edited',
      'payment_link.activated',
    ]);
    expect(audit[1]).toMatchObject({ before: { amount: 150_000 }, after: { amount: 175_000 } });
  });

  test('a link is deactivated and activated again; illegal transitions are rejected', async () => {
    const link = await create();
    expect((await changeStatus(link, activatePaymentLink)).json()).toMatchObject({ code: 'status_conflict' });
    expect((await changeStatus(link, deactivatePaymentLink)).json()).toMatchObject({ data: { status: 'inactive' } });
    expect((await changeStatus(link, deactivatePaymentLink)).json()).toMatchObject({ code: 'status_conflict' });
    expect((await share(link, { channel: 'copy' })).json()).toMatchObject({ code: 'link_not_active' });
    expect((await readLink(link)).payability).toBe('inactive');
    expect((await changeStatus(link, activatePaymentLink)).json()).toMatchObject({ data: { status: 'active' } });
    await changeStatus(link, deactivatePaymentLink);
    t.clock.advance(25 * HOUR_MS);
    await signIn();
    expect((await changeStatus(link, activatePaymentLink)).json()).toMatchObject({ code: 'invalid_period' });
    const later = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
    expect((await edit(link, { expires_at: later })).statusCode).toBe(200);
    expect((await changeStatus(link, activatePaymentLink)).statusCode).toBe(200);
  });

  test.each([
    ['surcharge_forbidden', { fee_bearer: 'customer' }],
    ['items_mismatch', { items: [{ name: 'A', qty: 1, price: 1 }] }],
    ['amount_outside_limits', { channels: ['BCA'], amount: 5_000 }],
    ['invalid_period', { expires_at: '2026-11-01T00:00:00.000Z' }],
    ['invalid_payment_link', { reminders: [1] }],
  ])('refuses %s of the whole', async (code, body) => {
    const link = await create();
    const answer = await edit(link, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code });
    expect(await readLink(link)).toMatchObject({ fee_bearer: 'merchant', items: [], amount: 150_000 });
  });

  test('the first payment locks the amount; a lower usage limit ends the link', async () => {
    const link = await create({ type: 'multi_use', usage_limit: 5 });
    await pay(link);
    for (const body of [{ amount: 160_000 }, { items: [{ name: 'A', qty: 1, price: 150_000 }] }]) {
      const answer = await edit(link, body);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'amount_is_fixed' });
    }
    expect((await edit(link, { title: 'Baru', amount: 150_000 })).statusCode).toBe(200);
    expect((await edit(link, { usage_limit: 1 })).json()).toMatchObject({
      data: { status: 'completed', paid_count: 1 },
    });
    expect((await edit(link, { title: 'Lagi' })).json()).toMatchObject({ code: 'link_ended' });
    for (const extra of [{ status: 'paid' }, { type: 'single_use' }, { slug: 'kopi' }, { paid_count: 0 }]) {
      expect((await edit(link, extra)).statusCode).toBe(400);
    }
  });
});

test('a change of what a payer pays cancels the payments in progress', async () => {
  const link = await create();
  await startPayment(link);
  await edit(link, { title: 'Baru', usage_limit: null });
  expect(await enqueued('cancel_payment_link_attempts', link.id)).toBe(0);
  await edit(link, { amount: 250_000 });
  expect(await enqueued('cancel_payment_link_attempts', link.id)).toBe(1);
});

describe('domain 1.8: payments of a link', () => {
  test('a single-use link is paid once; a second payment is accepted and flagged as a duplicate to refund', async () => {
    const link = await create();
    const first = await pay(link);
    const second = await startPayment(link);
    expect(await enqueued('refresh_payment_link', link.id)).toBe(1);
    await refresh(link);
    expect(await readLink(link)).toMatchObject({ status: 'paid', paid_count: 1, collected_amount: 150_000 });
    expect(await enqueued('cancel_payment_link_attempts', link.id)).toBe(1);
    t.clock.advance(1_000);
    await transitionPayment(link, second, ['pending', 'success']);
    await Promise.all([refresh(link), refresh(link), refresh(link)]);
    expect(await readLink(link)).toMatchObject({
      status: 'paid',
      paid_count: 2,
      collected_amount: 300_000,
      payability: 'paid',
    });
    expect(await readTimeline(link)).toEqual(['created', 'paid', 'over_limit']);
    const flags = await Promise.all(
      [first, second].map(async (id) => (await kopi.ok(getTransaction, { params: { id } })).data),
    );
    expect(flags.map((each) => each.duplicate_payment)).toEqual([false, true]);
    expect(flags[1]?.events.at(-1)).toMatchObject({
      to_status: 'success',
      reason: expect.stringContaining('refund required'),
    });
    expect(flags[1]?.events.map((event) => event.seq)).toEqual([1, 2, 3, 4]);
    const payments = await kopi.ok(listLinkPayments, { params: { id: link.id }, query: { limit: 1 } });
    expect(payments.data).toMatchObject([{ id: second, duplicate_payment: true, payer: 'Rina', channel_code: 'BCA' }]);
    const rest = await kopi.ok(listLinkPayments, { params: { id: link.id }, query: { cursor: payments.next_cursor! } });
    expect(rest).toMatchObject({ data: [{ id: first }], next_cursor: null });
  });

  test('a link completes at its limit, and a payment in progress still counts', async () => {
    const link = await create({ type: 'multi_use', usage_limit: 2 });
    await pay(link);
    await refresh(link);
    expect(await readLink(link)).toMatchObject({ status: 'active', paid_count: 1 });
    const [second, third] = [await pay(link), await pay(link)];
    await refresh(link);
    expect(await readLink(link)).toMatchObject({ status: 'completed', paid_count: 3, collected_amount: 450_000 });
    const fourth = await pay(link);
    await refresh(link);
    await refresh(link);
    const flags = await Promise.all(
      [second, third, fourth].map(async (id) => (await kopi.ok(getTransaction, { params: { id } })).data),
    );
    expect(flags.map(({ duplicate_payment }) => duplicate_payment)).toEqual([false, true, true]);
    expect(flags[2]?.events.at(-1)?.reason).toContain('usage limit');
    expect(await readTimeline(link)).toEqual(['created', 'over_limit', 'completed', 'over_limit']);
  });

  test('a lower usage limit flags no payment that was within the former one', async () => {
    const link = await create({ type: 'multi_use', usage_limit: 5 });
    const ids = [await pay(link), await pay(link), await pay(link)];
    await refresh(link);
    await edit(link, { usage_limit: 1 });
    const late = await pay(link);
    await refresh(link);
    const flags = await Promise.all(
      [...ids, late].map(async (id) => (await kopi.ok(getTransaction, { params: { id } })).data.duplicate_payment),
    );
    expect(flags).toEqual([false, false, false, true]);
  });

  test('a reversed payment is not counted, and a paid link stays paid', async () => {
    const link = await create();
    const id = await pay(link);
    await refresh(link);
    await transitionPayment(link, id, ['reversed'], { from: 'success', seq: 3 });
    await refresh(link);
    expect(await readLink(link)).toMatchObject({ status: 'paid', paid_count: 0, collected_amount: 0 });
  });

  test('an expired link becomes paid by a late payment', async () => {
    const link = await create();
    t.clock.advance(24 * HOUR_MS);
    await signIn();
    await run('expire_payment_links');
    await run('expire_payment_links');
    expect(await readLink(link)).toMatchObject({ status: 'expired', payability: 'expired' });
    expect((await edit(link, { title: 'x' })).json()).toMatchObject({ code: 'link_ended' });
    await pay(link);
    await refresh(link);
    expect(await readTimeline(link)).toEqual(['created', 'expired', 'paid']);
  });

  test('views, attempts and conversion are counted from events', async () => {
    const link = await create({ type: 'multi_use' });
    const at = t.clock.now();
    await asMerchant(t.deps.db, KOPI, async (tx) => {
      for (const kind of ['viewed', 'viewed', 'viewed', 'attempted'] as const) {
        await recordLinkEvent(tx, link.id, {
          at,
          kind,
          actor_type: 'visitor',
          channel: kind === 'viewed' ? null : 'BCA',
        });
      }
    });
    await pay(link);
    expect(await readLink(link)).toMatchObject({ views: 3, attempts: 1, conversion_bps: 3_333 });
    expect(await readTimeline(link)).toEqual(['created']);
  });

  test('quotes the amount including the fee at the prices of the day', async () => {
    const { data } = await kopi.ok(quotePaymentLink, { query: { amount: 100_000 } });
    expect(data.map((each) => each.channel)).not.toContain('QRIS');
    expect(data.find((each) => each.channel === 'BNI')).toEqual({
      channel: 'BNI',
      payer_amount: 104_440,
      fee_amount: 4_000,
      fee_vat_amount: 440,
    });
    expect(data.find((each) => each.channel === 'BCA')?.payer_amount).toBe(104_995);
  });
});

test('only the platform role looks up a slug without a merchant', async () => {
  const link = await create();
  await expect(
    asMerchant(t.deps.db, KOPI, (tx) => tx.sql.selectFrom('payment_link_directory').selectAll().execute()),
  ).rejects.toThrow('permission denied');
  const rows = await asPlatform(t.deps.db, (tx) =>
    tx.sql.selectFrom('payment_link_directory').selectAll().where('slug', '=', link.slug).execute(),
  );
  expect(rows).toEqual([{ slug: link.slug, merchant_of: KOPI, payment_link_id: link.id }]);
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'payment-link')).toEqual([]);
});
