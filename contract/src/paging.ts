/** Lists use keyset pagination: `{data, next_cursor}`, newest first, at most 100 rows per page. */
import { z } from 'zod';

export const PAGE_MAX = 100;

/** Query parameters of every list. */
export const pageQuery = {
  cursor: z.string().max(200).optional().describe('`next_cursor` of the previous page; omit for the first page'),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(50).describe('Rows per page, at most 100'),
};

/** Query parameter of lists whose files have selectable columns. */
export const fileColumns = z
  .string()
  .max(1_000)
  .optional()
  .describe('Files only: comma-separated columns in order; all columns by default');

export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    next_cursor: z.string().nullable().describe('Pass as `cursor` for the next page; null on the last'),
  });

/** A multi-select filter: repeated or comma-separated in the query. */
export const oneOrMany = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).filter((part) => part !== ''))
    .pipe(z.array(z.enum(values)));

/** Filter value for rows without a value of the field; it can be combined with values. */
export const NOT_SET = 'none';

/** Free values of one format: repeated or comma-separated in the query, without duplicates. */
export const commaSeparated = (form: RegExp, max: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).map((part) => part.trim()))
    .transform((parts) => [...new Set(parts)].filter((part) => part !== ''))
    .pipe(z.array(z.string().regex(form)).max(max));
