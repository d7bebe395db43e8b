-- Fewer look-ups: per row of the settlement run, and per noun of the search.

-- Lines that a batch held when its run began, and those that came from elsewhere than from its pages: while there are
-- none, no payment of a page can be in the batch already. Batches of before may hold some, so they say 1.
alter table app.settlement_batch add column run_line_no int not null default 1;
alter table app.settlement_batch alter column run_line_no set default 0;

-- As before (0019), but it looks at no more rows than tell something: a noun of few rows is read once; of 400 rows that
-- hold nothing a text is taken to be rare, and only one that is neither rare nor common is looked for in 4,000.
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
      'select count(*)::int, array_agg(s.id order by s.at desc, s.id desc) filter (where s.search_text like $2)
      from (select n.id, n.%2$I as at, n.search_text from app.%1$I n where n.merchant_id = $1
        order by n.%2$I desc, n.id desc limit %3$s) s', p_noun, v_time, v_rows)
      into v_seen, v_ids using v_merchant, v_pattern;
    if v_seen < v_rows or cardinality(v_ids) >= v_limit then
      return query select found.id from unnest(v_ids) with ordinality as found(id, place) where place <= v_limit;
      return;
    end if;
    exit when v_ids is null;
  end loop;
  execute format(
    'select array(select s.id from app.%1$I s where s.merchant_id = %2$L and s.search_text like %3$L %4$s
      order by s.%5$I desc, s.id desc limit %6$s)',
    p_noun, v_merchant, v_pattern,
    case when p_noun = 'qris_payment' then 'and s.search_text <> ''''' else '' end, v_time, v_limit)
    into v_ids;
  return query select unnest(v_ids);
end $$;
