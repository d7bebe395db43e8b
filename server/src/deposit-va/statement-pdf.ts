/** The statement of deposits as a PDF. */
import type { Language } from '@dasbor/contract/language';
import { statusLabel } from '@dasbor/contract/labels';
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Deposit } from '@dasbor/contract/deposit-va';
import { type Rupiah, add } from '@dasbor/contract/money';
import { renderPdf } from '../pdf/document.ts';
import type { DepositFilter } from './deposit-queries.ts';

const TEXTS = {
  en: {
    title: 'Statement of deposits',
    period: 'Period',
    first: 'from the first deposit',
    to: 'to',
    deposits: 'Deposits',
    count: (all: number, credited: number) => `${all}, of which ${credited} credited`,
    gross: 'Credited, gross',
    net: 'Credited to the payout balance',
    created: 'Created',
    none: 'No deposits',
    returned: 'Returned to sender',
    columns: ['Received (WIB)', 'Number', 'Sender', 'Status', 'Amount', 'Fee + PPN', 'Net'],
  },
  id: {
    title: 'Laporan deposit',
    period: 'Periode',
    first: 'dari deposit pertama',
    to: 'sampai',
    deposits: 'Deposit',
    count: (all: number, credited: number) => `${all}, ${credited} di antaranya dikreditkan`,
    gross: 'Dikreditkan, bruto',
    net: 'Dikreditkan ke saldo pencairan',
    created: 'Dibuat',
    none: 'Tidak ada deposit',
    returned: 'Dikembalikan ke pengirim',
    columns: ['Diterima (WIB)', 'Nomor', 'Pengirim', 'Status', 'Jumlah', 'Biaya + PPN', 'Neto'],
  },
};
const WIDTHS = [84, 120, 80, 62, 60, 49, 60];

const buildColumns = (language: Language) =>
  TEXTS[language].columns.map((header, index) => ({
    header,
    width: WIDTHS[index] ?? 60,
    ...(index > 3 ? { align: 'right' as const } : {}),
  }));

const number = new Intl.NumberFormat('id-ID');
const formatNumber = (value: Rupiah): string => number.format(value);

/** Yields to other requests after this many rows. */
const YIELD_EVERY_ROWS = 100;

export function writeDepositStatement(
  deposits: readonly Deposit[],
  { filter, brand_name, now, language }: { filter: DepositFilter; brand_name: string; now: Date; language: Language },
): PassThrough {
  const t = TEXTS[language];
  return renderPdf({ title: `${t.title}: ${brand_name}` }, async ({ heading, field, gap, table }) => {
    heading(t.title, brand_name);
    const ends = [filter.from, filter.to].map((at) => (at === undefined ? null : formatInstant(at, language)));
    field(t.period, `${ends[0] ?? t.first} ${t.to} ${ends[1] ?? formatInstant(now, language)}`);
    const credited = deposits.filter(({ status }) => status === 'credited');
    field(t.deposits, t.count(deposits.length, credited.length));
    field(t.gross, formatRupiah(add(...credited.map(({ amount }) => amount))));
    field(t.net, formatRupiah(add(...credited.map(({ net_amount }) => net_amount))));
    field(t.created, formatInstant(now, language));
    gap();
    const writeRow = table(buildColumns(language));
    for (const [index, row] of deposits.entries()) {
      writeRow([
        // The header names the time zone.
        formatInstant(row.received_at, language).replace(' WIB', ''),
        `${row.bank} ${row.va_number}`,
        row.sender_name ?? '–',
        row.status === 'returned' ? t.returned : statusLabel(row.status, language),
        formatNumber(row.amount),
        formatNumber(add(row.fee_amount, row.fee_vat_amount)),
        row.status === 'credited' ? formatNumber(row.net_amount) : '–',
      ]);
      if (index % YIELD_EVERY_ROWS === YIELD_EVERY_ROWS - 1) await setImmediate();
    }
    if (deposits.length === 0) writeRow([t.none]);
  });
}
