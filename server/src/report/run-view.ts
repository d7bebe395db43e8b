/** Report runs as the API returns them. */
import type { Language } from '@dasbor/contract/language';
import type { ReportRun } from '@dasbor/contract/report';
import { translateDeliveryError } from './delivery-error-rules.ts';
import type { RunRow } from './list-queries.ts';

/** `error` combines the errors of the channels whose last attempt failed. */
export function toReportRun(row: RunRow, language: Language): ReportRun {
  const email_error = translateDeliveryError(row.email_error, language);
  const sftp_error = translateDeliveryError(row.sftp_error, language);
  const errors = [
    translateDeliveryError(row.error, language),
    email_error === null ? null : `Email: ${email_error}`,
    sftp_error === null ? null : `SFTP: ${sftp_error}`,
  ].filter((error) => error !== null);
  return { ...row, email_error, sftp_error, error: errors.join(' ') || null };
}
