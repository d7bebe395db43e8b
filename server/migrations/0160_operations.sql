-- The provider's operations: exceptions that need a person, findings of the ledger verification, actions without a
-- merchant, and the job queue.

-- What people decided about an exception. The exceptions themselves are read from the tables that they are about.
create table app.exception_handling (
  kind text not null,
  object_id text not null,
  merchant_of text,
  occurrence text not null,
  assigned_to_id text,
  assigned_to text,
  resolved_at timestamptz(3),
  resolved_by_id text,
  resolved_by text,
  note text check (length(note) between 1 and 500),
  changed_at timestamptz(3) not null,
  primary key (kind, object_id),
  check ((resolved_at is null) = (note is null)),
  check ((assigned_to_id is null) = (assigned_to is null))
);
comment on column app.exception_handling.merchant_of is 'Id of the merchant; NULL: the exception concerns none';
comment on column app.exception_handling.occurrence is 'Which occurrence was handled: the next one of the object is a new exception';
create index exception_handling_resolved on app.exception_handling (resolved_at desc) where resolved_at is not null;
grant select, insert, update, delete on app.exception_handling to app_platform;

-- Discrepancies that the last ledger verification found.
create table app.ledger_finding (
  merchant_of text not null,
  kind text not null,
  object_id text not null,
  detail text not null,
  found_at timestamptz(3) not null,
  verified_at timestamptz(3) not null,
  primary key (merchant_of, kind, object_id)
);
comment on column app.ledger_finding.merchant_of is 'Id of the merchant; empty: concerns none';
comment on column app.ledger_finding.found_at is 'The first verification that found it';
comment on column app.ledger_finding.verified_at is 'The last verification that found it';
grant select, insert, update, delete on app.ledger_finding to app_platform;

-- Actions of the provider's staff that concern no single merchant, or that a merchant must not read. Insert-only.
create table app.provider_event (
  id text primary key,
  at timestamptz(3) not null,
  actor_id text not null,
  actor_name text not null,
  ip text,
  action text not null,
  object_type text not null,
  object_id text,
  merchant_of text,
  before jsonb,
  after jsonb
);
create index provider_event_newest on app.provider_event (at desc, id desc);
grant select, insert on app.provider_event to app_platform;

-- Exceptions of all merchants are few among many rows.
create index settlement_batch_failed on app.settlement_batch (updated_at) where status in ('failed', 'returned');
create index settlement_dispute_open on app.settlement_dispute (created_at) where status = 'open';
create index deposit_under_review on app.deposit (received_at) where status = 'under_review';
create index disbursement_failed on app.disbursement (updated_at) where status in ('failed', 'reversed');
create index refund_failed on app.refund (updated_at) where status = 'failed';
create index bank_transfer_open on app.bank_transfer (first_sent_at) where status in ('sent', 'unknown');
create index webhook_endpoint_failing on app.webhook_endpoint (updated_at) where status <> 'active';
create index unmatched_callback_newest on app.unmatched_callback (at desc);

-- The job queue for people: the tables of the queue belong to the jobs role, which owns these functions (set when the
-- login roles are made). Payloads hold ids only.
create function app.list_jobs(p_state text, p_before bigint, p_limit int)
returns table (id bigint, task text, state text, attempts int, max_attempts int, last_error text, payload json,
  run_at timestamptz, created_at timestamptz, locked_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select s.* from (
      select j.id, t.identifier, case
          when j.locked_at is not null then 'running'
          when j.attempts >= j.max_attempts then 'failed'
          when j.last_error is not null then 'retrying'
          when j.run_at > now() then 'scheduled'
          else 'waiting' end as state,
        j.attempts::int, j.max_attempts::int, j.last_error, j.payload, j.run_at, j.created_at, j.locked_at
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id) s
    where (p_state is null or s.state = p_state) and (p_before is null or s.id < p_before)
    order by s.id desc limit p_limit;
end $$;
revoke all on function app.list_jobs(text, bigint, int) from public;
grant execute on function app.list_jobs(text, bigint, int) to app_platform;

create function app.count_jobs() returns table (state text, task text, count bigint, oldest_run_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select s.state, s.identifier, count(*), min(s.run_at) from (
      select t.identifier, j.run_at, case
          when j.locked_at is not null then 'running'
          when j.attempts >= j.max_attempts then 'failed'
          when j.last_error is not null then 'retrying'
          when j.run_at > now() then 'scheduled'
          else 'waiting' end as state
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id) s
    group by s.state, s.identifier;
end $$;
revoke all on function app.count_jobs() from public;
grant execute on function app.count_jobs() to app_platform;

-- Jobs that need a person: given up, failing again and again, or waiting although they are due.
create function app.list_failing_jobs(p_attempts int, p_waiting interval, p_limit int)
returns table (id bigint, task text, is_given_up boolean, attempts int, max_attempts int, last_error text,
  payload json, run_at timestamptz, created_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select j.id, t.identifier, j.attempts >= j.max_attempts, j.attempts::int, j.max_attempts::int, j.last_error,
      j.payload, j.run_at, j.created_at, count(*) over ()
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is null and (j.attempts >= p_attempts or j.attempts >= j.max_attempts
      or j.run_at < now() - p_waiting)
    order by j.id desc limit p_limit;
end $$;
revoke all on function app.list_failing_jobs(int, interval, int) from public;
grant execute on function app.list_failing_jobs(int, interval, int) to app_platform;

-- Runs a waiting job now, with all its attempts. NULL: no such job, or it is running.
create function app.retry_job(p_id bigint) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_task text;
begin
  select t.identifier into v_task
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where j.id = p_id and j.locked_at is null
  for update of j;
  if v_task is not null then
    perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  end if;
  return v_task;
end $$;
revoke all on function app.retry_job(bigint) from public;
grant execute on function app.retry_job(bigint) to app_platform;

create function app.list_schedule_runs() returns table (task text, known_since timestamptz, last_run_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.identifier, c.known_since, c.last_execution from graphile_worker._private_known_crontabs c;
end $$;
revoke all on function app.list_schedule_runs() from public;
grant execute on function app.list_schedule_runs() to app_platform;
