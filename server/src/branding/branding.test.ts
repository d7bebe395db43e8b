/** Branding: colour, logo, and where customers see them. */
import { getBranding, removeLogo, saveBranding, uploadLogo } from '@dasbor/contract/branding';
import {
  calculateContrast,
  findNearestBrandColor,
  isLegibleBrandColor,
  toDarkModeColor,
} from '@dasbor/contract/brand-color';
import { getPictureBusinessProfile } from '@dasbor/contract/profile';
import { API_BASE } from '@dasbor/contract/route';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { buildForm, buildImage } from '../../test/upload-files.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { renderEmail } from '../mail/template.ts';
import { buildBrandStyle, toEmailSender } from './rules.ts';

let it: TestApp;
let owner: TestClient;
beforeAll(async () => {
  it = await startTestApp();
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
      const nearest = findNearestBrandColor(given);
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
  expect(error?.detail).toContain(`The nearest allowed colour is ${findNearestBrandColor('#ffcc00')}.`);
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
