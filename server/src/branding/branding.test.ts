/** Branding: colour, logo, and where customers see them. */
import { createHash } from 'node:crypto';
import { getBranding, getBrandingPreview, removeLogo, saveBranding, uploadLogo } from '@dasbor/contract/branding';
import {
  calculateContrast,
  toNearestBrandColor,
  isLegibleBrandColor,
  toDarkModeColor,
} from '@dasbor/contract/brand-color';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { getPictureBusinessProfile } from '@dasbor/contract/profile';
import { API_BASE } from '@dasbor/contract/route';
import { getTransactionReceipt } from '@dasbor/contract/transaction';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { countPixels, drawPdf } from '../../test/pdf-pixels.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { buildForm, buildImage } from '../../test/upload-files.ts';
import { asMerchant } from '../db/tx.ts';
import type { Mail } from '../mail/mailer.ts';
import { paymentLinkJobs } from '../payment-link/jobs.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { renderEmail } from '../mail/template.ts';
import { buildBrandStyle, toEmailSender } from './rules.ts';

let it: TestApp;
let owner: TestClient;
const sent: Mail[] = [];
beforeAll(async () => {
  it = await startTestApp({
    change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
  });
  owner = await it.signIn('superadmin@kopi.example');
});
afterAll(() => it.close());

async function upload(client: TestClient, bytes: Buffer, name = 'logo.png') {
  const form = await buildForm([['file', { name, bytes }]]);
  const headers = { ...form.headers, authorization: client.authorization ?? '' };
  return it.app.inject({ method: 'POST', url: API_BASE + uploadLogo.path, payload: form.payload, headers });
}

const get = (url: string) => it.app.inject({ method: 'GET', url });

test('every colour has a nearest allowed one, legible in both modes; an allowed colour is its own', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (given) => {
      const nearest = toNearestBrandColor(given);
      expect(isLegibleBrandColor(nearest)).toBe(true);
      expect(calculateContrast(nearest, '#ffffff')).toBeGreaterThan(4.5);
      expect(calculateContrast(toDarkModeColor(given), '#1a202c')).toBeGreaterThan(4.5);
      expect(calculateContrast(toDarkModeColor(given), '#0d1730')).toBeGreaterThan(4.5);
      expect(nearest === given).toBe(isLegibleBrandColor(given));
    }),
  );
  expect(calculateContrast('#000000', '#ffffff')).toBe(21);
});

test('a colour that is too light is refused, and the nearest allowed one offered', async () => {
  const refused = await owner.call(saveBranding, { body: { color: '#FFCC00' } });
  expect(refused.statusCode).toBe(400);
  const [error] = refused.json<{ errors: { field: string; detail: string }[] }>().errors;
  expect(error?.field).toBe('color');
  expect(error?.detail).toContain(`The nearest allowed colour is ${toNearestBrandColor('#ffcc00')}.`);
  const indonesian = await owner.call(saveBranding, {
    body: { color: '#ffcc00' },
    headers: { 'accept-language': 'id' },
  });
  expect(indonesian.body).toContain('Warna terdekat yang diizinkan');
  for (const color of ['red', '#fff', 'url(x)', '#12345g']) {
    expect((await owner.call(saveBranding, { body: { color } })).statusCode).toBe(400);
  }
  expect((await owner.ok(saveBranding, { body: { color: '#7A3E12' } })).data.color).toBe('#7a3e12');
  expect((await owner.ok(getBranding)).data.color).toBe('#7a3e12');
});

