-- Settlement: when paid transactions become the merchant's money, in which batches, and where it is paid out to.

-- Days on which banks do not work, besides Saturdays and Sundays: national holidays and joint leave, as announced each
-- year by three ministers. The provider keeps the list.
create table app.holiday (
  day date primary key,
  name text not null,
  type text not null check (type in ('national', 'joint_leave'))
);
grant select on app.holiday to app_merchant, app_platform;
grant insert, update, delete on app.holiday to app_platform;
insert into app.holiday (day, name, type) values
  ('2026-01-01', 'New Year', 'national'),
  ('2026-01-16', 'Isra Mikraj', 'national'),
  ('2026-02-16', 'Chinese New Year (joint leave)', 'joint_leave'),
  ('2026-02-17', 'Chinese New Year', 'national'),
  ('2026-03-18', 'Nyepi (joint leave)', 'joint_leave'),
  ('2026-03-19', 'Nyepi', 'national'),
  ('2026-03-20', 'Idul Fitri (joint leave)', 'joint_leave'),
  ('2026-03-21', 'Idul Fitri', 'national'),
  ('2026-03-22', 'Idul Fitri', 'national'),
  ('2026-03-23', 'Idul Fitri (joint leave)', 'joint_leave'),
  ('2026-03-24', 'Idul Fitri (joint leave)', 'joint_leave'),
  ('2026-04-03', 'Good Friday', 'national'),
  ('2026-04-05', 'Easter', 'national'),
  ('2026-05-01', 'Labour Day', 'national'),
  ('2026-05-14', 'Ascension', 'national'),
  ('2026-05-15', 'Ascension (joint leave)', 'joint_leave'),
  ('2026-05-27', 'Idul Adha', 'national'),
  ('2026-05-28', 'Idul Adha (joint leave)', 'joint_leave'),
  ('2026-05-31', 'Waisak', 'national'),
  ('2026-06-01', 'Pancasila Day', 'national'),
  ('2026-06-16', 'Islamic New Year', 'national'),
  ('2026-08-17', 'Independence Day', 'national'),
  ('2026-08-25', 'Maulid', 'national'),
  ('2026-12-24', 'Christmas (joint leave)', 'joint_leave'),
  ('2026-12-25', 'Christmas', 'national');

-- Terms by method and bank: T+n in calendar or business days. Payments after the cut-off hour (WIB) belong to the next
-- day. Dated and never edited, only followed by a newer row.
create table app.settlement_term (
  id text primary key,
  method text not null,
  channel_code text,
  days int not null check (days between 0 and 30),
  basis text not null check (basis in ('calendar', 'business')),
  cut_off_hour int not null default 24 check (cut_off_hour between 1 and 24),
  effective_from date not null,
  unique nulls not distinct (method, channel_code, effective_from)
);
grant select on app.settlement_term to app_merchant, app_platform;
insert into app.settlement_term (id, method, channel_code, days, basis, cut_off_hour, effective_from) values
  ('stm_01jgf5et800000000000000001', 'qris', null, 1, 'business', 24, '2024-01-01'),
  ('stm_01jgf5et800000000000000002', 'virtual_account', null, 1, 'business', 24, '2024-01-01'),
  ('stm_01jgf5et800000000000000003', 'virtual_account', 'BCA', 2, 'business', 24, '2024-01-01'),
  ('stm_01jgf5et800000000000000004', 'e_wallet', null, 2, 'business', 24, '2024-01-01'),
  ('stm_01jgf5et800000000000000005', 'card', null, 3, 'business', 24, '2024-01-01'),
  ('stm_01jgf5et800000000000000006', 'retail', null, 4, 'business', 24, '2024-01-01'),
  ('stm_01jgf5et800000000000000007', 'direct_debit', null, 1, 'business', 24, '2024-01-01');

-- What one merchant has agreed; stands before the term for everybody.
create table app.merchant_settlement_term (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  method text not null,
  channel_code text,
  days int not null check (days between 0 and 30),
  basis text not null check (basis in ('calendar', 'business')),
  cut_off_hour int not null default 24 check (cut_off_hour between 1 and 24),
  effective_from date not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique nulls not distinct (merchant_id, method, channel_code, effective_from)
);
call app.protect('app.merchant_settlement_term');
grant select on app.merchant_settlement_term to app_merchant;
grant select, insert on app.merchant_settlement_term to app_platform;

-- Accounts of the merchant at banks. The number is encrypted; the last four digits are for people.
create table app.bank_account (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  bank_code char(3) not null,
  account_no_sealed text not null,
  account_last4 text not null,
  holder_name text not null,
  verified_name text not null,
  verified_at timestamptz(3) not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  -- A new destination waits, so that a stolen session cannot empty the account at once.
  usable_from timestamptz(3) not null,
  disabled_at timestamptz(3),
  primary key (merchant_id, id)
);
call app.protect('app.bank_account');
grant select, insert, update on app.bank_account to app_merchant;
grant select on app.bank_account to app_platform;

create table app.settlement_setting (
  merchant_id text primary key references app.merchant (merchant_id),
  bank_account_id text,
  -- bank: paid out to the account; balance: credited to the available balance, from where the merchant moves it.
  destination text not null check (destination in ('bank', 'balance')),
  approval text not null check (approval in ('auto', 'manual')),
  schedule text not null check (schedule in ('daily', 'weekly', 'monthly')),
  weekday int check (weekday between 1 and 5),
  month_day int check (month_day between 1 and 28),
  minimum_amount bigint not null default 0 check (minimum_amount >= 0),
  is_held boolean not null default false,
  held_reason text,
  updated_at timestamptz(3) not null,
  foreign key (merchant_id, bank_account_id) references app.bank_account (merchant_id, id)
);
call app.protect('app.settlement_setting');
grant select, insert, update on app.settlement_setting to app_merchant;
grant select, insert, update on app.settlement_setting to app_platform;

