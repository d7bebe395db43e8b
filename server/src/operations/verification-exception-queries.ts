/** Exceptions of verifications: what waits for a decision of the provider, and documents that expire. */
import { sql } from 'kysely';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { DOCUMENT_EXPIRY_DAYS, REVIEW_DEADLINE_BUSINESS_DAYS } from '@dasbor/contract/operations';

/**
 * Profiles and changes of profiles that were not decided within two business days, neither of which counts the day of the
 * submission. Without holidays, two business days end at the earliest after two calendar days.
 */
export function buildUndecidedVerifications(now: Date) {
  const today = toBusinessDay(now);
  const latest = startOfBusinessDay(addDays(today, -REVIEW_DEADLINE_BUSINESS_DAYS)).toISOString();
  return sql`
    select u.object_id, u.since::text as occurrence, u.merchant_id, u.since, u.code as reference, null::bigint as amount,
      u.state, null as detail, 1 as count, false as awaits_second_person
    from (
      select m.merchant_id as object_id, m.merchant_id, m.submitted_at as since, m.code, m.verification_status as state
      from app.merchant m
      where m.verification_status in ('submitted', 'in_review') and m.submitted_at < ${latest}::timestamptz
        and m.status not in ('closed', 'rejected')
      union all
      select c.id, c.merchant_id, c.requested_at, m.code, 'change'
      from app.merchant_change c
      join app.merchant m on m.merchant_id = c.merchant_id
      where c.status = 'pending' and c.requested_at < ${latest}::timestamptz and m.status not in ('closed', 'rejected')) u
    where (
      select count(*)
      from generate_series(
        (u.since at time zone 'Asia/Jakarta')::date + 1, ${today}::date, interval '1 day') as s (day)
      where extract(isodow from s.day) <= 5 and not exists (select 1 from app.holiday h where h.day = s.day::date)
    ) > ${REVIEW_DEADLINE_BUSINESS_DAYS}::int`;
}

/** Current documents of active merchants that have expired or will. A rejected one is asked for again already. */
export function buildExpiringDocuments(now: Date) {
  const today = toBusinessDay(now);
  return sql`
    select d.id as object_id, d.expires_on::text as occurrence, d.merchant_id,
      greatest(d.uploaded_at, (d.expires_on - ${DOCUMENT_EXPIRY_DAYS}::int)::timestamp at time zone 'Asia/Jakarta') as since,
      m.code as reference, null::bigint as amount,
      case when d.expires_on < ${today}::date then 'expired' else 'expiring' end as state,
      d.document_type as detail, 1 as count, false as awaits_second_person
    from app.merchant_document d
    join app.merchant m on m.merchant_id = d.merchant_id
    where d.replaced_at is null and d.status <> 'rejected' and m.status = 'active'
      and d.expires_on <= ${addDays(today, DOCUMENT_EXPIRY_DAYS)}::date`;
}
