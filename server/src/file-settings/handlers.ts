/** How the CSV files of a merchant are written. */
import type * as contract from '@dasbor/contract/file-settings';
import { recordAudit } from '../audit/record.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { DEFAULT_DELIMITER } from '../table-file/delimiter.ts';
import { findFileSetting, upsertFileSetting } from '../table-file/file-setting-queries.ts';

export const fileSettingHandlers: Handlers<typeof contract> = {
  getFileSettings: async ({ tx }) => {
    const { csv_delimiter = DEFAULT_DELIMITER, updated_at = null } = (await tx(findFileSetting)) ?? {};
    return { data: { csv_delimiter, updated_at } };
  },

  saveFileSettings: async (ctx) => {
    const { body, now, principal } = ctx;
    const { csv_delimiter } = body;
    const user = getUser(principal);
    return ctx.tx(async (tx) => {
      const before = await findFileSetting(tx);
      if (before?.csv_delimiter === csv_delimiter) return { data: before };
      await upsertFileSetting(tx, { csv_delimiter, updated_at: now, updated_by: user.id });
      await recordAudit(ctx, tx, {
        action: 'file_setting.updated',
        object_type: 'merchant',
        object_id: tx.merchant_id,
        before: { csv_delimiter: before?.csv_delimiter ?? DEFAULT_DELIMITER },
        after: { csv_delimiter },
      });
      return { data: { csv_delimiter, updated_at: now.toISOString() } };
    });
  },
};
