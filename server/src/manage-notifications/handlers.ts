/** Email notification preferences (specification sections 2 to 9). */
import { type Language, localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/manage-notifications';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Handlers } from '../http/serve.ts';
import { type PreferenceRow, listPreferences, upsertPreferences } from './queries.ts';
import { type Preference, findChangedPreferences, isActive } from './rules.ts';

export const notificationHandlers: Handlers<typeof contract> = {
  listNotificationPreferences: ({ tx, language }) =>
    tx(async (merchant) => ({ data: await listShownPreferences(merchant, language) })),

  saveNotificationPreferences: (ctx) =>
    ctx.tx(async (tx) => {
      const changed = findChangedPreferences((await listPreferences(tx)).map(toPreference), ctx.body);
      if (changed.length > 0) {
        await upsertPreferences(tx, changed, ctx.now, ctx.principal.name);
        await recordAudit(ctx, tx, {
          action: 'notification_preference.updated',
          object_type: 'notification_preference',
          object_id: null,
          before: changed.map((update) => ({ ...update, is_active: !update.is_active })),
          after: changed,
        });
      }
      return { data: await listShownPreferences(tx, ctx.language) };
    }),
};

const toPreference = (row: PreferenceRow): Preference => ({
  code: row.code,
  label: localized(row.label, row.label_indonesian),
  is_active: isActive(row.is_security, row.stored, row.default_active),
  is_editable: row.is_editable,
  is_security: row.is_security,
});

/** `group` stays English in every language: clients filter by it (specification section 9). */
const listShownPreferences = async (tx: MerchantTx, language: Language): Promise<contract.NotificationPreference[]> =>
  (await listPreferences(tx)).map((row) => ({
    id: `notification_${row.code}`,
    group: row.group_name,
    notification_action: row.code,
    notification_action_label: language === 'id' ? row.label_indonesian : row.label,
    description: language === 'id' ? row.description_indonesian : row.description,
    is_active: isActive(row.is_security, row.stored, row.default_active),
    is_editable: row.is_editable,
  }));