create table app.settlement_batch (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  batch_no text not null,
  settlement_date date not null,
  is_early boolean not null default false,
  destination text not null check (destination in ('bank', 'balance')),
  bank_account_id text,
  status text not null check (status in
    ('open', 'closed', 'on_hold', 'approved', 'processing', 'paid', 'failed', 'returned')),
  -- Where the run stands, so that a killed one goes on: lines collected so far, the day it collects for and the last
  -- payment it looked at; and to which line the state of the batch has reached its payments.
  line_count int not null default 0,
  run_day date,
  run_paid_at timestamptz(3),
  run_transaction_id text,
  told_status text,
  told_line_no int not null default 0,
  period_from timestamptz(3),
  period_to timestamptz(3),
  transaction_count int not null default 0,
  gross_amount bigint not null default 0,
  refund_amount bigint not null default 0,
  fee_amount bigint not null default 0,
  fee_vat_amount bigint not null default 0,
  commission_amount bigint not null default 0,
  adjustment_amount bigint not null default 0,
  net_amount bigint not null default 0,
  attempts int not null default 0,
  partner_reference_no text,
  rail text,
  bank_reference text,
  sent_at timestamptz(3),
  paid_at timestamptz(3),
  failure_code text,
  failure_message text,
  held_reason text,
  approved_by text,
  last_event_seq int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, batch_no),
  foreign key (merchant_id, bank_account_id) references app.bank_account (merchant_id, id),
  check (net_amount = gross_amount - refund_amount - fee_amount - fee_vat_amount - commission_amount + adjustment_amount)
);
create index settlement_batch_newest on app.settlement_batch (merchant_id, created_at desc, id desc);
create index settlement_batch_date on app.settlement_batch (merchant_id, settlement_date desc, id desc);
create index settlement_batch_at_bank on app.settlement_batch (merchant_id, updated_at) where status in ('approved', 'processing');
create index settlement_batch_untold on app.settlement_batch (merchant_id, updated_at)
  where told_status is distinct from status or told_line_no < line_count;
-- One batch is collected at a time: two would each take what the other takes.
create unique index settlement_batch_one_open on app.settlement_batch (merchant_id) where status = 'open';
call app.protect('app.settlement_batch');
grant select, insert, update on app.settlement_batch to app_merchant;
grant select on app.settlement_batch to app_platform;

-- One row per journal that touched what waits for settlement: none twice. Written a million at a time by the run that
-- holds the lock of their batch, so it has no reference to check per row beyond its two keys.
create table app.settlement_line (
  merchant_id text not null,
  batch_id text not null,
  line_no int not null check (line_no > 0),
  journal_id text not null,
  type text not null check (type in ('qris', 'virtual-account', 'payment-link', 'disbursement', 'adjustment')),
  line_type text not null check (line_type in ('payment', 'refund', 'chargeback', 'adjustment', 'reserve')),
  transaction_id text,
  reference_type text not null,
  reference_id text not null,
  method text,
  channel_code text,
  occurred_at timestamptz(3) not null,
  gross_amount bigint not null default 0,
  refund_amount bigint not null default 0,
  fee_amount bigint not null default 0,
  fee_vat_amount bigint not null default 0,
  commission_amount bigint not null default 0,
  adjustment_amount bigint not null default 0,
  net_amount bigint not null,
  fee_rule_id text,
  primary key (merchant_id, batch_id, line_no),
  unique (merchant_id, journal_id),
  check (net_amount = gross_amount - refund_amount - fee_amount - fee_vat_amount - commission_amount + adjustment_amount)
);
call app.protect('app.settlement_line');
grant select, insert on app.settlement_line to app_merchant;
grant select on app.settlement_line to app_platform;

create table app.settlement_event (
  merchant_id text not null,
  batch_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  reason text,
  primary key (merchant_id, batch_id, seq),
  foreign key (merchant_id, batch_id) references app.settlement_batch (merchant_id, id)
);
call app.protect('app.settlement_event');
grant select, insert on app.settlement_event to app_merchant;
grant select on app.settlement_event to app_platform;

-- A line that somebody does not agree with.
create table app.settlement_dispute (
  merchant_id text not null,
  id text not null,
  batch_id text not null,
  line_no int not null,
  reason text not null check (length(reason) between 1 and 1000),
  status text not null check (status in ('open', 'accepted', 'rejected')),
  answer text,
  created_by text not null,
  created_at timestamptz(3) not null,
  answered_by text,
  answered_at timestamptz(3),
  primary key (merchant_id, id),
  unique (merchant_id, batch_id, line_no),
  foreign key (merchant_id, batch_id, line_no) references app.settlement_line (merchant_id, batch_id, line_no)
);
call app.protect('app.settlement_dispute');
grant select, insert, update on app.settlement_dispute to app_merchant;
grant select, update on app.settlement_dispute to app_platform;

-- What waits: found without going through the past.
create index transaction_unsettled on app.transaction (merchant_id, paid_at, id)
  where settlement_status = 'unsettled';
create index transfer_beside_payments on app.transfer (merchant_id, posted_at)
  where kind not in ('payment', 'payment_fee', 'payment_fee_vat');
