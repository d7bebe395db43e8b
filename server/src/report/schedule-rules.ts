/** When a scheduled report is created and which period it covers (domain 1.22). Pure; days and hours are WIB. */
import * as duration from '@dasbor/contract/duration';
import type { ReportFrequency, ReportType } from '@dasbor/contract/report';
import { addDays, startOfBusinessDay, startOfMonth, toBusinessDay } from '@dasbor/contract/time';
import { type Localized, localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';
import type { ReportDefaults } from './defaults.ts';

export interface Schedule extends ReportDefaults {
  is_on: boolean;
  frequency: ReportFrequency;
  hour: number | null;
  weekday: number | null;
  month_day: number | null;
}

/** The schedule of a merchant without a saved one, as its settings say. A fee invoice is a document, so a PDF. */
export function toDefaultSchedule(report_type: ReportType, defaults: ReportDefaults): Schedule {
  const common = { weekday: null, month_day: null, ...defaults };
  if (report_type === 'settlement') return { ...common, is_on: true, frequency: 'batch', hour: null };
  if (report_type === 'fee_invoice') {
    return { ...common, is_on: false, frequency: 'monthly', hour: 6, month_day: 1, format: 'pdf' };
  }
  return { ...common, is_on: false, frequency: 'daily', hour: 1 };
}

/** Throws 422 for an invalid schedule. */
export function assertSchedule(report_type: ReportType, schedule: Omit<Schedule, 'language'>): void {
  const { is_on, frequency, hour, weekday, month_day } = schedule;
  const reject = (field: string, detail: Localized) => {
    throw new Problem(422, 'invalid_schedule', detail, { errors: [{ field, detail }] });
  };
  if (report_type === 'settlement') {
    if (frequency !== 'batch')
      reject(
        'frequency',
        localized(
          'Settlement reports are created for each settlement.',
          'Laporan settlement dibuat untuk setiap settlement.',
        ),
      );
    if (!is_on)
      reject(
        'is_on',
        localized(
          'Settlement reports cannot be switched off. Change their delivery in the configuration.',
          'Laporan settlement tidak dapat dinonaktifkan. Ubah pengirimannya di konfigurasi.',
        ),
      );
  } else if (frequency === 'batch')
    reject('frequency', localized('Select daily, weekly or monthly.', 'Pilih harian, mingguan, atau bulanan.'));
  if (report_type === 'fee_invoice' && frequency !== 'monthly') {
    reject('frequency', localized('Fee invoices are monthly.', 'Tagihan biaya dibuat bulanan.'));
  }
  if ((hour === null) !== (frequency === 'batch'))
    reject('hour', localized('Select the hour of the day.', 'Pilih jam.'));
  if ((weekday !== null) !== (frequency === 'weekly'))
    reject('weekday', localized('Select the day of the week.', 'Pilih hari.'));
  if ((month_day !== null) !== (frequency === 'monthly'))
    reject('month_day', localized('Select the day of the month.', 'Pilih tanggal.'));
}

/** The first occurrence after an instant; null when the schedule is off or follows settlements. */
export function calculateNextOccurrence(schedule: Omit<Schedule, 'language'>, after: Date): Date | null {
  const { is_on, frequency, hour } = schedule;
  if (!is_on || frequency === 'batch' || hour === null) return null;
  const today = startOfBusinessDay(toBusinessDay(after)).getTime();
  for (let days = 0; days <= 31; days++) {
    const at = new Date(today + duration.days(days) + duration.hours(hour));
    if (at > after && isOn(schedule, toBusinessDay(at))) return at;
  }
  throw new Error('A schedule has no occurrence within a month');
}

function isOn({ frequency, weekday, month_day }: Omit<Schedule, 'language'>, day: string): boolean {
  if (frequency === 'weekly') return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday;
  return frequency === 'monthly' ? Number(day.slice(8)) === month_day : true;
}

export interface Period {
  period_from: string;
  period_to: string;
}

/** The period that a scheduled report covers: complete days before the instant. */
export function calculateReportedPeriod(frequency: Exclude<ReportFrequency, 'batch'>, at: Date): Period {
  const today = toBusinessDay(at);
  if (frequency === 'monthly') return calculatePreviousMonth(today);
  return { period_from: addDays(today, frequency === 'weekly' ? -7 : -1), period_to: addDays(today, -1) };
}

function calculatePreviousMonth(day: string): Period {
  const period_to = addDays(startOfMonth(day), -1);
  return { period_from: startOfMonth(period_to), period_to };
}

/** Whether a period is exactly one calendar month. */
export const isWholeMonth = ({ period_from, period_to }: Period): boolean =>
  period_from.endsWith('-01') &&
  calculatePreviousMonth(addDays(period_to)).period_from === period_from &&
  addDays(period_to).endsWith('-01');
