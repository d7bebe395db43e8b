/** Email notifications, and how reports are delivered (specification sections 2 to 9). */
import type * as contract from '@dasbor/contract/manage-notifications';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Handlers } from '../http/serve.ts';
import { saveConfiguration, toNotificationConfiguration } from '../report/delivery-configuration.ts';
import { listPreferences, getConfiguration, savePreferences } from '../report/configuration-queries.ts';
import { changedSwitches, isActive } from '../report/configuration-rules.ts';
import { runSftpTest } from '../report/test-sftp.ts';

export const notificationHandlers: Handlers<typeof contract> = {
  listNotificationPreferences: ({ tx }) => tx(async (merchant) => ({ data: await showPreferences(merchant) })),

  saveNotificationPreferences: (ctx) =>
    ctx.tx(async (tx) => {
      const before = (await listPreferences(tx)).map((item) => ({ ...item, is_active: isActiveOf(item) }));
      const changed = changedSwitches(before, ctx.body);
      if (changed.length > 0) {
        await savePreferences(tx, changed, ctx.now, ctx.principal.name);
        await recordAudit(tx, {
          at: ctx.now,
          actor: toAuditActor(ctx.principal),
          ip: ctx.request.ip,
          action: 'notification_preference.updated',
          object_type: 'notification_preference',
          object_id: null,
          before: changed.map((each) => ({ ...each, is_active: !each.is_active })),
          after: changed,
        });
      }
      return { data: await showPreferences(tx) };
    }),

  getNotificationConfiguration: ({ tx }) =>
    tx(async (merchant) => ({ data: toNotificationConfiguration(await getConfiguration(merchant)) })),

  saveNotificationConfiguration: async (ctx) => ({ data: toNotificationConfiguration(await saveConfiguration(ctx)) }),

  testSftpConnection: async (ctx) => ({ data: await runSftpTest(ctx) }),
};

const isActiveOf = (item: { is_security: boolean; stored: boolean | null; default_active: boolean }): boolean =>
  isActive(item.is_security, item.stored, item.default_active);

const showPreferences = async (tx: MerchantTx): Promise<contract.NotificationPreference[]> =>
  (await listPreferences(tx)).map((item) => ({
    id: `notification_${item.code}`,
    group: item.group_name,
    notification_action: item.code,
    notification_action_label: item.label,
    description: item.description,
    is_active: isActiveOf(item),
    is_editable: item.is_editable,
  }));
