/** SQL of the API log. Ids of requests are ordered by time. */
import type { listApiRequests } from '@dasbor/contract/api-log';
import type { Query } from '@dasbor/contract/route';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx } from '../db/tx.ts';

export type NewApiRequest = Omit<Insertable<DB['api_request']>, 'merchant_id'>;

export const insertRequests = (tx: MerchantTx, rows: NewApiRequest[]) =>
  tx.sql
    .insertInto('api_request')
    .values(rows.map((row) => ({ merchant_id: tx.merchant_id, ...row })))
    .onConflict((conflict) => conflict.columns(['merchant_id', 'id']).doNothing())
    .execute();

const COLUMNS = [
  'id',
  'at',
  'api_key_id',
  'api_key_name',
  'method',
  'path_pattern',
  'path',
  'status',
  'elapsed_ms',
  'ip',
  'error_code',
  'is_replay',
] as const;

/** One page after the cursor, newest first, plus one row when there is a next page. */
export function listRequestRows(tx: MerchantTx, filter: Query<typeof listApiRequests>, after_id: string | null) {
  const { from, to, api_key_id, method, status, q, limit } = filter;
  let rows = tx.sql.selectFrom('api_request').select(COLUMNS).where('merchant_id', '=', tx.merchant_id);
  if (from !== undefined) rows = rows.where('at', '>=', from);
  if (to !== undefined) rows = rows.where('at', '<', to);
  if (api_key_id !== undefined) rows = rows.where('api_key_id', '=', api_key_id);
  if (method?.length) rows = rows.where('method', 'in', method);
  if (status?.length) {
    const hundreds = status.map((each) => Number(each[0]));
    rows = rows.where(sql<boolean>`status / 100 = any (${hundreds}::int[])`);
    if (!status.includes('2xx')) rows = rows.where('status', '>=', 400);
  }
  if (q) {
    const path = q.startsWith('/') ? q : `/${q}`;
    rows = rows.where((eb) =>
      eb.or([
        eb('id', '=', q),
        eb('idempotency_key', '=', q),
        eb('error_code', '=', q),
        sql<boolean>`starts_with(path, ${path})`,
      ]),
    );
  }
  if (after_id !== null) rows = rows.where('id', '<', after_id);
  return rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const findRequestRow = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('api_request')
    .select(COLUMNS)
    .select(['route', 'user_agent', 'idempotency_key', 'request_body', 'response_body'])
    .select(['request_bytes', 'response_bytes'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
