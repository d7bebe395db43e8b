-- Disbursements: transfers from the payout balance to any account, after approval.

-- Rails of transfers: dated reference data, the same for every merchant. A change is a new row with a later day.
create table app.transfer_rail (
  rail text not null check (rail in ('intrabank', 'bi_fast', 'online', 'skn', 'rtgs')),
  effective_from date not null,
  amount_min bigint not null check (amount_min > 0),
  amount_max bigint not null check (amount_max >= amount_min),
  opens_at_minute int not null default 0 check (opens_at_minute between 0 and 1439),
  closes_at_minute int not null default 1440 check (closes_at_minute between 1 and 1440),
  business_days_only boolean not null default false,
  arrival_minutes int not null check (arrival_minutes >= 0),
  description_max int not null check (description_max > 0),
  not_found_after_s int not null check (not_found_after_s >= 0),
  primary key (rail, effective_from),
  check (closes_at_minute > opens_at_minute)
);
comment on column app.transfer_rail.effective_from is 'First day (WIB) on which it applies, until a later row of the rail';
comment on column app.transfer_rail.opens_at_minute is 'Minute of the day (WIB) from which orders are accepted';
comment on column app.transfer_rail.closes_at_minute is 'Minute of the day (WIB) from which orders are no longer accepted; 1440: none';
comment on column app.transfer_rail.arrival_minutes is 'Usual time until the beneficiary is credited';
comment on column app.transfer_rail.not_found_after_s is
  'How long the bank must say that it does not know a transfer before it counts as never received';
grant select on app.transfer_rail to app_merchant, app_platform;

-- BI-FAST: 250 million, at all hours. SKN: 1 billion, 06:30 to 16:30. RTGS: 07:00 to 14:00, both on business days.
insert into app.transfer_rail (rail, effective_from, amount_min, amount_max, opens_at_minute, closes_at_minute,
  business_days_only, arrival_minutes, description_max, not_found_after_s) values
  ('intrabank', '2020-01-01', 1, 9999999999, 0, 1440, false, 1, 35, 600),
  ('bi_fast', '2021-12-21', 1, 250000000, 0, 1440, false, 15, 35, 600),
  ('online', '2020-01-01', 10000, 50000000, 0, 1440, false, 15, 20, 600),
  ('skn', '2020-01-01', 1, 1000000000, 390, 990, true, 240, 20, 3600),
  ('rtgs', '2020-01-01', 100000001, 9999999999, 420, 840, true, 120, 35, 3600);

-- Fees of disbursements, charged in addition to the amount, by rail.
insert into app.fee_rule (id, name, method, channel_code, criteria, amount_from, rate_bps, flat_amount, vat_rate_bps,
  vat_base_numerator, vat_base_denominator, effective_from) values
  ('fee_01jgf5et800000000000000031', 'Disbursement within the same bank', 'disbursement', 'INTRABANK', null, 0, 0, 1500, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000032', 'Disbursement over BI-FAST', 'disbursement', 'BI_FAST', null, 0, 0, 2500, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000033', 'Disbursement by online transfer', 'disbursement', 'ONLINE', null, 0, 0, 6500, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000034', 'Disbursement over SKN', 'disbursement', 'SKN', null, 0, 0, 2900, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000035', 'Disbursement over RTGS', 'disbursement', 'RTGS', null, 0, 0, 25000, 1200, 11, 12, '2025-01-01');

-- Saved accounts. The number is stored with the check that named its holder.
create table app.beneficiary (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  name text not null,
  account_check_id text not null,
  bank_code char(3) not null,
  account_last4 text not null,
  verified_name text not null,
  verified_at timestamptz(3) not null,
  status text not null check (status in ('active', 'blocked')),
  blocked_reason text,
  usable_from timestamptz(3) not null,
  last_used_at timestamptz(3),
  created_by_id text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null generated always as (lower(name || ' ' || verified_name || ' ' || account_last4)) stored,
  primary key (merchant_id, id),
  constraint beneficiary_account_check foreign key (merchant_id, account_check_id)
    references app.account_check (merchant_id, id),
  check ((status = 'blocked') = (blocked_reason is not null))
);
comment on column app.beneficiary.usable_from is 'End of the cooling-off period, which applies while only beneficiaries are paid';
create index beneficiary_newest on app.beneficiary (merchant_id, created_at desc, id desc);
create index beneficiary_account on app.beneficiary (merchant_id, bank_code, account_last4);
call app.protect('app.beneficiary');
grant select, insert, update on app.beneficiary to app_merchant;
grant select on app.beneficiary to app_platform;

