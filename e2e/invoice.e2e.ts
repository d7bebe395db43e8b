/** Invoices in the browser: a monthly document as PDF, its e-Faktur number, and a credit note by two persons. */
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { listRows } from './display.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';

const digits = (text: string): string => /Rp\s?([\d.]+)/.exec(text)?.[1] ?? 'no amount';

/** The text of the document that the button of an open invoice downloads. */
async function readPdf(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^(?:INV|CN)-\d{6}-\d{5}\.pdf$/);
  return execFileSync('pdftotext', ['-layout', await file.path(), '-'], { encoding: 'utf8' });
}

test('an invoice is downloaded, gets its e-Faktur number, and is corrected by a credit note of two persons', async ({
  openAs,
}) => {
  const merchant = await openAs(KOPI);
  await merchant.goto(`${DASHBOARD_URL}/invoice`);
  const invoices = listRows(merchant, 'Invoices');
  // The documents of past months are issued when the installation starts.
  await expect(async () => {
    await merchant.reload();
    await expect(invoices.filter({ hasText: 'INV-' }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expectClean(merchant);
  const link = invoices.filter({ hasText: 'INV-' }).first().getByRole('link');
  const number = (await link.innerText()).trim();
  await link.click();
  const heading = merchant.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Rp');
  const total = digits(await heading.innerText());
  await expectClean(merchant);
  const text = await readPdf(merchant);
  expect(text).toContain(number);
  expect(text).toContain(total);
  expect(text).toContain('NPWP');

  const maker = await openAs('platform_finance@dasbor.example');
  await maker.goto(merchant.url());
  const tax_number = `04002600${String(Date.now()).slice(-8)}`;
  await maker.getByRole('button', { name: /e-Faktur number$/ }).click();
  const tax = maker.getByRole('dialog', { name: 'Tax invoice number' });
  await tax.getByRole('textbox', { name: /e-Faktur/ }).fill(tax_number);
  await tax.getByRole('button', { name: 'Save number' }).click();
  await expect(maker.getByRole('region', { name: 'Totals' })).toContainText(tax_number);
  await maker.getByRole('button', { name: 'Request credit note' }).click();
  const request = maker.getByRole('dialog', { name: `Credit note for ${number}` });
  await request.getByRole('textbox', { name: 'Fees to return without VAT (required)' }).fill('100');
  await request.getByRole('textbox', { name: 'Reason (required)' }).fill('Agreed price');
  await request.getByRole('button', { name: 'Request credit note' }).click();
  await expect(maker.getByRole('region', { name: 'Requested credit notes' })).toContainText('Awaiting approval');

  const checker = await openAs('platform_admin@dasbor.example');
  await checker.goto(`${DASHBOARD_URL}/approvals`);
  await listRows(checker, 'Approvals').filter({ hasText: 'Rp 111' }).getByRole('button', { name: 'Approve' }).click();
  const approval = checker.getByRole('dialog', { name: 'Approve this request?' });
  await approval.getByRole('button', { name: 'Approve request' }).click();
  await expect(approval).toHaveCount(0);
  await maker.reload();
  await expect(maker.getByRole('region', { name: 'Requested credit notes' })).toContainText('Issued');

  await merchant.reload();
  const notes = merchant.getByRole('region', { name: 'Credit notes' });
  await expect(notes).toContainText('CN-');
  await notes.getByRole('link', { name: /^CN-/ }).click();
  const note = await readPdf(merchant);
  expect(note).toContain(number);
  expect(note).toContain('Agreed price');
});
