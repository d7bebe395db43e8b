/** Webhooks in the browser: made, a test event that fails, fixed, and what was missed is recovered. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPayment } from './api.ts';
import { expect, test } from './journey.ts';
import { KOPI } from './sandbox.ts';

test.use({ user: KOPI });

/** The server of a merchant: what it received, and the status that it responds with. */
const shop = { server: undefined as Server | undefined, url: '', status: 503, received: [] as string[] };

test.beforeAll(async () => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      shop.received.push(Buffer.concat(parts).toString());
      response.writeHead(shop.status).end(shop.status === 200 ? 'thanks' : 'database is down');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  shop.server = server;
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
test.afterAll(async () => {
  shop.server?.closeAllConnections();
  await new Promise((resolve) => shop.server?.close(resolve));
});

test('a webhook is made, its failure is seen, the server is fixed, and what it missed is recovered', async ({
  page,
}) => {
  await page.goto('/api-settings/create-webhook');
  await page.getByRole('textbox', { name: /^Endpoint URL/ }).fill(shop.url);
  await page.getByRole('checkbox', { name: 'QRIS', exact: true }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(shown.getByLabel('Signing secret')).toHaveText(/^whsec_/);
  await shown.getByRole('button', { name: 'I have stored the secret' }).click();
  await expect(page).toHaveURL(/tab=webhooks&webhook=whe_/);
  await expect(page.getByRole('heading', { name: shop.url })).toBeVisible();

  await page.getByRole('button', { name: 'Send test event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test event' });
  await dialog.getByRole('button', { name: 'Send test event' }).click();
  await expect(dialog.getByText('Not delivered: HTTP 503.')).toBeVisible();
  await expect(dialog.getByText('database is down')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  const { id } = await createPayment({ amount: 54_321 });
  const log = page.getByRole('table', { name: 'Webhook events' });
  // New events are counted first, so that no row moves under the pointer.
  const show_new = page.getByRole('button', { name: /^Show \d+ new/ });
  const row = log.getByRole('row').filter({ hasText: id });
  await expect(async () => {
    if (await show_new.isVisible()) await show_new.click();
    await expect(row.getByText('HTTP 503')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  shop.status = 200;
  await page.getByRole('button', { name: 'Recover events' }).click();
  const recover = page.getByRole('dialog', { name: 'Recover missed events' });
  await recover.getByRole('button', { name: 'Recover events' }).click();
  await expect(row.getByText('Delivered')).toBeVisible();
  const ids = shop.received.map((body) => (JSON.parse(body) as { data: { id: string } }).data.id);
  expect(ids.filter((each) => each === id).length).toBeGreaterThanOrEqual(2);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Webhook deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: shop.url })).toHaveCount(0);
});
