/** Approvals in the browser: two people decide from the list, and the audit log shows it. */
import type { Page } from '@playwright/test';
import { createPayment, payCode, readTransaction } from './api.ts';
import { listRows, openRow, rupiah } from './display.ts';
import { expect, test } from './journey.ts';

test.use({ user: 'finance@kopi.example' });

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();

async function requestRefund(page: Page): Promise<string> {
  const reference = `APPROVAL-${Date.now()}`;
  const code = await createPayment({ amount: 150_000, merchant_reference: reference });
  await payCode(code);
  const id = code.transaction_id;
  await expect.poll(async () => (await readTransaction(id)).status).toBe('success');
  await page.goto(`/transaction/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund payment of ${rupiah(150_000)}` });
  await dialog.getByRole('combobox', { name: 'Reason (required)' }).click();
  await page.getByRole('option', { name: 'Order cancelled' }).click();
  await dialog.getByRole('button', { name: /^Request refund of/ }).click();
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('Pending')).toBeVisible();
  return reference;
}

test('two people approve and reject from the list; the audit log is found, filtered and exported', async ({
  page,
  openAs,
}) => {
  const first = await requestRefund(page);
  const second = await requestRefund(page);
  await page.goto('/approvals?view=requested');
  await expect(listRows(page, 'Approvals').filter({ hasText: first })).toContainText('0 of 1');

  const approver = await openAs('approver@kopi.example');
  await approver.goto('/dashboard');
  await approver.getByRole('link', { name: /^Approvals \(\d+ waiting for you\)$/ }).click();
  const waiting = listRows(approver, 'Approvals').filter({ hasText: first });
  await shot(approver, `approvals-${test.info().project.name}`);
  await waiting.getByRole('button', { name: 'Approve' }).click();
  const approval = approver.getByRole('dialog', { name: 'Approve this request?' });
  await expect(approval.getByText(rupiah(150_000)).first()).toBeVisible();
  await approval.getByRole('textbox', { name: 'Remark' }).fill('Checked');
  await approval.getByRole('button', { name: 'Approve request' }).click();
  await expect(waiting).toHaveCount(0);

  const superadmin = await openAs('superadmin@kopi.example');
  await superadmin.goto('/approvals');
  const other = listRows(superadmin, 'Approvals').filter({ hasText: second });
  await other.getByRole('button', { name: 'Reject' }).click();
  const rejection = superadmin.getByRole('dialog', { name: 'Reject this request?' });
  await rejection.getByRole('textbox', { name: /Reason/ }).fill('The goods were delivered');
  await rejection.getByRole('button', { name: 'Reject request' }).click();
  await expect(other).toHaveCount(0);
  await superadmin.goto(`/approvals?view=all&q=${second}`);
  await openRow(listRows(superadmin, 'Approvals').filter({ hasText: second }));
  const sheet = superadmin.getByRole('dialog', { name: 'Request for approval' });
  await expect(sheet.getByText('The goods were delivered')).toBeVisible();
  await shot(superadmin, `approval-detail-${test.info().project.name}`);

  await superadmin.goto('/settings?tab=audit&object_type=approval_request');
  const log = listRows(superadmin, 'Audit log');
  await expect(log.filter({ hasText: 'Request approved' }).first()).toBeVisible();
  await expect(log.filter({ hasText: 'Request rejected' }).first()).toBeVisible();
  await superadmin.getByRole('button', { name: 'Action', exact: true }).click();
  await superadmin.getByRole('combobox', { name: 'Action' }).fill('Request rej');
  await superadmin.getByRole('option', { name: 'Request rejected' }).click();
  await expect(superadmin).toHaveURL(/action=approval\.rejected/);
  await expect(log.filter({ hasText: 'Request approved' })).toHaveCount(0);
  await shot(superadmin, `audit-log-${test.info().project.name}`);
  await openRow(log.filter({ hasText: 'Request rejected' }).first());
  const entry = superadmin.getByRole('dialog', { name: 'Audit entry' });
  await expect(entry.getByText('superadmin@kopi.example')).toBeVisible();
  await expect(entry.getByText('The goods were delivered').first()).toBeVisible();
  await shot(superadmin, `audit-entry-${test.info().project.name}`);
  await superadmin.keyboard.press('Escape');
  const download = superadmin.waitForEvent('download');
  await superadmin.getByRole('button', { name: 'Export', exact: true }).click();
  await superadmin.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
});
