/** Report runs as the API shows them, and their pages. */
import type { ReportRun } from '@dasbor/contract/report';
import { z } from 'zod';
import { Problem } from '../http/problem.ts';
import type { RunPlace, ShownRow } from './list-queries.ts';

/** `error` tells of each channel that the last attempt failed for. */
export function showRun(row: ShownRow): ReportRun {
  const errors = [
    row.error,
    row.email_error === null ? null : `E-mail: ${row.email_error}`,
    row.sftp_error === null ? null : `SFTP: ${row.sftp_error}`,
  ].filter((error) => error !== null);
  return { ...row, error: errors.join(' ') || null };
}

const cursorShape = z.tuple([z.iso.datetime(), z.string().max(40)]);

export const cursorOf = (row: { created_at: string; id: string }): string =>
  Buffer.from(JSON.stringify([row.created_at, row.id])).toString('base64url');

/** Where a page begins; null for the first. Refuses a cursor that is not of this list with 400. */
export function placeOf(cursor: string | undefined): RunPlace {
  if (cursor === undefined) return null;
  try {
    const [created_at, id] = cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { created_at, id };
  } catch {
    const detail = 'This cursor does not belong to this list.';
    throw new Problem(400, 'invalid_request', `cursor: ${detail}`, { errors: [{ field: 'cursor', detail }] });
  }
}
