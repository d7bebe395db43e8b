/** Texts of rows, amounts and times as the dashboard displays them. */
import { statusLabel } from '@dasbor/contract/labels';
import type { Locator, Page } from '@playwright/test';

/** The rendered rows of a list; the first is the header of a table. */
export const listRows = (page: Page, list: string): Locator =>
  page.getByRole('region', { name: list, exact: true }).getByRole('row');

/** Opens a row by its first cell: what is in its middle, perhaps a link, depends on the columns that fit. */
export const openRow = (row: Locator): Promise<void> => row.getByRole('cell').first().click();

/** `Rp 1.234.567`. */
export const rupiah = (amount: number): string => `Rp ${amount.toLocaleString('id-ID')}`;

/** `2026-11-21 14:05:07` as files have it → `21 Nov 2026, 14:05 WIB` as screens have it. */
export function toShownTime(written: string): string {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d):\d\d$/.exec(written) ?? [];
  const name = 'JanFebMarAprMayJunJulAugSepOctNovDec'.slice(3 * Number(month) - 3, 3 * Number(month));
  return `${Number(day)} ${name} ${year}, ${clock} WIB`;
}

/** `success` → `Paid`, `partially_refunded` → `Partially refunded`. */
export const toStatusLabel = (status: string): string => statusLabel(status, 'en');
