-- The role that records paid callbacks of several merchants in one transaction. It reads and writes only what a paid QRIS
-- payment consists of; every key and foreign key of these tables begins with merchant_id, so rows cannot refer to another
-- merchant's.
do $$
begin
  create role app_intake nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then
  null;
end $$;
grant usage on schema app to app_intake;
grant execute on function app.current_merchant() to app_intake;

create or replace function app.enter(p_role text, p_merchant text) returns void
language plpgsql volatile security invoker as $$
begin
  if p_role not in ('app_merchant', 'app_platform', 'app_login', 'app_intake') then
    raise exception 'bad role %', p_role;
  end if;
  perform set_config('citus.propagate_set_commands', 'local', true);
  perform set_config('role', p_role, true);
  execute format('set local app.merchant_id = %L', coalesce(p_merchant, ''));
end $$;

create policy intake on app.merchant for select to app_intake using (true);
create policy intake on app.ledger_account for select to app_intake using (true);
create policy intake on app.merchant_fee_rule for select to app_intake using (true);
create policy intake on app.transaction to app_intake using (true) with check (true);
create policy intake on app.qris_payment to app_intake using (true) with check (true);
create policy intake on app.transaction_event to app_intake using (true) with check (true);
create policy intake on app.transaction_mark to app_intake using (true) with check (true);
create policy intake on app.transfer to app_intake using (true) with check (true);
create policy intake on app.unfolded_journal to app_intake using (true) with check (true);
create policy intake on app.rail_log to app_intake using (true) with check (true);
create policy intake on app.rail_external_id to app_intake using (true) with check (true);
create policy intake on app.notification_email_outbox to app_intake using (true) with check (true);
grant select on app.merchant, app.ledger_account, app.merchant_fee_rule, app.fee_rule to app_intake;
grant select, update on app.transaction, app.qris_payment to app_intake;
grant select, insert on app.transaction_event, app.transaction_mark, app.transfer, app.unfolded_journal, app.rail_log,
  app.rail_external_id, app.notification_email_outbox to app_intake;
