-- Search functions that a sharded database can run: each is called alone, and asks for its rows with the merchant as a
-- literal, so that the query goes to the one node that stores them. As before, the merchant is that of the transaction,
-- never an argument.
create function app.find_matches(p_table text, p_time text, p_text text, p_limit int) returns setof text
language plpgsql stable security invoker set search_path = app, pg_catalog, pg_temp as $$
declare
  v_merchant text := app.current_merchant();
begin
  if v_merchant is null then
    return;
  end if;
  return query execute format(
    'select s.id from app.%1$I s where s.merchant_id = %2$L and s.search_text like %3$L
     order by s.%4$I desc, s.id desc limit %5$s',
    p_table, v_merchant, '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%', p_time,
    least(p_limit, 10000));
end $$;
revoke all on function app.find_matches(text, text, text, int) from public;
grant execute on function app.find_matches(text, text, text, int) to app_search;

create or replace function app.search_transactions(p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id from app.find_matches('transaction', 'created_at', p_text, p_limit) as f(id);
end $$;

create or replace function app.search_virtual_accounts(p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id from app.find_matches('virtual_account', 'created_at', p_text, p_limit) as f(id);
end $$;

create or replace function app.search_deposits(p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id from app.find_matches('deposit', 'received_at', p_text, p_limit) as f(id);
end $$;

-- As before (0029), with the merchant and the text as literals.
create or replace function app.search_newest(p_noun text, p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
declare
  v_merchant text := app.current_merchant();
  v_time text := case p_noun
    when 'transaction' then 'created_at' when 'virtual_account' then 'created_at'
    when 'payment_link' then 'created_at' when 'refund' then 'created_at' when 'qris_payment' then 'created_at'
    when 'deposit' then 'received_at' end;
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
