/** The document at `/pay/{slug}`, as browsers, crawlers and the curious get it. Needs the build that `npm test` makes. */
import { brotliDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { createPaymentLink, getPaymentLink } from '@dasbor/contract/payment-link';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

let t: TestApp;
let kopi: TestClient;
let count = 0;
beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(() => t?.close());

async function create(body: object = {}): Promise<PaymentLink> {
  const headers = { 'idempotency-key': `page-${++count}` };
  const input = { title: 'Pesanan 17', type: 'single_use', amount: 1_500_000, channels: ['QRIS'], ...body };
  const made = await kopi.call(createPaymentLink, { body: input, headers });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json<{ data: PaymentLink }>().data;
}
const open = (path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html', ...headers } });

test('shows the amount without JavaScript, and holds the data for the script', async () => {
  const link = await create();
  const answer = await open(`/pay/${link.slug}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('Kopi Nusantara');
  expect(answer.body).toContain('Rp 1.500.000');
  expect(answer.body).toMatch(/<noscript>[\s\S]*JavaScript[\s\S]*<\/noscript>/);
  const data = /<script id="pay-data" type="application\/json">\s*(.*?)\s*<\/script>/s.exec(answer.body)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ state: 'payable', amount: 1_500_000, merchant_name: 'Kopi Nusantara' });
  // Whole ids: the names of built files are random, and may contain the beginning of one.
  expect(answer.body).not.toMatch(/__[A-Z_]+__|(?:mer|pl)_[0-9a-z]{26}/);
});

test('texts of a merchant are escaped, in the markup and in the data', async () => {
  const title = '</script><img src=x onerror=alert(1)> "__AMOUNT__" $& \' & co';
  const { body } = await open(`/pay/${(await create({ title })).slug}`);
  expect(body).not.toContain('<img src=x');
  expect(body).toContain(
    '&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &quot;__AMOUNT__&quot; $&amp; &#39; &amp; co',
  );
  const data = /<script id="pay-data" type="application\/json">\s*(.*?)\s*<\/script>/s.exec(body)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ title });
});

test('no inline script, one style sheet by its hash, not indexed, not cached', async () => {
  const answer = await open(`/pay/${(await create()).slug}`);
  const policy = String(answer.headers['content-security-policy']);
  const style = /<style>(.*?)<\/style>/s.exec(answer.body)?.[1] ?? '';
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(answer.body).not.toMatch(/ style="| on[a-z]+="/);
  expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(answer.body).toContain('<meta name="robots" content="noindex, nofollow"');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-frame-options']).toBe('DENY');
});

test('every unknown URL returns the same page with 404', async () => {
  const draft = await create({ status: 'draft' });
  const paths = ['/pay/AAAAAAAAAAAA', '/pay/x', `/pay/${draft.slug}`, "/pay/'%20or%201=1--", `/pay/${'a'.repeat(290)}`];
  const answers = await Promise.all(paths.map((path) => open(path)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers[0]?.body).toContain('<div id="pay">');
});

test('the script is served compressed and cached permanently; a missing file returns 404', async () => {
  const { body } = await open(`/pay/${(await create()).slug}`);
  const script = /src="(\/pay\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? '';
  const plain = await open(script);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-type']).toContain('text/javascript');
  const packed = await open(script, { 'accept-encoding': 'gzip, deflate, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  expect((await open('/pay/assets/none.js')).statusCode).toBe(404);
  expect((await open('/pay/assets/..%2findex.html')).statusCode).toBe(404);
});

test('a visit is counted, a link preview is not', async () => {
  const link = await create();
  await open(`/pay/${link.slug}`);
  await open(`/pay/${link.slug}`, { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' });
  await open(`/pay/${link.slug}`, { 'sec-fetch-dest': 'document' });
  await vi.waitFor(async () => {
    const { data } = await kopi.ok(getPaymentLink, { params: { id: link.id } });
    expect(data.views).toBe(1);
  });
});
