/** Report runs: the history, and asking for one now. */
import type * as contract from '@dasbor/contract/report';
import { businessDayOf } from '@dasbor/contract/time';
import { actorOf, recordAudit } from '../audit/record.ts';
import { announce } from '../db/notify.ts';
import { newId } from '../db/new-id.ts';
import { Problem } from '../http/problem.ts';
import type { Ctx, Handlers } from '../http/serve.ts';
import { lockConfiguration } from '../manage-notifications/queries.ts';
import { addRun, getRun, listRuns } from './run-queries.ts';
import { cursorOf, placeOf, showRun } from './show-run.ts';

export const reportHandlers: Handlers<typeof contract> = {
  listReportRuns: async ({ tx, query }) => {
    const rows = await tx((merchant) => listRuns(merchant, placeOf(query.cursor), query.limit + 1));
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return { data: page.map(showRun), next_cursor: rows.length > page.length && last ? cursorOf(last) : null };
  },

  sendReport,
};

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
