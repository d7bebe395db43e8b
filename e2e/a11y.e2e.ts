/** No serious axe finding on any screen, and no part without its styles: light and dark, desktop and phone. */
import type { Page } from '@playwright/test';
import { PROVIDER } from './a11y-provider-screens.ts';
import { MONEY, PUBLIC, SIGNED_IN, type Screen } from './a11y-screens.ts';
import { analyze, filterSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { openScreen } from './open-screen.ts';
import { KOPI } from './sandbox.ts';
import { findUnstyled } from './styles.ts';

/** A finding does not stop the check of the other screens. `SHOTS=<folder>` stores a screenshot of each. */
async function expectAccessible(page: Page, name: string, is_phone: boolean): Promise<void> {
  // The phone has the same colours: it is checked once, in the dark scheme.
  const found = await analyze(page, is_phone ? ['dark'] : ['light', 'dark'], async (scheme) => {
    if (process.env.SHOTS === undefined) return;
    const file = `${name}-${page.viewportSize()?.width}-${scheme}.png`.replaceAll(' ', '-');
    await page.screenshot({ path: `${process.env.SHOTS}/${file}`, fullPage: true });
  });
  expect.soft(filterSerious(found), name).toEqual([]);
  expect.soft(await findUnstyled(page), `${name}: styles that are not loaded`).toEqual([]);
}

const load = (page: Page, path: string) => page.goto(path);

/** Checks the screens one after the other in one page: each page would start a process. */
async function expectAllAccessible(
  page: Page,
  screens: Screen[],
  { is_phone, open = openScreen }: { is_phone: boolean; open?: (page: Page, path: string) => Promise<unknown> },
): Promise<void> {
  for (const { name, path, ready, is_loaded = false } of screens) {
    await test.step(name, async () => {
      await (is_loaded ? load : open)(page, path);
      await ready(page);
      await expectAccessible(page, name, is_phone);
    });
  }
}

// On a phone, too: what is checked is the same when nothing moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing serious on the public screens, light or dark @phone', async ({ page }, { project }) => {
  await expectAllAccessible(page, PUBLIC, { is_phone: project.name === 'phone', open: load });
});

test('design.md: with reduced motion, a change of the colour scheme starts no transition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const started = await page.evaluate(() => {
    document.documentElement.dataset['mantineColorScheme'] = 'dark';
    return document.getAnimations().length;
  });
  expect(started).toBe(0);
});

test.describe('signed in', () => {
  test.use({ user: KOPI });

  test('WCAG 2.2: a button in a row is at least 24 pixels high and wide', async ({ page }) => {
    await page.goto('/transaction');
    const copy = page.getByRole('region', { name: 'Transactions' }).getByRole('button', { name: /^Copy/ }).first();
    await expect(copy).toBeVisible();
    const { width, height } = (await copy.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  });

  test('design.md: with reduced motion, the placeholders of a loading list do not move', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const loaded = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/transactions?*', async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.goto('/transaction');
    await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible();
    const moving = await page.evaluate(() => document.getAnimations().map(({ playState }) => playState));
    loaded.resolve(undefined);
    expect(moving).toEqual([]);
  });

  for (const [what, screens] of Object.entries({
    'the home, payments and settings': SIGNED_IN,
    'money in and out': MONEY,
  })) {
    test(`axe finds nothing serious on the screens of ${what}, light or dark @phone`, async ({ page }, { project }) => {
      test.setTimeout(600_000);
      await expectAllAccessible(page, screens, { is_phone: project.name === 'phone' });
    });
  }
});

test.describe('of the provider', () => {
  test.use({ user: 'platform_admin@dasbor.example' });
  test("axe finds nothing serious on the screens of the provider's staff, light or dark @phone", async ({ page }, {
    project,
  }) => {
    test.setTimeout(600_000);
    await expectAllAccessible(page, PROVIDER, { is_phone: project.name === 'phone' });
  });
});
