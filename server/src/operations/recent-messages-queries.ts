/** The newest messages of all merchants, from the provider log. */
import { type RawBuilder, sql } from 'kysely';
import { ulid } from 'ulid';
import { ID_PREFIXES } from '@dasbor/contract/id';

/** Newest messages of one merchant that are read, so that the cost has a limit. */
const MESSAGES_PER_MERCHANT_MAX = 5_000;

/** The smallest id of a message at an instant: ids are ordered by time. */
export const toFirstRailLogId = (at: Date): string =>
  `${ID_PREFIXES.rail_log}_${ulid(at.getTime()).slice(0, 10).toLowerCase()}`;

/**
 * Table expression with the messages of all merchants since an instant. Ids are time-ordered, so the primary key bounds
 * the scan of each merchant.
 */
export function buildRecentMessages(since: Date): RawBuilder<unknown> {
  return sql`(
    select r.* from app.merchant m
    cross join lateral (
      select l.partner, l.endpoint, l.direction, l.at, l.http_status, l.response_code, l.latency_ms
      from app.rail_log l where l.merchant_id = m.merchant_id and l.id >= ${toFirstRailLogId(since)}
      order by l.id desc limit ${MESSAGES_PER_MERCHANT_MAX}) r)`;
}
