/** Sessions: the route guard, signing in and out, and the silent refresh. */
import { streamLiveEvents } from '@dasbor/contract/live';
import type { Page, Request } from '@playwright/test';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI, SANDBOX_PASSWORD } from './sandbox.ts';

const REFRESH = '/api/v1/authenticate/access-token';
const UNAUTHORIZED = /status of 401/;
const TOKEN_KEYS = ['access_token', 'refresh_token', 'session'];

async function signIn(page: Page, password = SANDBOX_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(KOPI);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const stored = (page: Page, keys: string[]): Promise<(string | null)[]> =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);

/** Replaces a stored token by an invalid one, as if it had expired. */
const invalidate = (page: Page, key: string): Promise<void> =>
  page.evaluate((name) => localStorage.setItem(name, 'unusable'), key);

/**
 * Opens a screen without live data and waits for the answers of all its requests: one that is sent later would use the
 * invalid tokens of the test before its click.
 */
async function openProfile(page: Page): Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // It never ends.
    if (!request.url().endsWith(streamLiveEvents.path)) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(async () => {
    expect(pending.size).toBe(0);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(pending.size).toBe(0);
  }).toPass();
}

test('spec §2: without the session marker a protected path leads to /login, and signing in leads back @phone', async ({
  page,
}) => {
  await page.goto('/transaction?status=success&sort=amount');
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/transaction?status=success&sort=amount')}`);
  await signIn(page);
  await expect(page).toHaveURL('/transaction?status=success&sort=amount');
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  expect(await stored(page, TOKEN_KEYS)).not.toContain(null);
});

for (const foreign of ['//evil.example/x', 'https://evil.example/x']) {
  test(`spec §2: a redirect out of this dashboard is not followed: ${foreign}`, async ({ page }) => {
    await page.goto(`/login?redirect=${encodeURIComponent(foreign)}`);
    await signIn(page);
    await expect(page).toHaveURL('/dashboard');
  });
}

test("a wrong password shows the server's error and does not sign in", async ({ page, browser_errors }) => {
  browser_errors.expect(UNAUTHORIZED);
  await page.goto('/login');
  await signIn(page, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page).toHaveURL('/login');
  expect(await stored(page, TOKEN_KEYS)).toEqual([null, null, null]);
});

test('spec §4: an expired access token is refreshed and the request repeated, silently', async ({
  openAs,
  browser_errors,
}) => {
  browser_errors.expect(UNAUTHORIZED);
  const page = await openAs(KOPI);
  await openProfile(page);
  await invalidate(page, 'access_token');
  const answers: { path: string; status: number }[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/api/v1/')) answers.push({ path, status: response.status() });
  });
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  await expect(page).toHaveURL('/transaction');
  // One refresh serves all requests that were refused, and each of them is repeated.
  expect(answers.filter(({ path }) => path === REFRESH)).toEqual([{ path: REFRESH, status: 200 }]);
  const refused = answers.filter(({ status }) => status === 401).map(({ path }) => path);
  expect(refused.length).toBeGreaterThan(0);
  const repeated = () => answers.filter(({ status }) => status === 200).map(({ path }) => path);
  await expect.poll(repeated).toEqual(expect.arrayContaining([...refused, '/api/v1/transactions']));
  expect(await stored(page, ['access_token', 'refresh_token'])).not.toContain('unusable');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('spec §4: a failing refresh clears both tokens and leads to /login', async ({ openAs, browser_errors }) => {
  browser_errors.expect(UNAUTHORIZED);
  const page = await openAs(KOPI);
  await openProfile(page);
  // In one step: any other request of the page would lead to /login as well.
  await page.evaluate(() => {
    for (const name of ['access_token', 'refresh_token']) localStorage.setItem(name, 'unusable');
    history.pushState(null, '', '/transaction');
  });
  await expect(page).toHaveURL('/login?redirect=%2Ftransaction');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await stored(page, [...TOKEN_KEYS, 'root'])).toEqual([null, null, null, null]);
});

test('spec §4: signing out resets all state and removes the persisted root, tokens and marker', async ({ openAs }) => {
  const page = await openAs(KOPI);
  await page.goto('/dashboard');
  await expect.poll(async () => (await stored(page, ['root']))[0]).toContain('superadmin');
  const [access_token = ''] = await stored(page, ['access_token']);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page, [...TOKEN_KEYS, 'root'])).toEqual([null, null, null, null]);
  const after = await page.request.get(`${DASHBOARD_URL}/api/v1/profile`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(after.status()).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
});

test('a page that is reloaded while its session is refreshed stays signed in', async ({ openAs, browser_errors }) => {
  browser_errors.expect(UNAUTHORIZED);
  const page = await openAs(KOPI);
  await openProfile(page);
  await invalidate(page, 'access_token');
  let is_held = false;
  await page.route(`**${REFRESH}`, async (route) => {
    // The first refresh is still under way when the page is left.
    if (is_held) return route.continue();
    is_held = true;
    return undefined;
  });
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect.poll(() => is_held).toBe(true);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  await expect(page).toHaveURL('/transaction');
});

test('spec §4: two tabs that refresh at once share one refresh and both stay signed in', async ({
  openAs,
  browser_errors,
}) => {
  browser_errors.expect(UNAUTHORIZED);
  const first = await openAs(KOPI);
  const second = await first.context().newPage();
  const refreshes: number[] = [];
  first.context().on('response', (response) => {
    if (response.url().endsWith(REFRESH)) refreshes.push(response.status());
  });
  await Promise.all([first.goto('/profile'), second.goto('/profile')]);
  // A page that still loads would refresh on its own before it is reloaded.
  for (const page of [first, second]) await expect(page.getByRole('heading', { level: 1 })).toContainText('Profile');
  await invalidate(first, 'access_token');
  await Promise.all([first.reload(), second.reload()]);
  for (const page of [first, second]) {
    await page.getByRole('link', { name: 'Transactions' }).click();
    await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
    await expect(page).toHaveURL('/transaction');
  }
  expect(refreshes).toEqual([200]);
});
