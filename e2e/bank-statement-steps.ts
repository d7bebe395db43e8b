/** Steps of the reconciliation of bank statements, on any screen. */
import type { listUnmatchedMovements } from '@dasbor/contract/bank-movement';
import type { Output } from '@dasbor/contract/route';
import type { Locator, Page } from '@playwright/test';
import { get } from './api.ts';
import { expect } from './journey.ts';
import { DASHBOARD_URL } from './sandbox.ts';

/** Uploads statements and requests write-offs. */
export const MAKER = 'platform_finance@dasbor.example';

/** A transfer that the bank executed, and its business day (WIB). */
interface Transfer {
  reference: string;
  amount: number;
  day: string;
}

export const toWibDay = (at: string): string => new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, 10);

const HISTORY_DAYS = 60;
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Transfers of past days that no line of a statement explains yet, newest first: each can be matched once, and how many the
 * sandbox has depends on the holidays of the past weeks.
 */
export async function listUnmatchedTransfers(): Promise<Transfer[]> {
  const today = toWibDay(new Date().toISOString());
  const query = `object_type=transfer&from=${addDays(today, -HISTORY_DAYS)}&to=${addDays(today, -1)}&limit=100`;
  const { data } = await get<Output<typeof listUnmatchedMovements>>(`/bank-movements?${query}`, MAKER);
  return data.flatMap(({ reference, amount, day }) =>
    reference === null ? [] : [{ reference, amount: Math.abs(amount), day }],
  );
}

/** A debit of the account. */
interface Debit {
  day: string;
  description: string;
  reference: string;
  amount: number;
}

const OPENING_BALANCE = 500_000_000;

/** A statement as CSV, whose balance follows its lines. */
export function buildStatement(debits: readonly Debit[]): string {
  let balance = OPENING_BALANCE;
  const lines = debits.map(({ day, description, reference, amount }) => {
    balance -= amount;
    return `${day},${description},${reference},${amount},,${balance}`;
  });
  return ['Date,Description,Reference,Debit,Credit,Balance', ...lines, ''].join('\n');
}

export const newAccountNumber = (): string => String(Date.now()).slice(-10);

/** Uploads a statement from the list. Returns the dialog, which stays when the statement is refused. */
export async function uploadStatement(page: Page, csv: string, account_no: string): Promise<Locator> {
  await page.goto(`${DASHBOARD_URL}/bank-statement`);
  await page.getByRole('button', { name: 'Upload statement' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload bank statement' });
  const file = { name: 'mutasi.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('textbox', { name: 'Account number (required)' }).fill(account_no);
  await dialog.getByRole('button', { name: 'Upload and match' }).click();
  return dialog;
}

export const getLines = (page: Page): Locator => page.getByRole('region', { name: 'Lines' });
/** The row of a line, or its card on a phone. */
export const getLine = (page: Page, text: string): Locator => getLines(page).getByRole('row').filter({ hasText: text });
export const getTotals = (page: Page): Locator => page.getByRole('region', { name: 'Reconciliation' });

export async function showLines(page: Page, status: 'All' | 'Open' | 'Matched' | 'Written off'): Promise<void> {
  const choice = getLines(page).getByRole('radiogroup', { name: 'Status' });
  await choice.getByText(status, { exact: true }).click();
}

export async function requestWriteOff(page: Page, line: string, reason: string): Promise<void> {
  await getLine(page, line).getByRole('button', { name: 'Write off' }).click();
  const dialog = page.getByRole('dialog', { name: /^Write off/ });
  await dialog.getByRole('textbox', { name: 'Reason (required)' }).fill(reason);
  await dialog.getByRole('button', { name: 'Request write-off' }).click();
  await expect(getLine(page, line)).toContainText('Write-off awaits approval');
}

/** Approves the write-off or reversal of a line, as another person than the one who requested it. */
export async function approveRequest(page: Page, line: string, status: 'Written off' | 'Open'): Promise<void> {
  await showLines(page, 'All');
  await getLine(page, line).getByRole('button', { name: 'Approve' }).click();
  await expect(getLine(page, line)).toContainText(status);
}
