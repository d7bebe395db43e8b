/** Notification emails: sent for active notifications only, in the recipient's language. */
import type { createQrisPayment } from '@dasbor/contract/qris-payment';
import type { Output } from '@dasbor/contract/route';
import type { Page } from '@playwright/test';
import { payCode } from './api.ts';
import { expect, test } from './journey.ts';
import { BATIK, DASHBOARD_URL, MAIL_URL } from './sandbox.ts';
import { sharedSession } from './session.ts';
import { expectSuccess } from './toast.ts';
import { createMark } from './unique-values.ts';

// A merchant whose mailbox no other journey fills: a burst would become a digest.
test.use({ user: BATIK });
// One set of switches: each journey leaves it as it found it.
test.describe.configure({ mode: 'serial' });

async function post<T>(path: string, body: object): Promise<T> {
  const { access_token } = await sharedSession(BATIK);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Pays a new QRIS payment; returns the id of its transaction. */
async function payQris(amount: number, merchant_reference: string): Promise<string | null> {
  const { data } = await post<Output<typeof createQrisPayment>>('/qris-payments', { amount, merchant_reference });
  await payCode(data);
  return data.transaction_id;
}

interface ListedMail {
  name: string;
  to: string;
  subject: string;
}
const listMails = async (): Promise<ListedMail[]> =>
  (await (await fetch(`${MAIL_URL}/mails.json`)).json()) as ListedMail[];

/** The emails whose subject contains a text, once there is one. */
async function mailsAbout(text: string): Promise<ListedMail[]> {
  await expect
    .poll(async () => (await listMails()).some(({ subject }) => subject.includes(text)), { timeout: 30_000 })
    .toBe(true);
  return (await listMails()).filter(({ subject }) => subject.includes(text));
}

async function flipQris(page: Page): Promise<void> {
  await page.goto('/manage-notifications');
  await page.getByRole('button', { name: 'Successful Payments' }).click();
  await page.getByRole('listitem').filter({ hasText: 'QRIS' }).getByText('QRIS', { exact: true }).click();
  await expectSuccess(page, 'Notifications updated successfully', () =>
    page.getByRole('button', { name: 'Save Changes' }).click(),
  );
}

const mark = createMark();

test('domain 1.21: the email of a QRIS payment arrives, fits every screen, and links to the payment', async ({
  page,
  context,
}) => {
  const id = await payQris(1_234_567, `ORDER-${mark}`);
  const [mail, ...more] = await mailsAbout(`Payment received: Rp 1.234.567 via QRIS (ORDER-${mark})`);
  expect(more).toEqual([]);
  expect(mail?.to).toBe(BATIK);

  const mailbox = await context.newPage();
  await mailbox.goto(MAIL_URL);
  await mailbox.getByRole('link', { name: `ORDER-${mark}` }).click();
  await expect(mailbox.getByText('A superadmin can change notifications at').first()).toBeVisible();
  await expect(
    mailbox.frameLocator('iframe').getByRole('heading', { name: 'Payment received: Rp 1.234.567' }),
  ).toBeVisible();
  await mailbox.goto(`${MAIL_URL}/mails/${mail?.name}/html`);
  for (const [width, height] of [
    [600, 800],
    [390, 844],
  ] as const) {
    await mailbox.setViewportSize({ width, height });
    const is_too_wide = await mailbox.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(is_too_wide, `${width} pixels`).toBe(false);
    for (const scheme of ['light', 'dark'] as const) {
      await mailbox.emulateMedia({ colorScheme: scheme });
      await mailbox.screenshot({ path: `test-results/notification-email-${width}-${scheme}.png`, fullPage: true });
    }
  }
  const url = await mailbox.getByRole('link', { name: 'Open in Dasbor' }).getAttribute('href');
  expect(url).toBe(`${DASHBOARD_URL}/transaction/${id}`);
  await page.goto(url ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rp 1.234.567');
});

test('domain 1.21: a payment is emailed only while its notification is on', async ({ page }) => {
  await flipQris(page);
  await payQris(11_000, `SILENT-${mark}`);
  // The next email proves that the payment before was dispatched.
  await post('/payment-links', { title: `After ${mark}`, type: 'single_use', amount: 10_000, status: 'draft' });
  await mailsAbout(`Payment link created: After ${mark}`);
  expect((await listMails()).filter(({ subject }) => subject.includes(`SILENT-${mark}`))).toEqual([]);
  await flipQris(page);
  await payQris(12_000, `AGAIN-${mark}`);
  expect(await mailsAbout(`AGAIN-${mark}`)).toHaveLength(1);
});

test('design.md: emails are in the language that the user selected @phone', async ({ page }, { project }) => {
  const choose = async (name: string, message: string): Promise<void> => {
    await page.goto('/profile');
    const language = page.getByRole('combobox', { name: /^(Language|Bahasa)$/ });
    await language.click();
    await expectSuccess(page, message, () => page.getByRole('option', { name, exact: true }).click());
    await expect(language).toHaveValue(name);
  };
  const reference = `BAHASA-${project.name}-${mark}`;
  await choose('Bahasa Indonesia', 'Bahasa diperbarui');
  await page.screenshot({ path: `test-results/profile-${project.name}.png`, fullPage: true });
  await payQris(15_000, reference);
  await mailsAbout(`Pembayaran diterima: Rp 15.000 melalui QRIS (${reference})`);
  await choose('English', 'Language updated');
});
