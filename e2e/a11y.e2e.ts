/** No serious finding of axe on any built screen: light and dark, wide and on a phone. */
import type { Page } from '@playwright/test';
import { MONEY, PUBLIC, SIGNED_IN, type Screen } from './a11y-screens.ts';
import { judgeIn, seriousOf } from './axe.ts';
import { expect, test } from './journey.ts';
import { KOPI } from './sandbox.ts';

/** All screens are judged, whatever one of them lacks. `SHOTS=<folder>` keeps a picture of each. */
async function expectAccessible(page: Page, name: string, is_phone: boolean): Promise<void> {
  // The phone shows the same colours in other places: it is judged once, in the dark.
  const found = await judgeIn(page, is_phone ? ['dark'] : ['light', 'dark'], async (scheme) => {
    if (process.env.SHOTS === undefined) return;
    const file = `${name}-${page.viewportSize()?.width}-${scheme}.png`.replaceAll(' ', '-');
    await page.screenshot({ path: `${process.env.SHOTS}/${file}`, fullPage: true });
  });
  expect.soft(seriousOf(found), name).toEqual([]);
}

/** One screen after the other in one page: a page of its own takes a process of its own. */
async function expectAllAccessible(page: Page, screens: Screen[], is_phone: boolean): Promise<void> {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await page.goto(path);
      await ready(page);
      await expectAccessible(page, name, is_phone);
    });
  }
}

test('axe finds nothing serious on the public screens, light or dark @phone', async ({ page }, { project }) => {
  await expectAllAccessible(page, PUBLIC, project.name === 'phone');
});

test.describe('signed in', () => {
  test.use({ user: KOPI });
  for (const [what, screens] of Object.entries({
    'the home, payments and settings': SIGNED_IN,
    'money in and out': MONEY,
  })) {
    test(`axe finds nothing serious on the screens of ${what}, light or dark @phone`, async ({ page }, { project }) => {
      test.setTimeout(300_000);
      await expectAllAccessible(page, screens, project.name === 'phone');
    });
  }
});
