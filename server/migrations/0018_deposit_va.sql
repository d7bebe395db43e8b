-- Deposit VA: permanent numbers that top up the payout balance, what came through them, the alert of a low balance, and
-- moves from the settled balance.
create table app.deposit_va (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  bank text not null,
  va_number text not null,
  holder_name text not null,
  status text not null check (status in ('opening', 'active', 'inactive', 'closed', 'failed')),
  trx_id text not null,
  opening_no int not null default 1 check (opening_no > 0),
  is_closed_at_bank boolean not null default false,
  failure_message text,
  asked_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, bank),
  unique (merchant_id, va_number)
);
comment on column app.deposit_va.trx_id is 'Our number of it at the bank; another one each time it is opened anew';
comment on column app.deposit_va.is_closed_at_bank is 'Whether the bank has closed it too';
comment on column app.deposit_va.asked_at is 'When the bank was last asked which payments it had';
create index deposit_va_asked on app.deposit_va (merchant_id, asked_at);
call app.protect('app.deposit_va');
grant select, insert, update on app.deposit_va to app_merchant;
grant select on app.deposit_va to app_platform;

create table app.deposit (
  merchant_id text not null,
  id text not null,
  deposit_va_id text not null,
  bank text not null,
  va_number text not null,
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  fee_rule_id text,
  fee_amount bigint not null check (fee_amount >= 0),
  fee_vat_amount bigint not null check (fee_vat_amount >= 0),
  net_amount bigint not null check (net_amount = amount - fee_amount - fee_vat_amount),
  sender_name text,
  sender_bank text,
  bank_reference text,
  payment_request_id text not null,
  status text not null check (status in ('received', 'under_review', 'credited', 'returned')),
  review_reason text check (review_reason in ('va_inactive', 'va_closed', 'over_limit', 'fee_exceeds_amount')),
  decision_note text,
  last_event_seq int not null check (last_event_seq > 0),
  paid_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  ended_at timestamptz(3),
  search_text text not null generated always as (
    lower(id || ' ' || va_number || ' ' || payment_request_id || ' ' || coalesce(bank_reference, '') || ' ' ||
      coalesce(sender_name, ''))) stored,
  primary key (merchant_id, id),
  unique (merchant_id, bank, payment_request_id),
  unique (merchant_id, bank, bank_reference),
  foreign key (merchant_id, deposit_va_id) references app.deposit_va (merchant_id, id)
);
create index deposit_newest on app.deposit (merchant_id, received_at desc, id desc);
create index deposit_of_va on app.deposit (merchant_id, deposit_va_id, received_at desc, id desc);
create index deposit_credited on app.deposit (merchant_id, deposit_va_id, ended_at) where status = 'credited';
create index deposit_in_review on app.deposit (merchant_id, received_at, id) where status = 'under_review';
create index deposit_search on app.deposit using gin (search_text gin_trgm_ops);
call app.protect('app.deposit');
grant select, insert, update on app.deposit to app_merchant;
grant select on app.deposit to app_platform;

create table app.deposit_event (
  merchant_id text not null,
  deposit_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  actor_type text not null check (actor_type in ('system', 'user', 'provider')),
  actor_name text,
  reason text,
  primary key (merchant_id, deposit_id, seq),
  foreign key (merchant_id, deposit_id) references app.deposit (merchant_id, id)
);
call app.protect('app.deposit_event');
grant select, insert on app.deposit_event to app_merchant;
grant select on app.deposit_event to app_platform;

-- "Contains" search, as of payments: the merchant is the transaction's, never the caller's word.
create policy search on app.deposit for select to app_search using (true);
grant select on app.deposit to app_search;
create function app.search_deposits(p_text text, p_limit int) returns setof text
language sql stable security definer set search_path = app, pg_catalog, pg_temp as $$
  select d.id from app.deposit d
  where d.merchant_id = any (array[app.current_merchant()])
    and d.search_text like '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by d.received_at desc, d.id desc
  limit least(p_limit, 10000)
$$;
revoke all on function app.search_deposits(text, int) from public;
grant execute on function app.search_deposits(text, int) to app_merchant;
grant create on schema app to app_search;
alter function app.search_deposits(text, int) owner to app_search;
revoke create on schema app from app_search;

-- The provider's limit for one merchant; without a row the limit for everybody holds.
create table app.deposit_review_limit (
  merchant_id text not null references app.merchant (merchant_id),
  review_above bigint not null check (review_above > 0),
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id)
);
call app.protect('app.deposit_review_limit');
grant select, insert, update, delete on app.deposit_review_limit to app_merchant;
grant select on app.deposit_review_limit to app_platform;

create table app.payout_alert (
  merchant_id text not null references app.merchant (merchant_id),
  threshold bigint check (threshold > 0),
  recipients text[] not null,
  is_below boolean not null default false,
  crossings int not null default 0 check (crossings >= 0),
  last_alert_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (merchant_id)
);
comment on column app.payout_alert.is_below is 'Told and not yet above again: nobody is told twice of one fall';
comment on column app.payout_alert.crossings is 'Falls below the threshold so far: names the e-mails of each';
call app.protect('app.payout_alert');
grant select, insert, update on app.payout_alert to app_merchant;
grant select on app.payout_alert to app_platform;

-- One row per e-mail of an alert: sent once, under the same Message-ID when it is tried again.
create table app.payout_alert_mail (
  merchant_id text not null,
  crossing int not null,
  recipient text not null,
  message_id text not null,
  threshold bigint not null,
  balance bigint not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  error text,
  primary key (merchant_id, crossing, recipient),
  foreign key (merchant_id) references app.payout_alert (merchant_id)
);
call app.protect('app.payout_alert_mail');
grant select, insert, update on app.payout_alert_mail to app_merchant;
grant select on app.payout_alert_mail to app_platform;

create table app.balance_move (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  status text not null check (status in ('pending', 'approved', 'posted', 'rejected')),
  requested_by_type text not null check (requested_by_type in ('user', 'api_key')),
  requested_by_id text not null,
  requested_by_name text not null,
  decided_by_id text,
  decided_by_name text,
  decided_at timestamptz(3),
  remark text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  check (decided_by_id is null or decided_by_id <> requested_by_id or status = 'rejected')
);
create index balance_move_newest on app.balance_move (merchant_id, created_at desc, id desc);
call app.protect('app.balance_move');
grant select, insert, update on app.balance_move to app_merchant;
grant select on app.balance_move to app_platform;
