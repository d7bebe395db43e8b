/**
 * The directory of memberships, which sign-in reads before a merchant is selected. It is written in a transaction of its own
 * before the membership: an entry without a membership is harmless, a membership without an entry cannot be found.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type LoginTx, asPlatform } from '../db/tx.ts';

declare const IS_LISTED: unique symbol;

/** Proof that a person is in the directory of a merchant; `addToDirectory` alone makes it. */
export interface ListedPerson {
  readonly merchant_id: string;
  readonly user_id: string;
  readonly [IS_LISTED]: true;
}

/** Idempotent. */
export async function addToDirectory(
  db: Db,
  person: Pick<ListedPerson, 'merchant_id' | 'user_id'>,
): Promise<ListedPerson> {
  await asPlatform(db, (tx) =>
    sql`insert into app.membership_directory (user_id, merchant_of) values (${person.user_id}, ${person.merchant_id})
      on conflict do nothing`.execute(tx.sql),
  );
  return person as ListedPerson;
}

/** Merchants that people are or were members of. */
export async function listMerchantsToSearch(tx: LoginTx, user_ids: readonly string[]): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('membership_directory')
    .select('merchant_of')
    .distinct()
    .where(sql<boolean>`user_id = any (${user_ids}::text[])`)
    .execute();
  return rows.map(({ merchant_of }) => merchant_of);
}
