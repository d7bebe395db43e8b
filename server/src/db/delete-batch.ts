/** Takes batches of rows from a queue of a merchant. */
import { type RawBuilder, sql } from 'kysely';
import type { MerchantTx } from './tx.ts';

interface DeleteBatchOptions {
  /** Table of the schema `app`. */
  table: string;
  /** Columns of its primary key after those that `condition` names. */
  key: readonly string[];
  /** The rows of the queue, in addition to the merchant; of the table without an alias. */
  condition?: RawBuilder<unknown>;
  /** Column that is returned of each row. */
  returning: string;
  limit: number;
}

/**
 * Deletes the first `limit` rows by their key, with those that appear among them meanwhile, and returns a column of each. The
 * batch is a range of the key up to its last row: a join of the queue with the batch may cost its square, because the planner
 * statistics of a queue say little (decision 0135).
 */
export async function deleteBatch<T>(
  tx: MerchantTx,
  { table, key, condition, returning, limit }: DeleteBatchOptions,
): Promise<T[]> {
  const queue = sql.table(`app.${table}`);
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const descending = sql.join(key.map((name) => sql`${sql.ref(name)} desc`));
  const of_merchant = sql`merchant_id = ${tx.merchant_id}`;
  const in_queue = condition === undefined ? of_merchant : sql`${of_merchant} and ${condition}`;
  const { rows } = await sql<{ value: T }>`
    delete from ${queue} where ${in_queue} and (${columns}) <= (
      select ${columns} from (
        select ${columns} from ${queue} where ${in_queue} order by ${columns} limit ${limit}) batch
      order by ${descending} limit 1)
    returning ${sql.ref(returning)} as value`.execute(tx.sql);
  return rows.map(({ value }) => value);
}
