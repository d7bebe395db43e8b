/** Report runs as the API returns them, and their cursors. */
import type { Language } from '@dasbor/contract/language';
import type { ReportRun } from '@dasbor/contract/report';
import { z } from 'zod';
import { instant } from '@dasbor/contract/time';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { translateDeliveryError } from './delivery-error-rules.ts';
import type { RunCursor, RunRow } from './list-queries.ts';

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

const cursorShape = z.tuple([instant, z.string().max(40)]);

export const toCursor = (row: { created_at: string; id: string }): string => encodeCursor([row.created_at, row.id]);

/** Parses the cursor of a page; null for the first. Throws 400 for a cursor of another list. */
export function parseCursor(cursor: string | undefined): RunCursor {
  if (cursor === undefined) return null;
  const [created_at, id] = decodeCursor(cursor, cursorShape);
  return { created_at, id };
}
