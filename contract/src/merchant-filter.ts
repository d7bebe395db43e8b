/** Filter of the provider's list of merchants, its totals and its files. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { MERCHANT_STATUSES } from './merchant-activity.ts';
import { VERIFICATION_STATUSES, VOLUME_BANDS } from './merchant-fields.ts';
import { NOT_SET, commaSeparated, oneOrMany } from './paging.ts';
import { rangeEnd, rangeStart } from './time.ts';

/** Merchants by account group; the metrics of a group lead to lists with the same merchants. */
export const accountGroupFilter = z
  .union([idSchema('account_group'), z.literal(NOT_SET)])
  .describe(
    'Merchants that are members of this account group, or of one below it, today (WIB); `none`: of no account group',
  );

export const merchantFilter = {
  q: z.string().trim().max(100).optional().describe('Part of the code, name, NIB, NPWP or email'),
  status: oneOrMany(MERCHANT_STATUSES).optional().describe('One or more statuses'),
  verification_status: oneOrMany(VERIFICATION_STATUSES).optional().describe('One or more verification statuses'),
  mcc: commaSeparated(/^[0-9]{4}$/, 20)
    .optional()
    .describe('One or more merchant category codes'),
  province_code: commaSeparated(/^[0-9]{2}$/, 40)
    .optional()
    .describe('One or more provinces'),
  group_id: accountGroupFilter.optional(),
  volume_band: oneOrMany(VOLUME_BANDS).optional().describe('One or more bands of the volume of the last 30 days'),
  from: rangeStart.optional().describe('Start of the range (creation), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
};
