/** A widget as a file: the points or the rows that its table shows. */
import type { Analytics, AnalyticsUnit } from '@dasbor/contract/analytics';
import { formatInstant } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { escapeFormula } from '../db/csv-cells.ts';
import type { CellKind, Table } from '../table-file/table.ts';

const TEXTS = {
  en: {
    start: 'Start (WIB)',
    value: 'Value',
    previous: 'Previous period',
    count: 'Count',
    previous_count: 'Count, previous period',
    key: 'Code',
    label: 'Name',
    note: 'Details',
    amount: 'Amount (IDR)',
    previous_amount: 'Amount, previous period (IDR)',
    share: 'Share (%)',
    rate: 'Success rate (%)',
    p50: 'Median (seconds)',
    p90: '90th percentile (seconds)',
    units: { rupiah: 'Amount (IDR)', count: 'Count', percent: 'Percent', seconds: 'Seconds' },
  },
  id: {
    start: 'Mulai (WIB)',
    value: 'Nilai',
    previous: 'Periode sebelumnya',
    count: 'Jumlah transaksi',
    previous_count: 'Jumlah transaksi, periode sebelumnya',
    key: 'Kode',
    label: 'Nama',
    note: 'Keterangan',
    amount: 'Nominal (IDR)',
    previous_amount: 'Nominal, periode sebelumnya (IDR)',
    share: 'Porsi (%)',
    rate: 'Tingkat keberhasilan (%)',
    p50: 'Median (detik)',
    p90: 'Persentil ke-90 (detik)',
    units: { rupiah: 'Nominal (IDR)', count: 'Jumlah', percent: 'Persen', seconds: 'Detik' },
  },
} as const;

type Cells = (string | null)[];
/** The headers and the rows. */
type Lines = [string[], ...Cells[]];
const toText = (value: number | null): string | null => (value === null ? null : String(value));
/** Hundredths of a percent as a decimal number: `7025` → `70.25`. */
const toPercent = (value: number | null): string | null =>
  value === null ? null : `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
const toCell = (value: number | null, unit: AnalyticsUnit): string | null =>
  unit === 'percent' ? toPercent(value) : toText(value);

/** Columns that contain text; all others contain numbers. */
const TEXT_COLUMNS = new Set<string>(
  Object.values(TEXTS).flatMap(({ start, key, label, note }) => [start, key, label, note]),
);

export function buildAnalyticsTable(data: Analytics, language: Language): Table {
  const [headers, ...rows] = data.points.length > 0 ? listPointLines(data, language) : listRowLines(data, language);
  const columns = headers.map((header) => ({ header, kind: getKind(header) }));
  return { columns, rows };
}

const getKind = (header: string): CellKind => (TEXT_COLUMNS.has(header) ? 'text' : 'number');

function listPointLines({ points, metrics }: Analytics, language: Language): Lines {
  const texts = TEXTS[language];
  const unit = metrics[0]?.unit ?? 'count';
  return [
    [texts.start, texts.units[unit], texts.previous, texts.count, texts.previous_count],
    ...points.map(({ at, value, previous, count, previous_count }) => [
      formatInstant(at, language),
      toCell(value, unit),
      toCell(previous, unit),
      toText(count),
      toText(previous_count),
    ]),
  ];
}

function listRowLines({ rows, widget }: Analytics, language: Language): Lines {
  const texts = TEXTS[language];
  if (widget === 'completion-time') {
    return [
      [texts.label, texts.count, texts.p50, texts.p90],
      ...rows.map(({ label, count, p50, p90 }) => [escapeFormula(label), toText(count), toText(p50), toText(p90)]),
    ];
  }
  return [
    [
      texts.key,
      texts.label,
      texts.note,
      texts.count,
      texts.previous_count,
      texts.amount,
      texts.previous_amount,
      texts.share,
      texts.rate,
    ],
    ...rows.map((row) => [
      escapeFormula(row.key),
      escapeFormula(row.label),
      row.note && escapeFormula(row.note),
      toText(row.count),
      toText(row.previous_count),
      toText(row.amount),
      toText(row.previous_amount),
      toPercent(row.share),
      toPercent(row.rate),
    ]),
  ];
}
