/** SQL of stickers (static codes). */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import { sql } from 'kysely';
import type { QrisTip } from '@dasbor/contract/qris-tip';
import {
  type QrisSticker,
  type listQrisStickers,
  type summariseQrisStickers,
  qrisSticker,
} from '@dasbor/contract/sticker';
import type { Query } from '@dasbor/contract/route';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { buildColumns } from '../db/columns.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { type ExternalId, insertExternalId } from '../rails/queries.ts';
import { type MerchantCode, type DueCode, buildMerchantColumns } from '../qris-payment/queries.ts';
import { type StickerActor, insertStickerEvent } from './event-queries.ts';
import type { KnownPayment, StickerLimits, StickerStatus } from './rules.ts';

type Reader = Pick<MerchantTx, 'merchant_id' | 'sql'>;

export interface NewSticker extends QrisTip {
  id: string;
  name: string;
  store: string | null;
  terminal: string | null;
  partner_reference_no: string;
  bank_credential_id: string | null;
  created_by: string;
  created_at: Date;
}

/** Inserts a sticker with its first event. */
export async function insertSticker(tx: MerchantTx, sticker: NewSticker, actor: StickerActor): Promise<void> {
  await tx.sql
    .insertInto('qris_payment')
    .values({
      merchant_id: tx.merchant_id,
      type: 'static',
      status: 'issuing',
      updated_at: sticker.created_at,
      ...sticker,
    })
    .execute();
  const event = { at: sticker.created_at, from_status: null, to_status: 'issuing', ...actor } as const;
  await insertStickerEvent(tx, sticker.id, event);
}

export interface LockedSticker extends MerchantCode, StickerLimits {
  status: StickerStatus;
  name: string;
  /** Channels that the provider has disabled for the merchant. */
  disabled_channels: string[];
}

/**
 * Locks a sticker: `share` while recording its payments, which may run concurrently; `no key update` to change it. First consumes
 * the X-EXTERNAL-ID of a callback. undefined when the merchant has no such sticker.
 */
export async function lockSticker(
  tx: MerchantTx,
  key: { id: string } | { partner_reference_no: string },
  strength: 'share' | 'no key update',
  incoming: ExternalId | null = null,
): Promise<LockedSticker | undefined> {
  const { merchant_id } = tx;
  const [column, value] = 'id' in key ? ['id', key.id] : ['partner_reference_no', key.partner_reference_no];
  const is_new_message = incoming === null || (await insertExternalId(tx, incoming));
  const { rows } = await sql<Omit<LockedSticker, 'is_new_message'>>`
    select q.id, q.name, q.partner_reference_no, q.status, q.tip_mode, q.tip_value, q.store, q.terminal, q.qr_content,
      q.provider_reference, q.bank_credential_id, m.disabled_channels, m.limit_per_payment, m.limit_per_day,
      m.limit_per_month, ${buildMerchantColumns(merchant_id)}
    from app.qris_payment q
    join app.merchant m on m.merchant_id = ${merchant_id}
    where q.merchant_id = ${merchant_id} and q.type = 'static' and q.${sql.ref(column)} = ${value}
    for ${sql.raw(strength)} of q`.execute(tx.sql);
  return rows[0] && { ...rows[0], is_new_message };
}

/** Changes the status of a locked sticker, with its event. */
export async function transitionSticker(
  tx: MerchantTx,
  { id, status: from_status }: Pick<LockedSticker, 'id' | 'status'>,
  actor: StickerActor,
  change: { status: StickerStatus; updated_at: Date; qr_content?: string; nmid?: string; provider_reference?: string },
): Promise<void> {
  await tx.sql
    .updateTable('qris_payment')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
  const { status: to_status, updated_at: at } = change;
  await insertStickerEvent(tx, id, { at, from_status, to_status, ...actor });
}

/** Payments with the same reference of the bank, or of the same sticker with the same RRN. */
export const listKnownPayments = (
  tx: MerchantTx,
  sticker_id: string,
  { reference_no, rrn }: { reference_no: string | null; rrn: string | null },
): Promise<KnownPayment[]> =>
  tx.sql
    .selectFrom('transaction')
    .select(['provider_reference', 'rrn', 'amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('provider', '=', BANK_PARTNER_ID), eb('provider_reference', '=', reference_no)]),
        eb.and([eb('rrn', '=', rrn), eb('qris_payment_id', '=', sticker_id), eb('source', '=', 'static_qr')]),
      ]),
    )
    .execute();

/** The references of the bank that no payment has. */
export async function listUnknownReferences(tx: MerchantTx, references: readonly string[]): Promise<Set<string>> {
  const known = await tx.sql
    .selectFrom('transaction')
    .select('provider_reference')
    .where('merchant_id', '=', tx.merchant_id)
    .where('provider', '=', BANK_PARTNER_ID)
    .where('provider_reference', 'in', references)
    .execute();
  const found = new Set(known.map(({ provider_reference }) => provider_reference));
  return new Set(references.filter((reference) => !found.has(reference)));
}

