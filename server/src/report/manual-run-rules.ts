/** What may be reported, and by which ways it may be sent. Pure. */
import { REPORT_DAYS_MAX, type ReportChannel, type ReportType } from '@dasbor/contract/report';
import { toBusinessDay } from '@dasbor/contract/time';
import { Problem } from '../http/problem.ts';
import type { StoredConfiguration } from './configuration-rules.ts';
import { type Period, countDays } from './schedule-rules.ts';

type Configuration = Pick<StoredConfiguration, 'email_delivery_enabled' | 'sftp_delivery_enabled'>;

const invalidInput = (code: string, field: string, detail: string): Problem =>
  new Problem(422, code, detail, { errors: [{ field, detail }] });

/** The days of a report that is asked for. Throws 422 for days that cannot be reported. */
export function parsePeriod(
  asked: { period_from?: string | undefined; period_to?: string | undefined; business_day?: string | undefined },
  now: Date,
): Period {
  const period_to = asked.period_to ?? asked.business_day;
  if (period_to === undefined) throw invalidInput('invalid_period', 'period_to', 'Choose the days to report.');
  const period = { period_from: asked.period_from ?? period_to, period_to };
  if (period.period_to > toBusinessDay(now)) {
    const detail = 'This day has not begun yet, so there is nothing to report.';
    throw invalidInput('day_in_future', 'period_to', detail);
  }
  if (period.period_from > period.period_to) {
    throw invalidInput('invalid_period', 'period_from', 'The first day must not be after the last one.');
  }
  if (countDays(period) > REPORT_DAYS_MAX) {
    throw invalidInput('invalid_period', 'period_from', `A report covers at most ${REPORT_DAYS_MAX} days.`);
  }
  return period;
}

/** A settlement report is of a settlement, every other one of days. Throws 422. */
export function assertSubject(report_type: ReportType, settlement_batch_id: string | undefined): void {
  if ((report_type === 'settlement') === (settlement_batch_id !== undefined)) return;
  const detail =
    report_type === 'settlement' ? 'Choose the settlement to report.' : 'Only a settlement report is of a settlement.';
  throw invalidInput('invalid_period', 'settlement_batch_id', detail);
}

export const listConfiguredChannels = (configuration: Configuration): ReportChannel[] => [
  ...(configuration.email_delivery_enabled ? (['email'] as const) : []),
  ...(configuration.sftp_delivery_enabled ? (['sftp'] as const) : []),
];

const NAMES: Record<ReportChannel, string> = { email: 'Delivery by e-mail', sftp: 'Delivery by SFTP' };

/** The ways by which a report goes: as asked for, or all that are configured. Throws 422 when one is not configured. */
export function selectChannels(configuration: Configuration, asked: readonly ReportChannel[] | undefined) {
  const configured = listConfiguredChannels(configuration);
  if (asked === undefined && configured.length === 0) {
    throw new Problem(422, 'delivery_not_configured', 'Choose and save a delivery method first.');
  }
  const absent = asked?.find((channel) => !configured.includes(channel));
  if (absent !== undefined) {
    const detail = `${NAMES[absent]} is not switched on. Choose and save it as delivery method first.`;
    throw invalidInput('delivery_not_configured', 'channels', detail);
  }
  const chosen = asked ?? configured;
  const statusOf = (channel: ReportChannel) => (chosen.includes(channel) ? ('waiting' as const) : ('off' as const));
  return { email_status: statusOf('email'), sftp_status: statusOf('sftp') };
}
