-- Virtual accounts: numbers at banks, what was paid to them, what the banks asked about them, and their timeline.
create table app.virtual_account (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  bank text not null check (bank in ('BCA', 'MANDIRI', 'BNI', 'BRI', 'PERMATA', 'CIMB')),
  va_number text not null check (va_number ~ '^[0-9]{8,28}$'),
  trx_id text not null,
  holder_name text not null,
  type text not null check (type in ('single', 'reusable')),
  amount_type text not null check (amount_type in ('closed', 'open', 'min_max')),
  expected_amount bigint check (expected_amount > 0),
  amount_min bigint check (amount_min > 0),
  amount_max bigint check (amount_max >= amount_min),
  status text not null check (status in ('pending', 'active', 'paid', 'expired', 'inactive', 'failed')),
  source text not null check (source in ('dashboard', 'api', 'payment_link')),
  merchant_reference text,
  description text,
  customer_name text,
  customer_email text,
  customer_phone text,
  transaction_id text,
  payment_link_id text,
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  payments_count int not null default 0 check (payments_count >= 0),
  mismatches_count int not null default 0 check (mismatches_count >= 0),
  last_paid_at timestamptz(3),
  expires_at timestamptz(3),
  last_event_seq int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null generated always as (
    lower(id || ' ' || va_number || ' ' || coalesce(merchant_reference, '') || ' ' || holder_name || ' ' ||
      coalesce(customer_name, '') || ' ' || coalesce(customer_email, ''))) stored,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references app.transaction (merchant_id, id),
  constraint virtual_account_reference_once unique (merchant_id, merchant_reference),
  check ((amount_type = 'closed') = (expected_amount is not null)),
  check ((amount_type = 'min_max') = (amount_min is not null and amount_max is not null)),
  check (type = 'reusable' or expires_at is not null),
  check ((type = 'single' and amount_type = 'closed') = (transaction_id is not null))
);
comment on column app.virtual_account.trx_id is 'What the bank knows it by; begins with the merchant''s id';
comment on column app.virtual_account.transaction_id is 'The waiting payment of a single-use closed number';
comment on column app.virtual_account.mismatches_count is 'Payments that were refused, or taken as duplicates';
-- A number belongs to one virtual account while it can be paid; after that it may be given again.
create unique index virtual_account_number_open on app.virtual_account (merchant_id, va_number)
  where status in ('pending', 'active');
create index virtual_account_number on app.virtual_account (merchant_id, va_number, created_at desc, id desc);
create index virtual_account_newest on app.virtual_account (merchant_id, created_at desc, id desc);
create index virtual_account_status on app.virtual_account (merchant_id, status, created_at desc, id desc);
create index virtual_account_of_link on app.virtual_account (merchant_id, payment_link_id) where payment_link_id is not null;
create index virtual_account_mismatched on app.virtual_account (merchant_id, created_at desc, id desc)
  where mismatches_count > 0;
create index virtual_account_open on app.virtual_account (merchant_id, expires_at) where status in ('pending', 'active');
create index virtual_account_search on app.virtual_account using gin (search_text gin_trgm_ops);
call app.protect('app.virtual_account');
grant select, insert, update on app.virtual_account to app_merchant;
grant select on app.virtual_account to app_platform;

-- Every payment that a bank told of, whether it was taken or not: none is ever lost.
create table app.va_payment (
  merchant_id text not null,
  id text not null,
  virtual_account_id text not null,
  payment_request_id text not null,
  amount bigint not null check (amount > 0),
  paid_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  match text not null check (match in ('ok', 'underpaid', 'overpaid', 'duplicate', 'refused')),
  response text not null,
  detail text,
  sender_name text,
  sender_bank text,
  reference_no text,
  transaction_id text,
  primary key (merchant_id, id),
  constraint va_payment_once unique (merchant_id, payment_request_id),
  foreign key (merchant_id, virtual_account_id) references app.virtual_account (merchant_id, id),
  foreign key (merchant_id, transaction_id) references app.transaction (merchant_id, id),
  check ((match in ('ok', 'duplicate')) = (transaction_id is not null))
);
comment on column app.va_payment.response is 'What the bank was answered; a repeat of the same payment is answered the same';
create index va_payment_newest on app.va_payment (merchant_id, virtual_account_id, paid_at desc, id desc);
create index va_payment_of_day on app.va_payment (merchant_id, received_at) include (match, amount);
call app.protect('app.va_payment');
grant select, insert on app.va_payment to app_merchant;
grant select on app.va_payment to app_platform;

create table app.va_inquiry (
  merchant_id text not null,
  id text not null,
  virtual_account_id text not null,
  inquiry_request_id text not null,
  at timestamptz(3) not null,
  channel text,
  response_code text not null,
  answer text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, virtual_account_id) references app.virtual_account (merchant_id, id)
);
create index va_inquiry_newest on app.va_inquiry (merchant_id, virtual_account_id, at desc, id desc);
call app.protect('app.va_inquiry');
grant select, insert on app.va_inquiry to app_merchant;
grant select on app.va_inquiry to app_platform;

create table app.virtual_account_event (
  merchant_id text not null,
  virtual_account_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  reason text,
  primary key (merchant_id, virtual_account_id, seq),
  foreign key (merchant_id, virtual_account_id) references app.virtual_account (merchant_id, id)
);
call app.protect('app.virtual_account_event');
grant select, insert on app.virtual_account_event to app_merchant;
grant select on app.virtual_account_event to app_platform;

-- "Contains" search, reviewed as that of payments is: it takes the merchant from the transaction, never from its caller.
create policy search on app.virtual_account for select to app_search using (true);
grant select on app.virtual_account to app_search;
create function app.search_virtual_accounts(p_text text, p_limit int) returns setof text
language sql stable security definer set search_path = app, pg_catalog, pg_temp as $$
  select v.id from app.virtual_account v
  where v.merchant_id = any (array[app.current_merchant()])
    and v.search_text like '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by v.created_at desc, v.id desc
  limit least(p_limit, 10000)
$$;
revoke all on function app.search_virtual_accounts(text, int) from public;
grant execute on function app.search_virtual_accounts(text, int) to app_merchant;
grant app_search to current_user;
grant create on schema app to app_search;
alter function app.search_virtual_accounts(text, int) owner to app_search;
revoke create on schema app from app_search;
