-- A keyed job can be taken by a worker between the two statements of add_job: the job then neither replaces the taken
-- one nor is inserted, and what it was about is lost. add_job returns no row in that case, so it is called again.
-- The job queue's role owns the function (set with the login roles), so it is replaced as a new one.
drop function app.enqueue(text, json, timestamptz, text, int, text);
create function app.enqueue(
  p_task text, p_payload json, p_run_at timestamptz, p_job_key text, p_max_attempts int, p_queue text
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_id bigint;
begin
  for attempt in 1..20 loop
    select j.id into v_id from graphile_worker.add_job(
      p_task, p_payload, queue_name => p_queue, run_at => p_run_at, max_attempts => p_max_attempts, job_key => p_job_key) j;
    exit when v_id is not null;
  end loop;
  if v_id is null then
    raise exception 'the job % was not enqueued', p_task using errcode = '40001';
  end if;
end $$;
revoke all on function app.enqueue(text, json, timestamptz, text, int, text) from public;
grant execute on function app.enqueue(text, json, timestamptz, text, int, text) to app_merchant, app_platform, app_login;
