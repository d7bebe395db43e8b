-- Reading over many merchants. Two roles without any right to write: `app_reader` sees the merchants that were entered into
-- its transaction, and none when there are none; `app_provider_reader`, for the provider's staff, sees all of them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['app_reader', 'app_provider_reader'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls', wanted);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end $$;
grant usage on schema app to app_reader, app_provider_reader;

-- The merchants of this transaction; NULL, and so no row at all, when none were entered.
create function app.visible_merchants() returns text[]
language sql stable as $$ select string_to_array(nullif(current_setting('app.visible_merchants', true), ''), ',') $$;
grant execute on function app.visible_merchants() to app_reader, app_search;

create or replace function app.enter(p_role text, p_merchant text) returns void
language plpgsql volatile security invoker as $$
begin
  if p_role not in ('app_merchant', 'app_platform', 'app_login', 'app_intake', 'app_provider_reader') then
    raise exception 'bad role %', p_role;
  end if;
  perform set_config('citus.propagate_set_commands', 'local', true);
  perform set_config('role', p_role, true);
  execute format('set local app.merchant_id = %L', coalesce(p_merchant, ''));
end $$;

-- As above, with the merchants that the transaction sees, separated by commas.
create function app.enter(p_role text, p_merchant text, p_visible text) returns void
language plpgsql volatile security invoker as $$
begin
  if p_role <> 'app_reader' then
    raise exception 'bad role %', p_role;
  end if;
  perform set_config('citus.propagate_set_commands', 'local', true);
  perform set_config('role', p_role, true);
  execute format('set local app.merchant_id = %L', coalesce(p_merchant, ''));
  execute format('set local app.visible_merchants = %L', coalesce(p_visible, ''));
end $$;
revoke all on function app.enter(text, text, text) from public;

-- Lets the readers see a table.
create procedure app.show_to_readers(p_table regclass) language plpgsql as $$
begin
  execute format('create policy reader on %s for select to app_reader
    using (merchant_id = any (app.visible_merchants()))', p_table);
  execute format('create policy provider_reader on %s for select to app_provider_reader using (true)', p_table);
end $$;

-- Whole tables where the lists show nearly every column, the needed columns elsewhere.
call app.show_to_readers('app.merchant');
call app.show_to_readers('app.transaction');
call app.show_to_readers('app.transaction_hour');
call app.show_to_readers('app.transaction_mark');
call app.show_to_readers('app.transaction_roll');
call app.show_to_readers('app.refund');
call app.show_to_readers('app.account_check');
call app.show_to_readers('app.settlement_batch');
call app.show_to_readers('app.settlement_line');
call app.show_to_readers('app.bank_account');
call app.show_to_readers('app.disbursement');
call app.show_to_readers('app.webhook_event');
call app.show_to_readers('app.webhook_delivery');
grant select on app.transaction, app.transaction_hour, app.transaction_mark, app.transaction_roll, app.refund,
  app.settlement_batch, app.settlement_line, app.disbursement to app_reader, app_provider_reader;
grant select (merchant_id, code, brand_name, status) on app.merchant to app_reader, app_provider_reader;
grant select (merchant_id, id, bank_code, account_last4, account_name) on app.account_check
  to app_reader, app_provider_reader;
grant select (merchant_id, id, bank_code, account_last4) on app.bank_account to app_reader, app_provider_reader;
grant select (merchant_id, id, object_id) on app.webhook_event to app_reader, app_provider_reader;
grant select (merchant_id, event_id, status) on app.webhook_delivery to app_reader, app_provider_reader;

-- The search of lists over many merchants, called alone like the others. NULL: all merchants.
create function app.find_matches_of(p_table text, p_merchants text[], p_text text, p_limit int) returns setof text
language plpgsql stable security invoker set search_path = app, pg_catalog, pg_temp as $$
begin
  if p_table not in ('transaction', 'disbursement') then
    raise exception 'no search of %', p_table;
  end if;
  return query execute format(
    'select s.id from app.%1$I s where %2$s and s.search_text like %3$L
     order by s.created_at desc, s.id desc limit %4$s',
    p_table,
    case when p_merchants is null then 'true' else format('s.merchant_id = any (%L::text[])', p_merchants) end,
    '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%', least(p_limit, 10000));
end $$;

create function app.search_visible(p_table text, p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id
  from app.find_matches_of(p_table, coalesce(app.visible_merchants(), '{}'), p_text, p_limit) as f(id);
end $$;

create function app.search_all_merchants(p_table text, p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id from app.find_matches_of(p_table, null, p_text, p_limit) as f(id);
end $$;

grant app_search to current_user;
grant create on schema app to app_search;
alter function app.search_visible(text, text, int) owner to app_search;
alter function app.search_all_merchants(text, text, int) owner to app_search;
revoke create on schema app from app_search;
revoke all on function app.find_matches_of(text, text[], text, int) from public;
revoke all on function app.search_visible(text, text, int) from public;
revoke all on function app.search_all_merchants(text, text, int) from public;
grant execute on function app.find_matches_of(text, text[], text, int) to app_search;
grant execute on function app.search_visible(text, text, int) to app_reader;
grant execute on function app.search_all_merchants(text, text, int) to app_provider_reader;
