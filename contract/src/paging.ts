/** Lists are read by keyset: `{data, next_cursor}`, newest first, at most 100 rows a page. */
import { z } from 'zod';

export const PAGE_MAX = 100;

/** Query fields that every list takes. */
export const pageQuery = {
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before; absent for the first page'),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(50).describe('Rows a page, at most 100'),
};

/** Query field of lists whose files take a choice of columns. */
export const fileColumns = z
  .string()
  .max(1_000)
  .optional()
  .describe('Files only: comma-separated columns in their order; all columns when absent');

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

/** Any number of free values of one form: repeated or comma-separated in the query, each once. */
export const listOf = (form: RegExp, max: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).map((part) => part.trim()))
    .transform((parts) => [...new Set(parts)].filter((part) => part !== ''))
    .pipe(z.array(z.string().regex(form)).max(max));
