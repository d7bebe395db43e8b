/** Totals of a list: count and sum per status, of the rows of the same filter. */
import { z } from 'zod';
import { rupiah } from './money.ts';

/** The output of a summary. `rows`: what is counted, such as `batches`; `amount`: what is summed. */
export const summaryOutput = <const S extends readonly [string, ...string[]]>(
  statuses: S,
  { rows, amount }: { rows: string; amount: string },
) =>
  z.object({
    data: z.array(
      z.object({
        status: z.enum(statuses).describe('Status'),
        count: z.int().describe(`Number of ${rows}`),
        amount: rupiah.describe(`${amount}, whole rupiah`),
      }),
    ),
  });
