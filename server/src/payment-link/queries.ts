/** SQL on one payment link: find, lock, count, update, and its events. */
import { type Updateable, sql } from 'kysely';
import { monotonicFactory } from 'ulid';
import { ID_PREFIXES } from '@dasbor/contract/id';
import { type LinkEventKind, type StoredLink, storedLink } from '@dasbor/contract/payment-link-terms';
import type { Rupiah } from '@dasbor/contract/money';
import { buildColumns } from '../db/columns.ts';
import type { DB } from '../db/schema.gen.ts';
import type { Db } from '../db/connect.ts';
import { type MerchantTx, type PlatformTx, asPlatform } from '../db/tx.ts';
import type { LinkCounts } from './rules.ts';

/** Finds the merchant and the id of a slug. Runs before the tenant is known. */
export const findLinkBySlug = (db: Db, slug: string): Promise<{ merchant_id: string; id: string } | null> =>
  asPlatform(db, async (tx) => {
    const row = await tx.sql
      .selectFrom('payment_link_directory')
      .select(['merchant_of as merchant_id', 'payment_link_id as id'])
      .where('slug', '=', slug)
      .executeTakeFirst();
    return row ?? null;
  });

/** Publishes a slug. Idempotent; throws when the slug belongs to another link. */
export async function publishSlug(tx: PlatformTx, entry: { slug: string; merchant_of: string; id: string }) {
  const { slug, merchant_of, id } = entry;
  await tx.sql
    .insertInto('payment_link_directory')
    .values({ slug, merchant_of, payment_link_id: id })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const found = await tx.sql
    .selectFrom('payment_link_directory')
    .select('payment_link_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (found?.payment_link_id !== id) throw new Error(`The slug of ${id} belongs to another link`);
}

/** The columns of a link as the contract names them. */
export const LINK_COLUMNS = buildColumns('l', storedLink.shape);

const buildLinkQuery = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('payment_link as l')
    .where('l.merchant_id', '=', tx.merchant_id)
    .where('l.id', '=', id)
    .select(LINK_COLUMNS);

/** A link of the merchant. */
export const findLink = (tx: MerchantTx, id: string): Promise<StoredLink | undefined> =>
  buildLinkQuery(tx, id).executeTakeFirst();

/** A link, locked until the transaction ends, so that concurrent counts are serialised. */
export const lockLink = (
  tx: MerchantTx,
  id: string,
): Promise<(StoredLink & { next_reminder_at: string | null }) | undefined> =>
  buildLinkQuery(tx, id).select('l.next_reminder_at').forNoKeyUpdate().executeTakeFirst();

/** Counts the payments of a link at `now` and sums their amounts. */
export async function countLinkPayments(
  tx: MerchantTx,
  id: string,
  now: Date,
): Promise<LinkCounts & { collected_amount: Rupiah }> {
  const { rows } = await sql<LinkCounts & { collected_amount: Rupiah }>`
    select count(*) filter (where t.status in ('success', 'partially_refunded', 'refunded')) as paid,
      count(*) filter (where t.status in ('created', 'pending') and (t.expires_at is null or t.expires_at > ${now.toISOString()})) as live,
      coalesce(sum(t.amount - t.refunded_amount)
        filter (where t.status in ('success', 'partially_refunded', 'refunded')), 0)::bigint as collected_amount
    from app.transaction t
    where t.merchant_id = ${tx.merchant_id} and t.payment_link_id = ${id}`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected one row');
  return row;
}

/** A payment of a link that was started and can still be paid. */
export interface PayableAttempt {
  id: string;
  method: string;
  channel_code: string | null;
  amount: Rupiah;
  qris_payment_id: string | null;
  virtual_account_id: string | null;
  expires_at: string | null;
  created_at: string;
}

/** Payable attempts of a link, newest first; a returning visitor sees the same number or code. */
export const listPayableAttempts = (
  tx: MerchantTx,
  payment_link_id: string,
  now: Date,
  { started_by = null }: { started_by?: Date | null } = {},
): Promise<PayableAttempt[]> =>
  tx.sql
    .selectFrom('transaction as t')
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.payment_link_id', '=', payment_link_id)
    .where('t.status', 'in', ['created', 'pending'])
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', now.toISOString())]))
    .$if(started_by !== null, (query) => query.where('t.created_at', '<=', (started_by ?? now).toISOString()))
    .select(['t.id', 't.method', 't.channel_code', 't.amount', 't.qris_payment_id', 't.virtual_account_id'])
    .select(['t.expires_at', 't.created_at'])
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(50)
    .execute();

export interface NewLinkEvent {
  at: Date;
  kind: LinkEventKind;
  actor_type: 'system' | 'user' | 'provider' | 'api_key' | 'visitor';
  actor_name?: string | null;
  /** attempted: the payment method; shared: the channel. */
  channel?: string | null;
  /** created: `draft`; edited: names of terms; reminded: hours before the expiry; shared: `limit_reached` for an email that was not sent; over_limit: `paid/limit`. */
  detail?: string | null;
}

/** Monotonic, so that several events of one transaction keep their order. */
const nextUlid = monotonicFactory();

/** Inserts an event of a link and returns its id. Views and attempts are counted from these events. */
export async function recordLinkEvent(tx: MerchantTx, payment_link_id: string, event: NewLinkEvent): Promise<string> {
  const id = `${ID_PREFIXES.payment_link_event}_${nextUlid(event.at.getTime()).toLowerCase()}`;
  await tx.sql
    .insertInto('payment_link_event')
    .values({ merchant_id: tx.merchant_id, payment_link_id, id, ...event })
    .execute();
  return id;
}

/** Updates a locked link. JSON columns are passed as text. */
export async function updateLink(
  tx: MerchantTx,
  id: string,
  change: Omit<Updateable<DB['payment_link']>, 'merchant_id' | 'id'>,
): Promise<void> {
  await tx.sql
    .updateTable('payment_link')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}
