/** Watermark of the counted days of a subject, and the marks of refunds and disbursements. */
import { type OperationNodeSource, sql } from 'kysely';
import type { DayRollUp } from './day-roll-up.ts';
import { deleteBatch } from './delete-batch.ts';
import { generateUlid } from './new-id.ts';
import type { MerchantTx, PlatformTx } from './tx.ts';

type MarkedSubject = 'refund' | 'disbursement';
type Subject = Exclude<DayRollUp['subject'], 'payment'>;

/** Marks the day of a row that was created or changed, in the transaction of the change. */
export const buildDayMark = (tx: MerchantTx, subject: MarkedSubject, id: string, now: Date): OperationNodeSource => sql`
  insert into app.day_mark as mark (merchant_id, subject, day, id)
  select t.merchant_id, ${subject}, (t.created_at at time zone 'Asia/Jakarta')::date, ${generateUlid(now)}
  from ${sql.raw(`app.${subject}`)} t
  where t.merchant_id = ${tx.merchant_id} and t.id = ${id}
  returning mark.id`;

/** The same for a new row, whose day is known. */
export async function insertDayMark(tx: MerchantTx, subject: MarkedSubject, day: string, now: Date): Promise<void> {
  await tx.sql
    .insertInto('day_mark')
    .values({ merchant_id: tx.merchant_id, subject, day, id: generateUlid(now) })
    .execute();
}

/** Locks the roll-ups of a subject and returns the day before which its days are counted; null: none. */
export async function lockRollUpWatermark(tx: MerchantTx, subject: Subject): Promise<string | null> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('day_roll')
    .values({ merchant_id, subject, rolled_to: null })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'subject']).doNothing())
    .returning('subject')
    .execute();
  const row = await tx.sql
    .selectFrom('day_roll')
    .select('rolled_to')
    .where('merchant_id', '=', merchant_id)
    .where('subject', '=', subject)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.rolled_to;
}

export async function updateRollUpWatermark(tx: MerchantTx, subject: Subject, rolled_to: string): Promise<void> {
  await tx.sql
    .updateTable('day_roll')
    .set({ rolled_to })
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject', '=', subject)
    .returning('subject')
    .execute();
}

/** Deletes a batch of marks and returns their days. */
export async function deleteDayMarks(
  tx: MerchantTx,
  subject: MarkedSubject,
  limit: number,
): Promise<{ deleted: number; days: string[] }> {
  const days = await deleteBatch<string>(tx, {
    table: 'day_mark',
    key: ['day', 'id'],
    condition: sql`subject = ${subject}`,
    returning: 'day',
    limit,
  });
  return { deleted: days.length, days: [...new Set(days)] };
}

/** The first instant of a subject's rows; null when there is none. */
export async function findFirstCreated(tx: MerchantTx, subject: MarkedSubject): Promise<Date | null> {
  const row = await tx.sql
    .selectFrom(subject)
    .select('created_at')
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : new Date(row.created_at);
}

/** Merchants with a mark, or with days before `today` that are not counted. */
export async function listMerchantsToCount(tx: PlatformTx, subject: MarkedSubject, today: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select w.merchant_id from app.merchant w
    where exists (select from app.day_mark k where k.merchant_id = w.merchant_id and k.subject = ${subject})
      or not exists (select from app.day_roll r
        where r.merchant_id = w.merchant_id and r.subject = ${subject} and r.rolled_to >= ${today}::date)
    order by w.merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}
