/** SQL of report schedules. */
import type { ReportType } from '@dasbor/contract/report';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Schedule } from './schedule-rules.ts';

const FIELDS = ['is_on', 'hour', 'weekday', 'month_day', 'next_at', 'updated_at'] as const;

const buildScheduleQuery = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('report_schedule')
    .select(FIELDS)
    .select(['report_type', 'frequency', 'format', 'delimiter', 'language'])
    .where('merchant_id', '=', tx.merchant_id);
export type ScheduleRow = Awaited<ReturnType<typeof listSchedules>>[number];

export const listSchedules = (tx: MerchantTx) => buildScheduleQuery(tx).execute();

export const findSchedule = (tx: MerchantTx, report_type: ReportType): Promise<ScheduleRow | undefined> =>
  buildScheduleQuery(tx).where('report_type', '=', report_type).executeTakeFirst();

/** Due schedules, locked. */
export const lockDueSchedules = (tx: MerchantTx, now: Date): Promise<ScheduleRow[]> =>
  buildScheduleQuery(tx).where('next_at', '<=', now.toISOString()).orderBy('report_type').forNoKeyUpdate().execute();

/** Merchants with due schedules. */
export const listDueMerchants = async (tx: PlatformTx, now: Date): Promise<string[]> => {
  const rows = await tx.sql
    .selectFrom('report_schedule')
    .select('merchant_id')
    .distinct()
    .where('next_at', '<=', now.toISOString())
    .orderBy('merchant_id')
    .execute();
  return rows.map((row) => row.merchant_id);
};

export async function updateNextAt(tx: MerchantTx, report_type: ReportType, next_at: Date): Promise<void> {
  await tx.sql
    .updateTable('report_schedule')
    .set({ next_at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('report_type', '=', report_type)
    .execute();
}

export async function upsertSchedule(
  tx: MerchantTx,
  schedule: Schedule & { report_type: ReportType; next_at: Date | null },
  by: { at: Date; name: string },
): Promise<void> {
  const row = { ...schedule, updated_at: by.at, updated_by: by.name };
  await tx.sql
    .insertInto('report_schedule')
    .values({ merchant_id: tx.merchant_id, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'report_type']).doUpdateSet(row))
    .execute();
}
