-- Refunds: giving a payment back, by the rail it came on or by transfer to a checked account.

-- By which way and for how long payments can be given back: dated reference data, the same for every merchant.
create table app.refund_rule (
  id text primary key,
  method text not null,
  channel_code text,
  issuer text,
  rail text not null check (rail in ('original', 'transfer')),
  takes_parts boolean not null default true,
  window_days int not null check (window_days > 0),
  effective_from date not null,
  effective_to date,
  unique nulls not distinct (method, channel_code, issuer, effective_from)
);
comment on column app.refund_rule.issuer is 'Words in the name of the payer''s bank or wallet, upper case; NULL: any';
comment on column app.refund_rule.takes_parts is 'Whether the original rail gives back a part; else only the whole payment';
comment on column app.refund_rule.rail is 'original: the bank gives it back the way it came; transfer: only to an account';
comment on column app.refund_rule.effective_to is 'First day (WIB) of payment to which it no longer applies; NULL: still in force';
grant select on app.refund_rule to app_merchant, app_platform;

-- QRIS: thirty days; the apps of BNI, BCA and BRI take nothing back, some others only the whole payment. Virtual
-- accounts have no refund rail at all.
insert into app.refund_rule (id, method, issuer, rail, takes_parts, window_days, effective_from) values
  ('rfr_qris', 'qris', null, 'original', true, 30, '2020-01-01'),
  ('rfr_qris_bni', 'qris', 'BNI', 'transfer', true, 30, '2020-01-01'),
  ('rfr_qris_wondr', 'qris', 'WONDR', 'transfer', true, 30, '2020-01-01'),
  ('rfr_qris_bca', 'qris', 'BCA', 'transfer', true, 30, '2020-01-01'),
  ('rfr_qris_mybca', 'qris', 'MYBCA', 'transfer', true, 30, '2020-01-01'),
  ('rfr_qris_bri', 'qris', 'BRI', 'transfer', true, 30, '2020-01-01'),
  ('rfr_qris_brimo', 'qris', 'BRIMO', 'transfer', true, 30, '2020-01-01'),
  ('rfr_qris_linkaja', 'qris', 'LINKAJA', 'original', false, 30, '2020-01-01'),
  ('rfr_qris_mandiri', 'qris', 'MANDIRI', 'original', false, 30, '2020-01-01'),
  ('rfr_virtual_account', 'virtual_account', null, 'transfer', true, 90, '2020-01-01');

-- An account whose holder the bank has named. The number is encrypted; people see its last four digits.
create table app.account_check (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  bank_code char(3) not null,
  account_no_sealed text not null,
  account_last4 text not null,
  account_name text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
call app.protect('app.account_check');
grant select, insert on app.account_check to app_merchant;
grant select on app.account_check to app_platform;

create table app.refund (
  merchant_id text not null,
  id text not null,
  transaction_id text not null,
  partner_reference_no text not null,
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  reason text not null check (reason in ('customer_request', 'duplicate', 'fraud', 'order_cancelled', 'other')),
  reason_text text,
  note text,
  method text not null check (method in ('original', 'transfer')),
  status text not null check (status in ('pending', 'approved', 'processing', 'succeeded', 'failed', 'rejected')),
  account_check_id text,
  fee_rule_id text,
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  fee_vat_amount bigint not null default 0 check (fee_vat_amount >= 0),
  fee_reversed_amount bigint not null default 0 check (fee_reversed_amount >= 0),
  fee_vat_reversed_amount bigint not null default 0 check (fee_vat_reversed_amount >= 0),
  requested_by_type text not null check (requested_by_type in ('user', 'api_key')),
  requested_by_id text not null,
  requested_by text not null,
  requested_by_owner text not null,
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  decision_note text,
  rejected_reason text,
  provider_reference text,
  error_code text,
  error_message text,
  sent_at timestamptz(3),
  asked_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, partner_reference_no),
  foreign key (merchant_id, transaction_id) references app.transaction (merchant_id, id),
  foreign key (merchant_id, account_check_id) references app.account_check (merchant_id, id),
  check ((method = 'transfer') = (account_check_id is not null)),
  check (decided_by_id is null or decided_by_id <> requested_by_id)
);
comment on column app.refund.partner_reference_no is 'The number that the bank knows it by; the same at every try';
comment on column app.refund.requested_by_owner is 'The person who asked, or who made the API key that asked';
comment on column app.refund.asked_at is 'When the bank was last asked about it';
create index refund_newest on app.refund (merchant_id, created_at desc, id desc);
create index refund_status on app.refund (merchant_id, status, created_at desc, id desc);
create index refund_of_transaction on app.refund (merchant_id, transaction_id, created_at desc, id desc);
create index refund_under_way on app.refund (merchant_id, asked_at) where status in ('approved', 'processing');
call app.protect('app.refund');
grant select, insert, update on app.refund to app_merchant;
grant select on app.refund to app_platform;

-- What one request for many refunds was answered, payment by payment.
create table app.refund_bulk (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  results jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
call app.protect('app.refund_bulk');
grant select, insert on app.refund_bulk to app_merchant;
grant select on app.refund_bulk to app_platform;

-- Payments that came twice and wait to be given back.
create index transaction_to_give_back on app.transaction (merchant_id, created_at desc, id desc)
  where duplicate_payment and status in ('success', 'partially_refunded');
