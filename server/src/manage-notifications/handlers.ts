/** Email notifications and report delivery (specification sections 2 to 9). */
import type * as contract from '@dasbor/contract/manage-notifications';
import { businessDayOf } from '@dasbor/contract/time';
import { actorOf, recordAudit } from '../audit/record.ts';
import { announce } from '../db/notify.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { Ctx, Handlers } from '../http/serve.ts';
import { saveConfiguration, showConfiguration } from './configuration.ts';
import { cursorOf, placeOf, showRun } from './report-runs.ts';
import { listPreferences, lockConfiguration, readConfiguration, savePreferences } from './queries.ts';
import { addRun, getRun, listRuns } from './run-queries.ts';
import { changedSwitches, isActive } from './rules.ts';
import { testSftp } from './test-sftp.ts';

export const notificationHandlers: Handlers<typeof contract> = {
  listNotificationPreferences: ({ tx }) => tx(async (merchant) => ({ data: await showPreferences(merchant) })),

  saveNotificationPreferences: (ctx) =>
    ctx.tx(async (tx) => {
      const before = (await listPreferences(tx)).map((item) => ({ ...item, is_active: isActiveOf(item) }));
      const changed = changedSwitches(before, ctx.body);
      if (changed.length > 0) {
        await savePreferences(tx, changed, ctx.now, ctx.caller.name);
        await recordAudit(tx, {
          at: ctx.now,
          actor: actorOf(ctx.caller),
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
    tx(async (merchant) => ({ data: showConfiguration(await readConfiguration(merchant)) })),

  saveNotificationConfiguration: async (ctx) => ({ data: showConfiguration(await saveConfiguration(ctx)) }),

  testSftpConnection: async (ctx) => ({ data: await testSftp(ctx) }),

  listReportRuns: async ({ tx, query }) => {
    const rows = await tx((merchant) => listRuns(merchant, placeOf(query.cursor), query.limit + 1));
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return { data: page.map(showRun), next_cursor: rows.length > page.length && last ? cursorOf(last) : null };
  },

  sendReport,
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

async function sendReport(ctx: Ctx<typeof contract.sendReport>): Promise<{ data: contract.ReportRun }> {
  const { business_day } = ctx.body;
  if (business_day > businessDayOf(ctx.now)) {
    throw new Problem(422, 'day_in_future', 'This day has not begun yet, so there is nothing to report.');
  }
  return ctx.tx(async (tx) => {
    const configuration = await lockConfiguration(tx, ctx.now);
    if (!configuration.email_delivery_enabled && !configuration.sftp_delivery_enabled) {
      throw new Problem(422, 'delivery_not_configured', 'Choose and save a delivery method first.');
    }
    const id = newId('report_run', ctx.now);
    await addRun(tx, {
      id,
      business_day,
      trigger: 'manual',
      requested_by: ctx.caller.name,
      email_status: configuration.email_delivery_enabled ? 'waiting' : 'off',
      sftp_status: configuration.sftp_delivery_enabled ? 'waiting' : 'off',
      created_at: ctx.now,
    });
    await recordAudit(tx, {
      at: ctx.now,
      actor: actorOf(ctx.caller),
      ip: ctx.request.ip,
      action: 'report_run.requested',
      object_type: 'report_run',
      object_id: id,
      after: { business_day },
    });
    await announce(tx, { noun: 'report-run', id, change: 'created' });
    return { data: showRun(await getRun(tx, id)) };
  });
}
