/** API keys in the browser: made, used, rolled, revoked; the log searched by request ID. */
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';

test.use({ user: KOPI });

const callApi = async (secret: string): Promise<{ status: number; request_id: string }> => {
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/transactions/txn_${'0'.repeat(26)}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { request_id } = (await answer.json()) as { request_id: string };
  return { status: answer.status, request_id };
};

test('a key is made, used, found in the log, rolled and revoked', async ({ page }) => {
  const name = `Shop ${Date.now()}`;
  await page.goto('/api-settings');
  await page.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API key' });
  await form.getByRole('textbox', { name: 'Name (required)' }).fill(name);
  await form.getByRole('radio', { name: 'Transactions: Read' }).check();
  await form.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  const readSecret = async (): Promise<string> => {
    const secret = await shown.getByLabel('API key', { exact: true }).innerText();
    await shown.getByRole('button', { name: 'I have stored the key' }).click();
    return secret;
  };
  const first = await readSecret();
  const used = await callApi(first);
  expect(used.status).toBe(404);

  await page.getByRole('tab', { name: 'API log' }).click();
  await expect(page).toHaveURL(/tab=log/);
  await page.getByRole('search').getByRole('searchbox').fill(used.request_id);
  const log = page.getByRole('region', { name: 'API requests', exact: true });
  // The log is live.
  await expect(log.getByText(name)).toBeVisible({ timeout: 15_000 });
  await log.getByText(name).click();
  const sheet = page.getByRole('dialog', { name: 'GET /transactions/{id}' });
  await expect(sheet.getByText('not_found').first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'API keys' }).click();
  const openMenu = async (item: string): Promise<void> => {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await openMenu('Rotate key');
  const roll = page.getByRole('dialog', { name: 'Rotate API key' });
  await roll.getByRole('radio', { name: 'No overlap: revoke it now' }).check();
  await roll.getByRole('button', { name: 'Rotate key' }).click();
  const second = await readSecret();
  expect([(await callApi(first)).status, (await callApi(second)).status]).toEqual([401, 404]);
  await openMenu('Revoke key');
  await page.getByRole('dialog', { name: 'Revoke API key' }).getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  expect((await callApi(second)).status).toBe(401);

  // The other kind of credential, for servers that speak SNAP BI: its new secret signs in the tester next to it.
  await page.getByRole('tab', { name: 'SNAP credentials' }).click();
  await expect(page).toHaveURL(/tab=snap/);
  await page.getByRole('button', { name: 'Create credential' }).click();
  const snap = page.getByRole('dialog', { name: 'Create SNAP credential' });
  await snap.getByRole('textbox', { name: 'Name (required)' }).fill(name);
  await snap.getByRole('checkbox', { name: 'QRIS payments' }).check();
  await snap.getByRole('button', { name: 'Create credential' }).click();
  const created = page.getByRole('dialog', { name: 'Your new client secret' });
  const secret = await created.getByLabel('Client secret', { exact: true }).innerText();
  await created.getByRole('button', { name: 'I have stored the secret' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${name}.*Needs public key`) })).toBeVisible();
  const tester = page.getByRole('region', { name: 'Signature tester' });
  await tester.getByLabel('Client secret (required)').fill(secret);
  await tester.getByRole('button', { name: 'Now' }).click();
  await tester.getByRole('button', { name: 'Calculate' }).click();
  await expect(tester.getByText(/^POST:\/snap\/v1\.0/)).toBeVisible();
});
