/** Email notifications: switches, their guard, saving, failing and resetting (specification sections 2, 5, 8 and 9). */
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { BATIK } from './sandbox.ts';
import { errorToast, expectSuccess } from './toast.ts';

const PREFERENCES = '**/api/v1/notification-preference';
const UPDATED = 'Notifications updated successfully';
const UNSAVED = 'You have unsaved changes';

test.use({ user: BATIK });

const getSwitch = (page: Page, name: string) => page.getByRole('switch', { name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
/** The switch itself is drawn over its control; its words work it as well. */
const flip = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

async function open(page: Page): Promise<void> {
  await page.goto('/manage-notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Email Notifications' })).toBeVisible();
  await expect(getSwitch(page, 'Daily summary')).toBeVisible();
}

test('spec §2: banner, card, groups and rows of the Notifications tab', async ({ page }) => {
  await open(page);
  await expect(page.getByText('Disabling payment notifications may cause missed transaction updates.')).toBeVisible();
  const card = page.getByRole('region', { name: 'Notification Preferences' });
  await expect(card).toContainText('Security emails cannot be disabled.');
  for (const group of ['Successful Payments', 'Failed Payments', 'Expired Payments', 'Disbursements', 'Deposits']) {
    const section = card.getByRole('button', { name: group });
    await expect(section).toContainText(`${group} for different payment methods`);
    await expect(section).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(card.getByText('Payment Links')).toHaveCount(0);
  await expect(getSwitch(page, 'Platform announcements')).toHaveCount(0);
  await card.getByRole('button', { name: 'Successful Payments' }).click();
  await expect(card.getByRole('listitem').filter({ has: getSwitch(page, 'QRIS') })).toContainText('–');
});

test('spec §9: security emails cannot be changed, action 1004 can whatever is stored', async ({ page }) => {
  await open(page);
  await expect(getSwitch(page, 'New sign-in from unknown device')).toBeDisabled();
  await expect(getSwitch(page, 'New sign-in from unknown device')).toBeChecked();
  await expect(getSwitch(page, 'Settlement failed or returned')).toBeDisabled();
  await expect(getSwitch(page, 'Settlement paid / settlement report ready')).toBeEnabled();
});

test('spec §2, §5: a change is guarded until it is saved, and stays after a reload @phone', async ({ page }) => {
  await open(page);
  const daily = getSwitch(page, 'Daily summary');
  const was_on = await daily.isChecked();
  await expect(saveButton(page)).toBeDisabled();
  await expect(page.getByText(UNSAVED)).toHaveCount(0);
  await flip(page, 'Daily summary');
  await expect(page.getByText(UNSAVED)).toBeVisible();

  const away = page.getByRole('navigation', { name: 'Settings area' }).getByRole('link', { name: 'Profile' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await away.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/manage-notifications/);
  await expect(daily).toBeChecked({ checked: !was_on });
  await away.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/profile');

  await open(page);
  await expect(daily).toBeChecked({ checked: was_on });
  await flip(page, 'Daily summary');
  await expectSuccess(page, UPDATED, () => saveButton(page).click());
  await expect(page.getByText(UNSAVED)).toHaveCount(0);
  await expect(saveButton(page)).toBeDisabled();
  await page.reload();
  await expect(daily).toBeChecked({ checked: !was_on });
});

test('spec §2: changing a switch back leaves nothing to save', async ({ page }) => {
  await open(page);
  await flip(page, 'Daily summary');
  await expect(saveButton(page)).toBeEnabled();
  await flip(page, 'Daily summary');
  await expect(saveButton(page)).toBeDisabled();
  await expect(page.getByText(UNSAVED)).toHaveCount(0);
});

test('spec §2: Reset to Default warns, then switches every editable notification and 1004 on @phone', async ({
  page,
}) => {
  await open(page);
  const card = page.getByRole('region', { name: 'Notification Preferences' });
  const question = page.getByRole('dialog', { name: 'Reset Notifications' });
  await card.getByRole('button', { name: 'Reset to Default' }).click();
  await expect(question).toContainText('Disabling notifications may cause missed updates.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await card.getByRole('button', { name: 'Reset to Default' }).click();
  await expectSuccess(page, UPDATED, () => question.getByRole('button', { name: 'Reset Notifications' }).click());
  await expect(question).toBeHidden();

  await page.reload();
  const sections = card.getByRole('button', { name: 'for different payment methods' });
  await expect(sections).toHaveCount(5);
  for (const section of await sections.all()) await section.click();
  await expect(getSwitch(page, 'Direct debit')).toHaveCount(3);
  for (const each of await card.getByRole('switch').all()) {
    if (await each.isEnabled()) await expect(each).toBeChecked();
  }
});

test("spec §8: a save that the server rejects shows the server's detail until it is dismissed", async ({
  page,
  browser_errors,
}) => {
  browser_errors.expect(/status of 422.*notification-preference/);
  // The browser sends one switch more than the screen offers; the server answers for itself.
  await page.route(PREFERENCES, (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const update = [...route.request().postDataJSON(), { notification_action: 1001, is_active: false }];
    return route.continue({ postData: JSON.stringify(update) });
  });
  await page.clock.install();
  await open(page);
  await flip(page, 'Daily summary');
  await saveButton(page).click();
  const toast = errorToast(page, "Security emails cannot be disabled: 'New sign-in from unknown device'.");
  await expect(toast).toBeVisible();
  await page.clock.fastForward('10:00');
  await expect(toast).toBeVisible();
  await expect(page.getByText(UNSAVED)).toBeVisible();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
});

test('spec §8: a save without a connection shows an error and can be retried', async ({ page, browser_errors }) => {
  browser_errors.expect(/net::ERR_/);
  await open(page);
  await page.route(PREFERENCES, (route) => route.abort('connectionrefused'));
  await flip(page, 'Daily summary');
  await saveButton(page).click();
  await expect(errorToast(page, 'Internal Server Error')).toBeVisible();
  await page.unroute(PREFERENCES);
  await expectSuccess(page, UPDATED, () => saveButton(page).click());
  await expect(errorToast(page, 'Internal Server Error')).toBeHidden();
});
