/** The one shape of every refusal: a superset of the specification's section 8. */
import { z } from 'zod';

export const problem = z.object({
  detail: z.string().describe('What went wrong, for a person; always present'),
  status_code: z.int().describe('HTTP status of the answer'),
  code: z.string().describe('What went wrong, for a machine: stable, snake_case'),
  request_id: z.string().describe('Quote this to support'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Dotted path of the faulty field'),
        detail: z.string().describe('What is wrong with it'),
      }),
    )
    .optional()
    .describe('One entry per faulty field'),
});
export type Problem = z.infer<typeof problem>;