/** Position up to which the bank's history was read; null: never. undefined when there is no such sticker. */
export const findHistoryCursor = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('qris_payment')
    .select(['partner_reference_no', 'bank_credential_id', 'created_at', 'history_read_to'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('type', '=', 'static')
    .executeTakeFirst();

export async function updateHistoryCursor(tx: MerchantTx, id: string, history_read_to: Date): Promise<void> {
  await tx.sql
    .updateTable('qris_payment')
    .set({ history_read_to })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Stores that the history was requested, whatever became of it, so that a sticker without an answer waits its turn. */
export async function updateHistoryCheckedAt(tx: MerchantTx, id: string, history_checked_at: Date): Promise<void> {
  await tx.sql
    .updateTable('qris_payment')
    .set({ history_checked_at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Stickers of all merchants whose history was last read before `before`; those requested longest ago first. */
export const listStickersToSync = (tx: PlatformTx, before: Date, limit: number): Promise<DueCode[]> =>
  tx.sql
    .selectFrom('qris_payment as q')
    .select(['q.merchant_id', 'q.id'])
    .where('q.type', '=', 'static')
    // An inactive sticker can still be paid: printed copies remain.
    .where('q.status', 'in', ['active', 'inactive'])
    .where((eb) => eb.or([eb('q.history_read_to', 'is', null), eb('q.history_read_to', '<', before.toISOString())]))
    .orderBy(sql`q.history_checked_at asc nulls first`)
    .limit(limit)
    .execute();

/** Stickers as `q`, with their totals since `today` as `day` and their last payment as `last`. */
function buildQueryWithTotals({ merchant_id, ...tx }: Reader, today: string) {
  return tx.sql
    .selectFrom('qris_payment as q')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transaction as t')
          .where('t.merchant_id', '=', merchant_id)
          .whereRef('t.qris_payment_id', '=', 'q.id')
          // A payment is recorded after it was made, so both bounds hold.
          .where('t.created_at', '>=', today)
          .where('t.paid_at', '>=', today)
          .select((t) => [
            t.fn.countAll<number>().as('count'),
            t.fn.coalesce(t.fn.sum('t.amount'), sql`0`).as('amount'),
          ])
          .as('day'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transaction as t')
          .where('t.merchant_id', '=', merchant_id)
          .whereRef('t.qris_payment_id', '=', 'q.id')
          .select('t.paid_at')
          .orderBy('t.created_at', 'desc')
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('q.merchant_id', '=', merchant_id)
    .where('q.type', '=', 'static');
}

/** Stickers that match a filter, with their totals of the business day of `now`. */
type StickerFilter = Query<typeof summariseQrisStickers>;

/** Stickers of a filter with what was paid to them on the business day of `now`. */
export function buildStickerQuery(tx: Reader, { from, to, status, q }: StickerFilter, now: Date) {
  const today = startOfBusinessDay(toBusinessDay(now)).toISOString();
  let rows = buildQueryWithTotals(tx, today);
  if (from !== undefined) rows = rows.where('q.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('q.created_at', '<', to);
  if (status?.length) rows = rows.where('q.status', 'in', status);
  if (q) {
    const part = toContainsPattern(q.toLowerCase());
    rows = rows.where(sql<boolean>`lower(concat_ws(' ', q.name, q.store, q.terminal)) like ${part}`);
  }
  return rows;
}

/** Count per status, and what was paid on the business day of `now`. */
export const summariseStickers = (tx: MerchantTx, filter: StickerFilter, now: Date) =>
  buildStickerQuery(tx, filter, now)
    .select(['q.status', sql<number>`count(*)`.as('count'), sql<number>`sum(day.amount)::bigint`.as('amount')])
    .groupBy('q.status')
    .$narrowType<{ status: StickerStatus }>()
    .execute();

const COLUMNS = buildColumns(
  'q',
  qrisSticker.omit({ today_count: true, today_amount: true, last_paid_at: true }).shape,
);

/** A page of stickers, newest first, with their totals of the business day of `now`; one extra row shows whether more follow. */
export function listStickerRows(
  tx: MerchantTx,
  query: Query<typeof listQrisStickers>,
  after: Cursor | null,
  now: Date,
): Promise<QrisSticker[]> {
  let rows = buildStickerQuery(tx, query, now);
  if (after !== null) rows = rows.where(sql<boolean>`(q.created_at, q.id) < (${after.at}, ${after.id})`);
  return rows
    .select((eb) => [
      ...COLUMNS,
      eb.cast<number>('day.count', 'integer').as('today_count'),
      eb.cast<number>('day.amount', 'bigint').as('today_amount'),
      'last.paid_at as last_paid_at',
    ])
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(query.limit + 1)
    .$narrowType<{ status: StickerStatus }>()
    .execute();
}

/** Stickers of all merchants that were created before `created_before` and are not issued. */
export const listUnissuedStickers = (tx: PlatformTx, created_before: Date, limit: number): Promise<DueCode[]> =>
  tx.sql
    .selectFrom('qris_payment as q')
    .select(['q.merchant_id', 'q.id'])
    .where('q.type', '=', 'static')
    .where('q.status', '=', 'issuing')
    .where('q.created_at', '<', created_before.toISOString())
    .orderBy('q.created_at')
    .limit(limit)
    .execute();
