/** The cursor of lists of settlements, which are sorted by settlement date. */
import { z } from 'zod';
import { idSchema } from '@dasbor/contract/id';
import { business_day } from '@dasbor/contract/time';
import { decodeCursor } from '../http/cursor.ts';
import type { BatchCursor } from './list-queries.ts';

const batchCursor = z.tuple([business_day, idSchema('settlement_batch')]);

/** Throws 400 for the cursor of another list. */
export function parseBatchCursor(cursor: string | undefined): BatchCursor {
  if (cursor === undefined) return null;
  const [settlement_date, id] = decodeCursor(cursor, batchCursor);
  return { settlement_date, id };
}
