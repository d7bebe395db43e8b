/** The list of stickers as a file. */
import { sql } from 'kysely';
import { type QrisSticker, type listQrisStickers, qrisSticker } from '@dasbor/contract/sticker';
import { buildCsvCells } from '../db/csv-cells.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import { INDONESIAN_HEADERS, formatFileHeader } from './file-headers.ts';
import { buildStickerQuery } from './queries.ts';

const JOINED_COLUMNS: Partial<Record<keyof QrisSticker, string>> = {
  today_count: 'day.count',
  today_amount: 'day.amount',
  last_paid_at: 'last.paid_at',
};
const FIELDS = Object.keys(INDONESIAN_HEADERS) as (keyof QrisSticker)[];
/** Maximum rows of a file. */
const ROWS_MAX = 1_000_000;

export const stickerFile: ListFile<typeof listQrisStickers> = {
  name: 'qris-stickers',
  columns: FIELDS,
  buildQuery: ({ query, now, language, time_zone, ...reader }) =>
    buildStickerQuery(reader, query, now)
      .select(() =>
        buildCsvCells({
          shape: qrisSticker.shape,
          names: parseColumns(FIELDS, query.columns),
          getColumn: (field) => sql.ref(JOINED_COLUMNS[field] ?? `q.${field}`),
          formatHeader: (field) => formatFileHeader(field, language),
          time_zone,
        }),
      )
      .orderBy('q.created_at', 'desc')
      .orderBy('q.id', 'desc')
      .limit(ROWS_MAX),
};
