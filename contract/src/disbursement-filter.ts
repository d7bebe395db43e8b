/** Filter of the list of disbursements, its totals and its files. */
import { z } from 'zod';
import { DISBURSEMENT_FAILURES, DISBURSEMENT_STATUSES } from './disbursement-fields.ts';
import { idSchema } from './id.ts';
import { NOT_SET, commaSeparated, oneOrMany } from './paging.ts';
import { rangeEnd, rangeStart } from './time.ts';
import { TRANSFER_RAILS } from './transfer-rail.ts';

export const disbursementFilter = {
  from: rangeStart.optional().describe('Start of the range (creation time), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  status: oneOrMany(DISBURSEMENT_STATUSES).optional().describe('One or more statuses'),
  bank_code: commaSeparated(/^\d{3}$/, 50)
    .optional()
    .describe('One or more banks'),
  rail: oneOrMany(TRANSFER_RAILS).optional().describe('One or more rails'),
  failure_code: oneOrMany([...DISBURSEMENT_FAILURES, NOT_SET])
    .optional()
    .describe('One or more failure codes; `none`: without a code'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum amount, whole rupiah'),
  batch_id: idSchema('disbursement_batch').optional().describe('Only disbursements of this batch'),
  beneficiary_id: idSchema('beneficiary').optional().describe('Only disbursements to this beneficiary'),
  requested_by: z.string().trim().max(100).optional().describe('Id or name of the person or API key that requested it'),
  view: z
    .enum(['all', 'single', 'scheduled'])
    .default('all')
    .describe('`single`: not of a batch; `scheduled`: approved or awaiting approval, for a later time'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Id, reference, account holder, or the last four digits of the account'),
};
