-- One search over all nouns. Whole values and beginnings are looked up in B-tree indexes led by the merchant; parts
-- within a text through one reviewed function.
alter table app.payment_link add column search_text text not null generated always as (
  lower(id || ' ' || slug || ' ' || title || ' ' || coalesce(merchant_reference, '') || ' ' ||
    coalesce(customer ->> 'name', '') || ' ' || coalesce(customer ->> 'email', '') || ' ' ||
    coalesce(customer ->> 'phone', ''))) stored;
create index payment_link_search on app.payment_link using gin (search_text gin_trgm_ops);
create policy search on app.payment_link for select to app_search using (true);
grant select on app.payment_link to app_search;

alter table app.refund add column search_text text not null generated always as (
  lower(id || ' ' || transaction_id || ' ' || partner_reference_no || ' ' || coalesce(provider_reference, ''))) stored;
create index refund_search on app.refund using gin (search_text gin_trgm_ops);
create policy search on app.refund for select to app_search using (true);
grant select on app.refund to app_search;

-- Codes of one payment are found through it; stickers have names of their own, and are few.
alter table app.qris_payment add column search_text text not null generated always as (
  case when type = 'static' then
    lower(id || ' ' || coalesce(name, '') || ' ' || coalesce(store, '') || ' ' || coalesce(terminal, ''))
  else '' end) stored;
create index qris_payment_search on app.qris_payment using gin (search_text gin_trgm_ops) where search_text <> '';
create policy search on app.qris_payment for select to app_search using (true);
grant select on app.qris_payment to app_search;

-- The newest rows of a noun that contain a text. Common texts are found among the newest rows; only what is rare there is
-- looked for in the trigram index, which would hand over every row of a common one. The merchant is the transaction's,
-- never the caller's word; the noun is one of this list.
create function app.search_newest(p_noun text, p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
declare
  v_merchant text := app.current_merchant();
  v_time text := case p_noun
    when 'transaction' then 'created_at' when 'virtual_account' then 'created_at'
    when 'payment_link' then 'created_at' when 'refund' then 'created_at' when 'qris_payment' then 'created_at'
    when 'deposit' then 'received_at' end;
  v_pattern text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_limit int := least(p_limit, 100);
  v_ids text[];
begin
  if v_merchant is null or v_time is null or length(p_text) < 3 then return; end if;
  execute format(
    'select array(select s.id from (select n.id, n.search_text from app.%1$I n where n.merchant_id = $1
      order by n.%2$I desc, n.id desc limit 2000) s where s.search_text like $2 limit $3)', p_noun, v_time)
    into v_ids using v_merchant, v_pattern, v_limit;
  if coalesce(array_length(v_ids, 1), 0) < v_limit then
    execute format(
      'select array(select s.id from app.%1$I s where s.merchant_id = %2$L and s.search_text like %3$L %4$s
        order by s.%5$I desc, s.id desc limit %6$s)',
      p_noun, v_merchant, v_pattern,
      case when p_noun = 'qris_payment' then 'and s.search_text <> ''''' else '' end, v_time, v_limit)
      into v_ids;
  end if;
  return query select unnest(v_ids);
end $$;
revoke all on function app.search_newest(text, text, int) from public;
grant execute on function app.search_newest(text, text, int) to app_merchant;
grant create on schema app to app_search;
alter function app.search_newest(text, text, int) owner to app_search;
revoke create on schema app from app_search;

-- Movements of one object, or of those whose ids begin alike.
create index transfer_reference on app.transfer (merchant_id, reference_id);
