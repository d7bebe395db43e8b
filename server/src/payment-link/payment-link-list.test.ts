/** The list of payment links: filters, totals, pages and CSV. */
import { describe, expect, test } from 'vitest';
import {
  activatePaymentLink,
  deactivatePaymentLink,
  getPaymentLink,
  listLinkCreators,
  listLinkPayments,
  listPaymentLinks,
  sharePaymentLink,
  summarisePaymentLinks,
  updatePaymentLink,
} from '@dasbor/contract/payment-link';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import {
  HOUR_MS,
  KOPI,
  RINA,
  create,
  kopi,
  readLink,
  share,
  t,
  setUpPaymentLinks,
  signIn,
} from '../../test/payment-link-fixture.ts';

setUpPaymentLinks();

describe('domain 1.8: the list', () => {
  test('filters combine; pages, totals and CSV use the same filter', async () => {
    const day = new Date(t.clock.now().getTime() + 30 * 24 * HOUR_MS);
    t.clock.set(day);
    const operator = await t.signIn('operator@kopi.example');
    await signIn();
    const wanted: string[] = [];
    for (let n = 0; n < 5; n++) {
      t.clock.advance(1_000);
      const link = await create({ title: `Panen ${n}`, type: 'multi_use', amount: 20_000 + n }, operator);
      wanted.unshift(link.id);
    }
    await create({ title: 'Panen lain', type: 'multi_use', amount: 20_000 });
    await create({ title: 'Panen', type: 'single_use', amount: 20_000 }, operator);
    await create({ title: 'Panen', type: 'multi_use', amount: 30_000 }, operator);
    await create({ title: 'Panen', type: 'multi_use', amount: 20_000, status: 'draft' }, operator);
    await create({ title: 'Lain', type: 'multi_use', amount: 20_000 }, operator);
    const profile = (await kopi.ok(listLinkCreators)).data.find((each) => each.created_by_name === 'Oka Mahendra');
    const query = {
      from: day.toISOString(),
      to: new Date(day.getTime() + HOUR_MS).toISOString(),
      expires_from: new Date(day.getTime() + 23 * HOUR_MS).toISOString(),
      expires_to: new Date(day.getTime() + 25 * HOUR_MS).toISOString(),
      status: 'active',
      type: 'multi_use,open_amount',
      amount_min: 20_000,
      amount_max: 29_999,
      created_by: profile!.created_by,
      q: 'PANEN',
    };
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await kopi.ok(listPaymentLinks, { query: { ...query, limit: 2, ...(cursor ? { cursor } : {}) } });
      ids.push(...page.data.map((link) => link.id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual(wanted);
    const upwards = await kopi.ok(listPaymentLinks, { query: { ...query, sort: 'created_at', limit: 100 } });
    expect(upwards.data.map((link) => link.id)).toEqual(wanted.toReversed());
    expect((await kopi.ok(summarisePaymentLinks, { query })).data).toEqual([{ status: 'active', count: 5, amount: 0 }]);
    const csv = await kopi.call(listPaymentLinks, {
      query: { ...query, columns: 'created_at,title,link_code,amount,paid_count,usage_limit,status' },
      headers: { accept: 'text/csv' },
    });
    const lines = csv.body.trim().split('\n');
    expect(lines[0]).toBe('created_at (WIB),title,link_code,amount,paid_count,usage_limit,status');
    expect(lines).toHaveLength(6);
    expect(lines[5]).toMatch(/^2026-12-18 14:05:01,Panen 0,[0-9A-Za-z]{12},20000,0,,active$/);
  });

  test('an open amount matches by its range, a customer by name, email or phone', async () => {
    const open = { title: 'Donasi', type: 'open_amount', amount: null, min_amount: 50_000, max_amount: 90_000 };
    const link = await create({ ...open, customer: RINA });
    const found = async (query: object) =>
      (await kopi.ok(listPaymentLinks, { query: { q: 'Donasi', ...query } })).data.map((each) => each.id);
    expect(await found({ amount_min: 90_000 })).toEqual([link.id]);
    expect(await found({ amount_min: 90_001 })).toEqual([]);
    expect(await found({ amount_max: 50_000 })).toEqual([link.id]);
    expect(await found({ amount_max: 49_999 })).toEqual([]);
    for (const q of ['rina', 'RINA@mail', '81234567']) expect(await found({ q })).toContain(link.id);
    expect(await found({ q: 'ri_a' })).toEqual([]);
  });

  test('rejects a range above 180 days, an invalid cursor and an unknown column', async () => {
    const query = { from: '2026-01-01T00:00:00.000Z', to: '2026-07-01T00:00:00.001Z' };
    expect((await kopi.call(listPaymentLinks, { query })).json()).toMatchObject({ code: 'range_too_long' });
    expect((await kopi.call(summarisePaymentLinks, { query })).json()).toMatchObject({ code: 'range_too_long' });
    expect((await kopi.call(listPaymentLinks, { query: { cursor: 'x' } })).statusCode).toBe(400);
    const csv = { query: { columns: 'slug' }, headers: { accept: 'text/csv' } };
    expect((await kopi.call(listPaymentLinks, csv)).statusCode).toBe(400);
  });

  test('spec §6: support sees masked addresses, also in the CSV; other merchants see nothing', async () => {
    const link = await create({ title: 'Rahasia', customer: RINA });
    await share(link, { channel: 'email' });
    const support = await t.signIn('support@kopi.example');
    const seen = await readLink(link, support);
    expect(seen.customer).toEqual({ name: 'Rina', email: 'r***@mail.example', phone: '***7890' });
    expect(seen.shares[0]?.recipient).toBe('r***@mail.example');
    expect((await support.call(deactivatePaymentLink, { params: { id: link.id } })).statusCode).toBe(403);
    const csv = await support.call(listPaymentLinks, {
      query: { q: 'Rahasia', columns: 'customer_email,customer_phone,url' },
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toBe(`customer_email,customer_phone,url\nr***@mail.example,***7890,${link.url}\n`);
    const batik = await t.signIn('superadmin@batik.example');
    const params = { id: link.id };
    for (const answer of [
      await batik.call(getPaymentLink, { params }),
      await batik.call(listLinkPayments, { params }),
      await batik.call(updatePaymentLink, { params, body: { wrong: 1 } }),
      await batik.call(activatePaymentLink, { params }),
      await batik.call(deactivatePaymentLink, { params }),
      await batik.call(sharePaymentLink, { params, body: {} }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect((await batik.ok(listPaymentLinks)).data).toEqual([]);
    expect(BATIK_LESTARI.merchant_id).not.toBe(KOPI);
  });
});
