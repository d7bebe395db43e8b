/** The shape of all errors: a superset of section 8 of the specification. */
import { z } from 'zod';

export const problem = z.object({
  detail: z.string().describe('What went wrong, for people, in the language of Accept-Language'),
  status_code: z.int().describe('HTTP status of the response'),
  code: z.string().describe('What went wrong, for programs: stable, snake_case'),
  request_id: z.string().describe('Id of the request; quote it to support'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Dotted path of the invalid field'),
        detail: z.string().describe('What is wrong with the field'),
      }),
    )
    .optional()
    .describe('One entry per invalid field'),
});
export type Problem = z.infer<typeof problem>;