create table app.disbursement_setting (
  merchant_id text not null references app.merchant (merchant_id),
  whitelist_only boolean not null,
  changed_by_id text not null,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  primary key (merchant_id)
);
comment on column app.disbursement_setting.whitelist_only is 'Whether disbursements are made to saved beneficiaries only';
call app.protect('app.disbursement_setting');
grant select, insert, update on app.disbursement_setting to app_merchant;
grant select on app.disbursement_setting to app_platform;

create table app.disbursement (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  merchant_reference text not null,
  batch_id text,
  row_no int,
  beneficiary_id text,
  account_check_id text not null,
  bank_code char(3) not null,
  account_last4 text not null,
  account_name text not null,
  given_name text,
  name_match int check (name_match between 0 and 100),
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  fee_rule_id text,
  fee_amount bigint not null check (fee_amount >= 0),
  fee_vat_amount bigint not null check (fee_vat_amount >= 0),
  total_amount bigint not null,
  rail text not null check (rail in ('intrabank', 'bi_fast', 'online', 'skn', 'rtgs')),
  rail_choice text not null check (rail_choice in ('auto', 'intrabank', 'bi_fast', 'online', 'skn', 'rtgs')),
  description text,
  emails text[] not null default '{}',
  status text not null check (status in ('draft', 'pending_approval', 'approved', 'queued', 'processing', 'unknown',
    'success', 'failed', 'rejected', 'cancelled', 'reversed')),
  queue_reason text check (queue_reason in ('scheduled', 'insufficient_balance', 'outside_cutoff', 'bank_offline',
    'payouts_disabled')),
  reserved_at timestamptz(3),
  schedule_at timestamptz(3),
  expected_at timestamptz(3),
  partner_reference_no text not null,
  bank_reference text,
  response_code text,
  failure_code text check (failure_code in ('account_not_found', 'account_closed', 'account_dormant', 'bank_refused',
    'bank_offline', 'outside_cutoff', 'limit_exceeded', 'not_received', 'transfer_failed', 'transfer_returned',
    'beneficiary_blocked')),
  failure_message text,
  requested_by_type text not null check (requested_by_type in ('user', 'api_key')),
  requested_by_id text not null,
  requested_by text not null,
  requested_by_owner text not null,
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  decision_note text,
  retry_of text,
  sent_at timestamptz(3),
  completed_at timestamptz(3),
  reversed_at timestamptz(3),
  due_at timestamptz(3),
  last_event_seq int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null generated always as (
    lower(id || ' ' || merchant_reference || ' ' || account_name || ' ' || account_last4 || ' ' ||
      partner_reference_no || ' ' || coalesce(bank_reference, ''))) stored,
  primary key (merchant_id, id),
  constraint disbursement_reference unique (merchant_id, merchant_reference),
  constraint disbursement_partner_reference unique (merchant_id, partner_reference_no),
  constraint disbursement_account_check foreign key (merchant_id, account_check_id)
    references app.account_check (merchant_id, id),
  constraint disbursement_beneficiary foreign key (merchant_id, beneficiary_id)
    references app.beneficiary (merchant_id, id),
  constraint disbursement_total check (total_amount = amount + fee_amount + fee_vat_amount)
);
comment on column app.disbursement.partner_reference_no is 'The one number of the transfer at the bank, the same at every attempt';
comment on column app.disbursement.account_name is 'Account holder, as the bank reported it';
comment on column app.disbursement.given_name is 'Account holder as the request named it';
comment on column app.disbursement.reserved_at is 'When its total was reserved; null: not reserved';
comment on column app.disbursement.due_at is 'When an approved one is next tried; null when nothing is due';
comment on column app.disbursement.requested_by_owner is 'Id of the user who requested it, directly or through an API key';
create index disbursement_newest on app.disbursement (merchant_id, created_at desc, id desc);
create index disbursement_status on app.disbursement (merchant_id, status, created_at desc, id desc);
create index disbursement_of_batch on app.disbursement (merchant_id, batch_id, row_no) where batch_id is not null;
create index disbursement_of_beneficiary on app.disbursement (merchant_id, beneficiary_id, created_at desc, id desc)
  where beneficiary_id is not null;
