/** The statement of deposits as a PDF: who paid what and when, and what of it reached the payout balance. */
import type { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Deposit } from '@dasbor/contract/deposit-va';
import { type Rupiah, add } from '@dasbor/contract/money';
import { TIME_ZONE } from '@dasbor/contract/time';
import { renderPdf } from '../pdf/document.ts';
import type { DepositFilter } from './deposit-queries.ts';

const COLUMNS = [
  { header: 'Received (WIB)', width: 92 },
  { header: 'Number', width: 104 },
  { header: 'Sender', width: 92 },
  { header: 'Status', width: 62 },
  { header: 'Amount', width: 60, align: 'right' },
  { header: 'Fee + PPN', width: 45, align: 'right' },
  { header: 'Net', width: 60, align: 'right' },
] as const;

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const number = new Intl.NumberFormat('id-ID');
const formatNumber = (value: Rupiah): string => number.format(value);

/** Rows between two breaths, so that other requests get their turn. */
const YIELD_EVERY_ROWS = 100;

export function writeDepositStatement(
  deposits: readonly Deposit[],
  { filter, brand_name, now }: { filter: DepositFilter; brand_name: string; now: Date },
): PassThrough {
  return renderPdf({ title: `Deposits of ${brand_name}` }, async ({ heading, field: fact, gap, table }) => {
    heading('Statement of deposits', brand_name);
    const ends = [filter.from, filter.to].map((at) => (at === undefined ? null : time.format(new Date(at))));
    fact('Period (WIB)', `${ends[0] ?? 'from the first deposit'} to ${ends[1] ?? time.format(now)}`);
    const credited = deposits.filter(({ status }) => status === 'credited');
    fact('Deposits', `${deposits.length}, of which credited ${credited.length}`);
    fact('Credited, gross', `Rp ${formatNumber(add(...credited.map(({ amount }) => amount)))}`);
    fact('Credited to the payout balance', `Rp ${formatNumber(add(...credited.map(({ net_amount }) => net_amount)))}`);
    fact('Made', `${time.format(now)} WIB`);
    gap();
    const writeRow = table(COLUMNS);
    for (const [place, row] of deposits.entries()) {
      writeRow([
        time.format(new Date(row.received_at)),
        `${row.bank} ${row.va_number}`,
        row.sender_name ?? '–',
        row.status.replaceAll('_', ' '),
        formatNumber(row.amount),
        formatNumber(add(row.fee_amount, row.fee_vat_amount)),
        row.status === 'credited' ? formatNumber(row.net_amount) : '–',
      ]);
      if (place % YIELD_EVERY_ROWS === YIELD_EVERY_ROWS - 1) await setImmediate();
    }
    if (deposits.length === 0) writeRow(['No deposits']);
  });
}