test('a logo is encoded small, served to anyone under its hash, and shared with the profile', async () => {
  const answer = await upload(owner, await buildImage('png', 900, 500));
  expect(answer.statusCode).toBe(200);
  const { logo_url } = answer.json<{ data: { logo_url: string } }>().data;
  expect((await owner.ok(getPictureBusinessProfile)).data.logo_url).toBe(logo_url);
  const served = await get(logo_url);
  expect(served.statusCode).toBe(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(served.rawPayload.length).toBeLessThanOrEqual(20_000);
  expect((await sharp(served.rawPayload).metadata()).width).toBeLessThanOrEqual(320);

  const other = logo_url.replace(/mer_[0-9a-z]+/, BATIK_LESTARI.merchant_id);
  for (const wrong of [other, logo_url.replace(/[0-9a-f]{64}/, 'a'.repeat(64)), '/logos/x/y.png', '/logos/%00/y.png']) {
    expect((await get(wrong)).statusCode).toBe(404);
  }

  // The address in emails that were sent stays valid after the logo changed; the same logo has the same address.
  const changed = await upload(owner, await buildImage('jpeg', 300, 300), 'logo.jpg');
  expect(changed.json<{ data: { logo_url: string } }>().data.logo_url).toMatch(/\.jpg$/);
  expect((await get(logo_url)).statusCode).toBe(200);
  const again = await upload(owner, await buildImage('png', 900, 500));
  expect(again.json<{ data: { logo_url: string } }>().data.logo_url).toBe(logo_url);
  expect((await owner.ok(removeLogo)).data.logo_url).toBeNull();
  expect((await owner.ok(getPictureBusinessProfile)).data.logo_url).toBeNull();
});

test('a logo above 1 MB or of another type is refused; people who may only view cannot change anything', async () => {
  expect((await upload(owner, Buffer.alloc(1_100_000))).statusCode).toBe(413);
  expect((await upload(owner, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg')).statusCode).toBe(422);
  const finance = await it.signIn('finance@kopi.example');
  expect((await upload(finance, await buildImage('png'))).statusCode).toBe(403);
  expect((await finance.call(saveBranding, { body: { color: null } })).statusCode).toBe(403);
  expect((await finance.call(getBranding)).statusCode).toBe(200);
});

test('the style of the pay page and emails carry the colour and the logo', () => {
  expect(buildBrandStyle(null)).toBe('');
  expect(buildBrandStyle('#7a3e12')).toContain('--brand:#7a3e12;--on-brand:#fff');
  const brand = { brand_name: 'Kopi & Co', brand_color: '#7a3e12', logo_url: '/logos/mer_1/a.png' };
  const sender = toEmailSender(brand, 'https://pay.example/');
  const content = { language: 'en', subject: 'S', heading: 'H', paragraphs: [], tables: [], footer: [] } as const;
  const link = { label: 'Pay', url: 'https://pay.example/pay/x' };
  const { html = '' } = renderEmail({ ...content, paragraphs: [], tables: [], footer: [], sender, link });
  expect(html).toContain('src="https://pay.example/logos/mer_1/a.png"');
  expect(html).toContain('background-color:#7a3e12');
  expect(html).toContain('Kopi &#38; Co');
});

describe('what customers get', () => {
  const COLOR = '#8a1c4a';
  const LOGO_COLOR = '#00a0c8';
  let batik: TestClient;
  let logo_url: string;
  beforeAll(async () => {
    batik = await it.signIn('superadmin@batik.example');
    const create = { width: 240, height: 96, channels: 3, background: LOGO_COLOR } as const;
    const answer = await upload(batik, await sharp({ create }).png().toBuffer());
    logo_url = answer.json<{ data: { logo_url: string } }>().data.logo_url;
    await batik.ok(saveBranding, { body: { color: COLOR } });
  });
  const createLink = (body: object) =>
    batik.ok(createPaymentLink, {
      body: { title: 'Pesanan 17', type: 'single_use', amount: 150_000, channels: ['QRIS'], ...body },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  const style = `:root{--brand:${COLOR};--on-brand:#fff`;

  test('the receipt has the line in the colour, and the logo under it', async () => {
    const id = await insertPaidPayment(it, BATIK_LESTARI.merchant_id, { amount: 150_000 });
    const receipt = await batik.call(getTransactionReceipt, { params: { id } });
    const drawn = drawPdf(receipt.rawPayload);
    // The line is three points high and as wide as the text; the logo fits into 120 by 48 points.
    expect(await countPixels(drawn, COLOR)).toBeGreaterThan(800);
    expect(await countPixels(drawn, LOGO_COLOR)).toBeGreaterThan(4_000);
    // Without a brand there is neither.
    const other = await insertPaidPayment(it, KOPI_NUSANTARA.merchant_id, { amount: 150_000 });
    await owner.ok(saveBranding, { body: { color: null } });
    const plain = drawPdf((await owner.call(getTransactionReceipt, { params: { id: other } })).rawPayload);
    expect([await countPixels(plain, COLOR), await countPixels(plain, LOGO_COLOR)]).toEqual([0, 0]);
  });

  test('the pay page has the style in the colour under its policy, and the logo as a picture', async () => {
    const { data: link } = await createLink({});
    const page = await get(`/pay/${link.slug}`);
    expect(page.body).toContain(`<style>${style}`);
    const [, brand_style = ''] = page.body.match(/<\/style><style>(.*?)<\/style>/s) ?? [];
    const hash = createHash('sha256').update(brand_style).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(page.body).toContain(`"logo_url":"${logo_url}"`);
    expect(await countPixels((await get(logo_url)).rawPayload, LOGO_COLOR)).toBeGreaterThan(20_000);
  });

  test('an email that is sent has the button in the colour, and the logo at an absolute address', async () => {
    const { data: link } = await createLink({
      customer: { name: 'Rina', email: 'rina@mail.example' },
      notify: { email: true },
    });
    const job = paymentLinkJobs.find(({ name }) => name === 'send_payment_link_email');
    const mails = await asMerchant(it.deps.db, BATIK_LESTARI.merchant_id, (tx) =>
      tx.sql
        .selectFrom('payment_link_email')
        .select('id')
        .where('merchant_id', '=', tx.merchant_id)
        .where('payment_link_id', '=', link.id)
        .execute(),
    );
    for (const { id } of mails) await job?.run(it.deps, { merchant_id: BATIK_LESTARI.merchant_id, id });
    const mail = sent.find(({ to }) => to === 'rina@mail.example');
    expect(mail?.html).toContain(`background-color:${COLOR}`);
    expect(mail?.html).toContain(`border-bottom:3px solid ${COLOR}`);
    expect(mail?.html).toContain(`src="${it.deps.env.PUBLIC_URL.replace(/\/$/, '')}${logo_url}"`);
  });

  test('the preview renders the same three, in a colour that is not saved', async () => {
    const color = '#0b6e4f';
    const { data } = await batik.ok(getBrandingPreview, { query: { color } });
    const public_url = it.deps.env.PUBLIC_URL.replace(/\/$/, '');
    expect(data.pay_page).toContain(`--brand:${color};`);
    expect(data.pay_page).toContain(`"logo_url":"${public_url}${logo_url}"`);
    expect(data.pay_page).toContain(`src="${public_url}/pay/assets/`);
    expect(data.email).toContain(`background-color:${color}`);
    const drawn = drawPdf(Buffer.from(data.receipt, 'base64'));
    expect(await countPixels(drawn, color)).toBeGreaterThan(800);
    expect(await countPixels(drawn, LOGO_COLOR)).toBeGreaterThan(4_000);
    expect((await batik.ok(getBranding)).data.color).toBe(COLOR);
    // Without a colour it shows the one of the product.
    expect((await batik.ok(getBrandingPreview)).data.email).not.toContain(COLOR);
    expect((await batik.call(getBrandingPreview, { query: { color: '#ffcc00' } })).statusCode).toBe(400);
    const operator = await it.signIn('operator@kopi.example');
    expect((await operator.call(getBrandingPreview)).statusCode).toBe(403);
  });
});
