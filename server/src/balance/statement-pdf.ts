/** The statement of an account as a PDF: the rows of the CSV, between opening and closing balance, as they are read. */
import type { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { renderPdf } from '../pdf/document.ts';

const COLUMNS = [
  { header: 'Time (WIB)', width: 92 },
  { header: 'Type', width: 92 },
  { header: 'Reference', width: 136 },
  { header: 'Debit', width: 60, align: 'right' },
  { header: 'Credit', width: 60, align: 'right' },
  { header: 'Balance', width: 75, align: 'right' },
] as const;

const number = new Intl.NumberFormat('id-ID');
/** Digits only, up to what a safe integer holds: the ledger refuses what is above. */
const formatDigits = (digits: string | null | undefined): string => (digits ? number.format(Number(digits)) : '');
const formatKind = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');

/** Rows between two breaths, so that other requests get their turn. */
const YIELD_EVERY_ROWS = 100;

export interface StatementHead {
  account: string;
  brand_name: string;
  /** Both ends as people read them. */
  period: string;
  /** What the filter leaves out besides the period; null: nothing. */
  filtered: string | null;
}

/** `rows`: cells of the statement in the order of the CSV. */
export function writeBalanceStatement(
  { account, brand_name, period, filtered }: StatementHead,
  rows: AsyncIterable<(string | null)[]>,
): PassThrough {
  return renderPdf({ title: `Statement of ${account}` }, async ({ heading, field: fact, gap, table }) => {
    heading(`Statement: ${account}`, brand_name);
    fact('Period (WIB)', period);
    fact('Currency', 'IDR, whole rupiah');
    if (filtered !== null) fact('Shown', filtered);
    gap();
    const writeRow = table(COLUMNS);
    let count = 0;
    for await (const cells of rows) {
      const [time, , , kind, status, , reference_id, , debit, credit, balance] = cells;
      const is_end = kind === 'opening_balance' || kind === 'closing_balance';
      const type = `${formatKind(kind ?? '')}${status === 'reversed' ? ' (reversed)' : ''}`;
      writeRow(
        [time ?? '', type, reference_id ?? '', formatDigits(debit), formatDigits(credit), formatDigits(balance)],
        is_end,
      );
      count += 1;
      if (count % YIELD_EVERY_ROWS === 0) await setImmediate();
    }
  });
}
