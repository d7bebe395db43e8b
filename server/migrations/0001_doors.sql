-- The doors: roles, the tenant setting and the policy that every tenant table carries.
-- The same statements work on plain PostgreSQL and on a cluster sharded by merchant_id.
create schema if not exists app;

-- Roles belong to the cluster, not to the database, so another database may have made them already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['app_merchant', 'app_platform', 'app_login', 'app_search'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end $$;

grant usage on schema app to app_merchant, app_platform, app_login, app_search;

-- Enters a transaction: sets the role and the tenant. The SET *statement* is what a sharded cluster
-- propagates to its nodes; a plain set_config of the tenant would be lost there.
create function app.enter(p_role text, p_merchant text) returns void
language plpgsql volatile security invoker as $$
begin
  if p_role not in ('app_merchant', 'app_platform', 'app_login') then
    raise exception 'bad role %', p_role;
  end if;
  perform set_config('citus.propagate_set_commands', 'local', true);
  perform set_config('role', p_role, true);
  execute format('set local app.merchant_id = %L', coalesce(p_merchant, ''));
end $$;
revoke all on function app.enter(text, text) from public;

-- The tenant of this transaction; NULL, and so no row at all, when none was entered.
create function app.current_merchant() returns text
language sql stable as $$ select nullif(current_setting('app.merchant_id', true), '') $$;
grant execute on function app.current_merchant() to app_merchant, app_platform, app_login, app_search;

-- Makes a table a tenant table. FORCE binds the owner too; the ANY form of the policy is the one
-- that a sharded planner accepts everywhere.
create procedure app.protect(p_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format(
    'create policy tenant on %s to app_merchant
       using (merchant_id = any (array[app.current_merchant()]))
       with check (merchant_id = any (array[app.current_merchant()]))', p_table);
  execute format('create policy platform on %s to app_platform using (true) with check (true)', p_table);
end $$;

-- Enqueues a job in the caller's transaction. The jobs role owns it (set when the login roles are made),
-- so that no app role has rights on the queue itself.
create function app.enqueue(
  p_task text, p_payload json, p_run_at timestamptz, p_job_key text, p_max_attempts int, p_queue text
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    p_task, p_payload, queue_name => p_queue, run_at => p_run_at, max_attempts => p_max_attempts, job_key => p_job_key);
end $$;
revoke all on function app.enqueue(text, json, timestamptz, text, int, text) from public;
grant execute on function app.enqueue(text, json, timestamptz, text, int, text) to app_merchant, app_platform, app_login;
