-- The search over all objects finds disbursements, batches and beneficiaries.
alter table app.disbursement_batch add column search_text text not null generated always as (
  lower(id || ' ' || batch_reference || ' ' || file_name)) stored;
create index disbursement_batch_search on app.disbursement_batch using gin (search_text gin_trgm_ops);
create index disbursement_batch_reference on app.disbursement_batch (merchant_id, batch_reference);
create index beneficiary_search on app.beneficiary using gin (search_text gin_trgm_ops);
create policy search on app.disbursement_batch for select to app_search using (true);
grant select on app.disbursement_batch to app_search;

-- As before, with three more tables.
create or replace function app.search_newest(p_noun text, p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
declare
  v_merchant text := app.current_merchant();
  v_time text := case p_noun
    when 'transaction' then 'created_at' when 'virtual_account' then 'created_at'
    when 'payment_link' then 'created_at' when 'refund' then 'created_at' when 'qris_payment' then 'created_at'
    when 'disbursement' then 'created_at' when 'disbursement_batch' then 'created_at'
    when 'beneficiary' then 'created_at' when 'deposit' then 'received_at' end;
  v_pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_limit int := least(p_limit, 100);
  v_seen int;
  v_ids text[];
  v_rows int;
begin
  if v_merchant is null or v_time is null or length(p_text) < 3 then return; end if;
  foreach v_rows in array array[400, 4000] loop
    execute format(
      'select count(*)::int, array_agg(s.id order by s.at desc, s.id desc) filter (where s.search_text like %4$L)
      from (select n.id, n.%2$I as at, n.search_text from app.%1$I n where n.merchant_id = %5$L
        order by n.%2$I desc, n.id desc limit %3$s) s', p_noun, v_time, v_rows, v_pattern, v_merchant)
      into v_seen, v_ids;
    if v_seen < v_rows or cardinality(v_ids) >= v_limit then
      return query select found.id from unnest(v_ids) with ordinality as found(id, place) where place <= v_limit;
      return;
    end if;
    exit when v_ids is null;
  end loop;
  return query execute format(
    'select s.id from app.%1$I s where s.merchant_id = %2$L and s.search_text like %3$L %4$s
      order by s.%5$I desc, s.id desc limit %6$s',
    p_noun, v_merchant, v_pattern,
    case when p_noun = 'qris_payment' then 'and s.search_text <> ''''' else '' end, v_time, v_limit);
end $$;
