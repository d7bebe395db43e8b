/** Settlement days that move with holidays, and files of holidays. Pure. */
import { addDays } from '@dasbor/contract/time';
import { CsvError, parse } from 'csv-parse/sync';
import { HOLIDAY_TYPES, type Holiday, type MovedSettlement, holiday } from '@dasbor/contract/settlement-calendar';
import { type Localized, localized } from '@dasbor/contract/language';
import { calculateSettlementDay } from './calendar.ts';

/** Payments of so many days before a changed day are compared: longer than any term with its holidays. */
const LOOK_BACK_DAYS = 45;
const MOVED_MAX = 200;

/** Settlement days that differ between two calendars, by day of the payments and length of the term. */
export function listMovedSettlements(
  term_days: readonly number[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): MovedSettlement[] {
  const changed = [...before].filter((day) => !after.has(day)).concat([...after].filter((day) => !before.has(day)));
  const paid_days = new Set(
    changed.flatMap((day) => Array.from({ length: LOOK_BACK_DAYS }, (_none, back) => addDays(day, -back))),
  );
  const lengths = [...new Set(term_days)].toSorted((a, b) => a - b);
  return [...paid_days]
    .toSorted()
    .flatMap((paid_day) =>
      lengths.map((days) => ({
        days,
        paid_day,
        before: calculateSettlementDay(paid_day, { days, basis: 'business', cut_off_hour: 24 }, before),
        after: calculateSettlementDay(paid_day, { days, basis: 'business', cut_off_hour: 24 }, after),
      })),
    )
    .filter((row) => row.before !== row.after)
    .slice(0, MOVED_MAX);
}

export interface LineError {
  line: number;
  detail: Localized;
}

const TYPES: Record<string, Holiday['type']> = {
  ...Object.fromEntries(HOLIDAY_TYPES.map((type) => [type, type])),
  nasional: 'national',
  cuti_bersama: 'joint_leave',
};
const HEADER = 'day,name,type';

/** Reads a file of holidays: `day,name,type` with a comma or semicolon. Every faulty line is reported. */
export function parseHolidayFile(text: string, today: string): { holidays: Holiday[]; errors: LineError[] } {
  const errors: LineError[] = [];
  const found = new Map<string, Holiday>();
  const refuse = (line: number, en: string, id: string) => errors.push({ line, detail: localized(en, id) });
  const rows = readRows(text);
  if (typeof rows === 'number') {
    refuse(
      rows,
      `Line ${rows} has quotes that do not close.`,
      `Baris ${rows} memiliki tanda kutip yang tidak ditutup.`,
    );
    return { holidays: [], errors };
  }
  const [head, ...lines] = rows;
  if (head?.cells.join(',').toLowerCase() !== HEADER) {
    refuse(1, `The first line must be ${HEADER}.`, `Baris pertama harus ${HEADER}.`);
  }
  for (const { cells, line } of lines) {
    const [day, name, type = ''] = cells;
    const parsed = holiday.safeParse({ day, name, type: TYPES[type.toLowerCase()] });
    if (!parsed.success || cells.length !== 3) {
      refuse(line, `Line ${line} is not a day, a name and a type.`, `Baris ${line} bukan tanggal, nama, dan jenis.`);
    } else if (parsed.data.day <= today) {
      refuse(
        line,
        `Line ${line}: only future days can be imported.`,
        `Baris ${line}: hanya hari mendatang yang dapat diimpor.`,
      );
    } else if (found.has(parsed.data.day)) {
      refuse(line, `Line ${line}: this day is in the file twice.`, `Baris ${line}: tanggal ini tercantum dua kali.`);
    } else {
      found.set(parsed.data.day, parsed.data);
    }
  }
  if (errors.length === 0 && found.size === 0)
    refuse(2, 'The file has no holidays.', 'Berkas tidak berisi hari libur.');
  return { holidays: [...found.values()].toSorted((a, b) => a.day.localeCompare(b.day)), errors };
}

/** The rows of the file with their lines; a number: the line on which it cannot be read. */
function readRows(text: string): { cells: string[]; line: number }[] | number {
  const delimiter = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const options = { delimiter, bom: true, trim: true, relax_column_count: true, skip_empty_lines: true } as const;
  try {
    const rows = parse(text, { ...options, info: true }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    if (error instanceof CsvError) return Number(error['lines']);
    throw error;
  }
}
