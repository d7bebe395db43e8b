-- Payments, their timeline, and the dynamic QRIS codes behind them.
create extension if not exists pg_trgm;

create table app.transaction (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  merchant_reference text,
  customer_name text,
  customer_email text,
  method text not null check (method in ('qris', 'virtual_account', 'e_wallet', 'card', 'retail', 'direct_debit')),
  channel_code text,
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  fee_rule_id text references app.fee_rule (id),
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  fee_vat_amount bigint not null default 0 check (fee_vat_amount >= 0),
  net_amount bigint not null check (net_amount = amount - fee_amount - fee_vat_amount),
  status text not null check (status in ('created', 'pending', 'success', 'failed', 'expired', 'cancelled', 'partially_refunded', 'refunded', 'reversed')),
  settlement_status text check (settlement_status in ('unsettled', 'scheduled', 'settled', 'on_hold', 'reversed')),
  source text not null check (source in ('dashboard', 'api', 'payment_link', 'static_qr', 'va')),
  description text,
  issuer text,
  rrn text,
  provider text not null,
  provider_reference text,
  failure_code text,
  failure_message text,
  late_payment boolean not null default false,
  expires_at timestamptz(3),
  paid_at timestamptz(3),
  last_event_seq int not null,
  search_text text not null generated always as (
    lower(id || ' ' || coalesce(merchant_reference, '') || ' ' || coalesce(customer_name, '') || ' ' ||
      coalesce(customer_email, '') || ' ' || coalesce(rrn, '') || ' ' || coalesce(provider_reference, ''))) stored,
  primary key (merchant_id, id),
  unique (merchant_id, merchant_reference),
  unique (merchant_id, provider, provider_reference)
);
comment on column app.transaction.last_event_seq is 'Place of the newest row of transaction_event; counted here, under the lock of this row';
create index transaction_newest on app.transaction (merchant_id, created_at desc, id desc);
create index transaction_status on app.transaction (merchant_id, status, created_at desc, id desc);
create index transaction_amount on app.transaction (merchant_id, amount desc, id desc);
create index transaction_paid on app.transaction (merchant_id, paid_at desc, id desc);
create index transaction_search on app.transaction using gin (search_text gin_trgm_ops);
create index transaction_waiting on app.transaction (merchant_id, expires_at) where status in ('created', 'pending');
call app.protect('app.transaction');
grant select, insert, update on app.transaction to app_merchant;
grant select on app.transaction to app_platform;

create table app.transaction_event (
  merchant_id text not null,
  transaction_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  reason text,
  primary key (merchant_id, transaction_id, seq),
  foreign key (merchant_id, transaction_id) references app.transaction (merchant_id, id)
);
call app.protect('app.transaction_event');
grant select, insert on app.transaction_event to app_merchant;
grant select on app.transaction_event to app_platform;

create table app.qris_payment (
  merchant_id text not null,
  id text not null,
  transaction_id text not null,
  type text not null check (type in ('dynamic')),
  amount bigint not null check (amount > 0 and amount <= 10000000),
  status text not null check (status in ('issuing', 'active', 'paid', 'expired', 'cancelled', 'failed')),
  partner_reference_no text not null,
  qr_content text,
  nmid text,
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, transaction_id),
  -- The reference that the bank is given names the merchant, so that a callback finds its row by this key.
  unique (merchant_id, partner_reference_no),
  foreign key (merchant_id, transaction_id) references app.transaction (merchant_id, id)
);
create index qris_payment_newest on app.qris_payment (merchant_id, created_at desc, id desc);
call app.protect('app.qris_payment');
grant select, insert, update on app.qris_payment to app_merchant;
grant select on app.qris_payment to app_platform;

-- "Contains" search. Trigram operators are not leakproof, so a tenant's own query never uses the index; this one
-- reviewed function does. It takes the merchant from the transaction, never from its caller, and runs as a role
-- that may only read this table.
create policy search on app.transaction for select to app_search using (true);
grant select on app.transaction to app_search;
create function app.search_transactions(p_text text, p_limit int) returns setof text
language sql stable security definer set search_path = app, pg_catalog, pg_temp as $$
  select t.id from app.transaction t
  where t.merchant_id = any (array[app.current_merchant()])
    and t.search_text like '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by t.created_at desc, t.id desc
  limit least(p_limit, 10000)
$$;
revoke all on function app.search_transactions(text, int) from public;
grant execute on function app.search_transactions(text, int) to app_merchant;
grant app_search to current_user;
grant create on schema app to app_search;
alter function app.search_transactions(text, int) owner to app_search;
revoke create on schema app from app_search;
