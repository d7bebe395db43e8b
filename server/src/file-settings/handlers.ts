/** Settings of a merchant's CSV files, and defaults of its reports. */
import type * as contract from '@dasbor/contract/file-settings';
import { recordAudit } from '../audit/record.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { DEFAULT_FILE_SETTINGS, getFileSetting, upsertFileSetting } from '../table-file/file-setting-queries.ts';

export const fileSettingHandlers: Handlers<typeof contract> = {
  getFileSettings: async ({ tx }) => ({ data: await tx(getFileSetting) }),

  saveFileSettings: async (ctx) => {
    const { body, now, principal } = ctx;
    const user = getUser(principal);
    return ctx.tx(async (tx) => {
      const before = await getFileSetting(tx);
      const names = (Object.keys(DEFAULT_FILE_SETTINGS) as (keyof contract.FileSettingChanges)[]).filter(
        (name) => body[name] !== undefined && body[name] !== before[name],
      );
      if (names.length === 0) return { data: before };
      const pick = (from: contract.FileSettingChanges) => Object.fromEntries(names.map((name) => [name, from[name]]));
      await upsertFileSetting(tx, pick(body), { updated_at: now, updated_by: user.id });
      await recordAudit(ctx, tx, {
        action: 'file_setting.updated',
        object_type: 'merchant',
        object_id: tx.merchant_id,
        before: pick(before),
        after: pick(body),
      });
      return { data: await getFileSetting(tx) };
    });
  },
};
