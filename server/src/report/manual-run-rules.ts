/** Validation of a requested report: its period, its subject and its delivery channels. Pure. */
import { REPORT_DAYS_MAX, type ReportChannel, type ReportType } from '@dasbor/contract/report';
import { countDays, toBusinessDay } from '@dasbor/contract/time';
import { type Localized, localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';
import type { StoredConfiguration } from './configuration-rules.ts';
import type { Period } from './schedule-rules.ts';

type Configuration = Pick<StoredConfiguration, 'email_delivery_enabled' | 'sftp_delivery_enabled'>;

const validationError = (code: string, field: string, detail: Localized): Problem =>
  new Problem(422, code, detail, { errors: [{ field, detail }] });

/** The period of a requested report. Throws 422 for an invalid one. */
export function parsePeriod(
  input: { period_from?: string | undefined; period_to?: string | undefined; business_day?: string | undefined },
  now: Date,
): Period {
  const period_to = input.period_to ?? input.business_day;
  if (period_to === undefined)
    throw validationError(
      'invalid_period',
      'period_to',
      localized('Enter the days of the report.', 'Masukkan periode laporan.'),
    );
  const period = { period_from: input.period_from ?? period_to, period_to };
  if (period.period_to > toBusinessDay(now)) {
    const detail = localized('The last day must not be in the future.', 'Hari terakhir tidak boleh di masa depan.');
    throw validationError('day_in_future', 'period_to', detail);
  }
  if (period.period_from > period.period_to) {
    throw validationError(
      'invalid_period',
      'period_from',
      localized('The first day must not be after the last day.', 'Hari pertama tidak boleh setelah hari terakhir.'),
    );
  }
  if (countDays(period.period_from, period.period_to) > REPORT_DAYS_MAX) {
    throw validationError(
      'invalid_period',
      'period_from',
      localized(
        `A report covers at most ${REPORT_DAYS_MAX} days.`,
        `Laporan mencakup paling lama ${REPORT_DAYS_MAX} hari.`,
      ),
    );
  }
  return period;
}

/** A settlement report needs a settlement; other reports must not have one. Throws 422. */
export function assertSubject(report_type: ReportType, settlement_batch_id: string | undefined): void {
  if ((report_type === 'settlement') === (settlement_batch_id !== undefined)) return;
  const detail =
    report_type === 'settlement'
      ? localized('Select the settlement of the report.', 'Pilih settlement untuk laporan ini.')
      : localized(
          'Only a settlement report takes a settlement.',
          'Hanya laporan settlement yang memerlukan settlement.',
        );
  throw validationError('invalid_period', 'settlement_batch_id', detail);
}

export const listConfiguredChannels = (configuration: Configuration): ReportChannel[] => [
  ...(configuration.email_delivery_enabled ? (['email'] as const) : []),
  ...(configuration.sftp_delivery_enabled ? (['sftp'] as const) : []),
];

const NOT_CONFIGURED: Record<ReportChannel, Localized> = {
  email: localized(
    'Email delivery is not configured. Save it under Manage Notifications, Configuration first.',
    'Pengiriman melalui email belum dikonfigurasi. Simpan terlebih dahulu di Kelola Notifikasi, Konfigurasi.',
  ),
  sftp: localized(
    'SFTP delivery is not configured. Save it under Manage Notifications, Configuration first.',
    'Pengiriman melalui SFTP belum dikonfigurasi. Simpan terlebih dahulu di Kelola Notifikasi, Konfigurasi.',
  ),
};

/** The requested channels, or all that are configured. Throws 422 when one is not configured. */
export function selectChannels(configuration: Configuration, requested: readonly ReportChannel[] | undefined) {
  const configured = listConfiguredChannels(configuration);
  if (requested === undefined && configured.length === 0) {
    throw new Problem(
      422,
      'delivery_not_configured',
      localized(
        'No delivery method is configured. Save one under Manage Notifications, Configuration first.',
        'Metode pengiriman belum dikonfigurasi. Simpan terlebih dahulu di Kelola Notifikasi, Konfigurasi.',
      ),
    );
  }
  const missing = requested?.find((channel) => !configured.includes(channel));
  if (missing !== undefined) {
    throw validationError('delivery_not_configured', 'channels', NOT_CONFIGURED[missing]);
  }
  const chosen = requested ?? configured;
  const toChannelStatus = (channel: ReportChannel) =>
    chosen.includes(channel) ? ('waiting' as const) : ('off' as const);
  return { email_status: toChannelStatus('email'), sftp_status: toChannelStatus('sftp') };
}
