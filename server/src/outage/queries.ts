/** SQL of outages. When they hold transfers is decided by rails/rail-terms.ts. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { OutageMethod } from '@dasbor/contract/outage';
import { enqueue } from '../db/enqueue.ts';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

export type OutageRow = Selectable<DB['transfer_outage']>;

/** Rows from before the screen have no time of entry: their start is used instead. */
export const getEnteredAt = ({ created_at, starts_at }: OutageRow): string => created_at ?? starts_at;

/** The latest entries first. */
export function listOutageRows(
  tx: PlatformTx,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<OutageRow[]> {
  const entered_at = sql<string>`coalesce(created_at, starts_at)`;
  let rows = tx.sql.selectFrom('transfer_outage').selectAll();
  if (after !== null) rows = rows.where(sql<boolean>`(${entered_at}, id) < (${after.at}::timestamptz, ${after.id})`);
  return rows.orderBy(entered_at, 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export const findOutage = (tx: PlatformTx, id: string): Promise<OutageRow | undefined> =>
  tx.sql.selectFrom('transfer_outage').selectAll().where('id', '=', id).executeTakeFirst();

export const lockOutage = (tx: PlatformTx, id: string): Promise<OutageRow | undefined> =>
  tx.sql.selectFrom('transfer_outage').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const insertOutage = (tx: PlatformTx, row: Insertable<DB['transfer_outage']>) =>
  tx.sql.insertInto('transfer_outage').values(row).execute();

export const updateOutageRow = (tx: PlatformTx, id: string, change: Partial<Insertable<DB['transfer_outage']>>) =>
  tx.sql.updateTable('transfer_outage').set(change).where('id', '=', id).execute();

export const deleteOutageRow = (tx: PlatformTx, id: string) =>
  tx.sql.deleteFrom('transfer_outage').where('id', '=', id).execute();

/** The job that plans held disbursements again (disbursement/jobs.ts). */
export const REPLAN_JOB = 'replan_held_disbursements';

/** Held disbursements wait until a stored time, so they are planned again when an outage ends early or changes. */
export const enqueueReplan = (tx: PlatformTx): Promise<void> => enqueue(tx, REPLAN_JOB, {}, { job_key: REPLAN_JOB });

export interface ShownOutageRow {
  id: string;
  methods: OutageMethod[];
  bank_code: string | null;
  rail: OutageRow['rail'];
  text_en: string;
  text_id: string;
  starts_at: string;
  ends_at: string;
}

/** Outages with texts that apply now or begin before `until`, the earliest first. */
export async function listShownOutages(
  tx: MerchantTx | PlatformTx,
  now: Date,
  until: Date = now,
): Promise<ShownOutageRow[]> {
  const { rows } = await sql<ShownOutageRow>`
    select o.id, o.methods, o.bank_code, o.rail, o.text_en, o.text_id, o.starts_at, o.ends_at
    from app.transfer_outage o
    where o.ends_at > ${now.toISOString()}::timestamptz and o.starts_at <= ${until.toISOString()}::timestamptz
      and o.text_en is not null
    order by o.starts_at, o.id`.execute(tx.sql);
  return rows;
}

/** Most outages that apply at one time and are shown to the provider. */
const CURRENT_MAX = 50;

/** Outages that apply now, with and without texts, the earliest first. */
export async function listCurrentOutageRows(tx: PlatformTx, now: Date): Promise<CurrentOutageRow[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<CurrentOutageRow>`
    select o.id, o.methods, o.bank_code, o.rail, o.starts_at, o.ends_at
    from app.transfer_outage o
    where o.ends_at > ${at} and o.starts_at <= ${at} order by o.starts_at, o.id limit ${CURRENT_MAX}`.execute(tx.sql);
  return rows;
}

export type CurrentOutageRow = Omit<ShownOutageRow, 'text_en' | 'text_id'>;

/** Ids of all merchants, whose open screens show outages. */
export async function listAllMerchantIds(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