create index disbursement_retried on app.disbursement (merchant_id, retry_of) where retry_of is not null;
create index disbursement_due on app.disbursement (due_at) where due_at is not null;
create index disbursement_search on app.disbursement using gin (search_text gin_trgm_ops);
call app.protect('app.disbursement');
grant select, insert, update on app.disbursement to app_merchant;
grant select on app.disbursement to app_platform;

create table app.disbursement_event (
  merchant_id text not null,
  disbursement_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  reason text,
  primary key (merchant_id, disbursement_id, seq),
  constraint disbursement_event_of foreign key (merchant_id, disbursement_id)
    references app.disbursement (merchant_id, id)
);
call app.protect('app.disbursement_event');
grant select, insert on app.disbursement_event to app_merchant;
grant select on app.disbursement_event to app_platform;

-- Orders to the bank: written before the bank is called, one row per reference. What the bank executed is what is here.
create table app.bank_transfer (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  subject_type text not null check (subject_type in ('disbursement', 'refund', 'settlement_batch')),
  subject_id text not null,
  attempt int not null check (attempt > 0),
  partner_reference_no text not null,
  rail text not null check (rail in ('intrabank', 'bi_fast', 'online', 'skn', 'rtgs')),
  service text not null check (service in ('17', '18', '22', '23')),
  bank_code char(3) not null,
  account_last4 text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('sent', 'unknown', 'succeeded', 'failed', 'returned')),
  first_sent_at timestamptz(3) not null,
  last_sent_at timestamptz(3) not null,
  send_count int not null default 1 check (send_count > 0),
  not_found_since timestamptz(3),
  next_check_at timestamptz(3),
  last_checked_at timestamptz(3),
  bank_reference text,
  response_code text,
  failure_code text,
  failure_message text,
  ended_at timestamptz(3),
  primary key (merchant_id, id),
  constraint bank_transfer_reference unique (merchant_id, partner_reference_no),
  constraint bank_transfer_attempt unique (merchant_id, subject_type, subject_id, attempt),
  check ((status in ('sent', 'unknown')) = (ended_at is null))
);
comment on column app.bank_transfer.not_found_since is 'Since when the bank says, without interruption, that it does not know the transfer';
comment on column app.bank_transfer.next_check_at is 'When the bank is asked next; null: no more';
create index bank_transfer_due on app.bank_transfer (next_check_at) where next_check_at is not null;
call app.protect('app.bank_transfer');
grant select, insert, update on app.bank_transfer to app_merchant;
grant select on app.bank_transfer to app_platform;

-- "Contains" search, as of payments: the merchant is the transaction's, never an argument.
create policy search on app.disbursement for select to app_search using (true);
grant select on app.disbursement to app_search;
create function app.search_disbursements(p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id from app.find_matches('disbursement', 'created_at', p_text, p_limit) as f(id);
end $$;
revoke all on function app.search_disbursements(text, int) from public;
grant execute on function app.search_disbursements(text, int) to app_merchant;
grant create on schema app to app_search;
alter function app.search_disbursements(text, int) owner to app_search;
revoke create on schema app from app_search;

create policy search on app.beneficiary for select to app_search using (true);
grant select on app.beneficiary to app_search;
create function app.search_beneficiaries(p_text text, p_limit int) returns setof text
language plpgsql stable security definer set search_path = app, pg_catalog, pg_temp as $$
begin
  return query select f.id from app.find_matches('beneficiary', 'created_at', p_text, p_limit) as f(id);
end $$;
revoke all on function app.search_beneficiaries(text, int) from public;
grant execute on function app.search_beneficiaries(text, int) to app_merchant;
grant create on schema app to app_search;
alter function app.search_beneficiaries(text, int) owner to app_search;
revoke create on schema app from app_search;
