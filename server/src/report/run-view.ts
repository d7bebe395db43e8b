/** Report runs as the API shows them, and their pages. */
import type { ReportRun } from '@dasbor/contract/report';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import type { RunCursor, RunRow } from './list-queries.ts';

/** `error` tells of each channel that the last attempt failed for. */
export function toReportRun(row: RunRow): ReportRun {
  const errors = [
    row.error,
    row.email_error === null ? null : `E-mail: ${row.email_error}`,
    row.sftp_error === null ? null : `SFTP: ${row.sftp_error}`,
  ].filter((error) => error !== null);
  return { ...row, error: errors.join(' ') || null };
}

const cursorShape = z.tuple([z.iso.datetime(), z.string().max(40)]);

export const toCursor = (row: { created_at: string; id: string }): string => encodeCursor([row.created_at, row.id]);

/** Where a page begins; null for the first. Refuses a cursor that is not of this list with 400. */
export function parseCursor(cursor: string | undefined): RunCursor {
  if (cursor === undefined) return null;
  const [created_at, id] = decodeCursor(cursor, cursorShape);
  return { created_at, id };
}
