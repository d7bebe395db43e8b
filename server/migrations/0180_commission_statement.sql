-- Commission statements: what a group earned under a rule in one period, approved and paid out to the merchant that earns
-- it. Bookings of the members are collected in their own tenants; the statement belongs to the merchant that earns.
alter table app.commission_rule add column tax_rate_ppm int not null default 0
  constraint commission_rule_tax_rate check (tax_rate_ppm between 0 and 1000000);
comment on column app.commission_rule.tax_rate_ppm is
  'Income tax (PPh) that the provider withholds from the commission, in parts per million (20000 = 2 %)';

alter table app.commission_booking add column statement_id text;
comment on column app.commission_booking.statement_id is 'Statement of the merchant that earns it; null: not collected yet';
create index commission_booking_uncollected on app.commission_booking (earned_by, rule_id, day) where statement_id is null;
create index commission_booking_statement on app.commission_booking (merchant_id, statement_id)
  where statement_id is not null;
grant update (statement_id) on app.commission_booking to app_merchant;

-- What was withheld and is owed to the tax office. The account is opened with the first withholding of a merchant.
alter table app.ledger_account drop constraint ledger_account_type_check;
alter table app.ledger_account add constraint ledger_account_type_check
  check (type in ('pending_settlement', 'available', 'payout', 'payout_reserved', 'reserve', 'refunds', 'fees_paid',
    'vat_paid', 'commission', 'provider_receivable', 'bank_clearing', 'suspense', 'rounding', 'tax_withheld'));

create table app.commission_statement (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  number text not null,
  series_id text not null,
  group_id text not null references app.account_group (id),
  rule_name text not null,
  cycle text not null check (cycle in ('daily', 'weekly', 'monthly')),
  period_from date not null,
  period_to date not null,
  collects text[] not null,
  status text not null check (status in ('open', 'closed', 'pending_approval', 'approved', 'processing', 'paid', 'failed')),
  last_event_seq int not null,
  transaction_count int not null default 0 check (transaction_count >= 0),
  gross_amount bigint not null default 0 check (gross_amount >= 0),
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  commission_amount bigint not null default 0 check (commission_amount >= 0),
  adjustment_amount bigint not null default 0,
  carried_amount bigint not null default 0 check (carried_amount <= 0),
  payable_amount bigint not null default 0,
  tax_rate_ppm int not null default 0 check (tax_rate_ppm between 0 and 1000000),
  tax_amount bigint not null default 0 check (tax_amount >= 0),
  net_amount bigint not null default 0,
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  carried_to_id text,
  bank_account_id text,
  attempts int not null default 0 check (attempts >= 0),
  partner_reference_no text,
  rail text,
  bank_reference text,
  submitted_by text,
  approved_by text,
  remark text,
  failure_code text,
  failure_message text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  closed_at timestamptz(3),
  sent_at timestamptz(3),
  paid_at timestamptz(3),
  last_checked_at timestamptz(3),
  primary key (merchant_id, id),
  constraint commission_statement_number unique (merchant_id, number),
  constraint commission_statement_period unique (merchant_id, series_id, cycle, period_from),
  constraint commission_statement_carried foreign key (merchant_id, carried_to_id)
    references app.commission_statement (merchant_id, id),
  constraint commission_statement_account foreign key (merchant_id, bank_account_id)
    references app.bank_account (merchant_id, id),
  constraint commission_statement_days check (period_from <= period_to),
  constraint commission_statement_payable check (payable_amount = commission_amount + adjustment_amount + carried_amount),
  constraint commission_statement_net check (net_amount = payable_amount - tax_amount),
  constraint commission_statement_closed check ((status = 'open') = (closed_at is null)),
  constraint commission_statement_paid check ((status = 'paid') = (paid_at is not null)),
  constraint commission_statement_owed check (status in ('open', 'closed') or net_amount > 0)
);
comment on table app.commission_statement is 'Commissions of one rule and period; belongs to the merchant that earns them';
comment on column app.commission_statement.collects is 'Merchants whose bookings it collects, decided when it is opened';
comment on column app.commission_statement.adjustment_amount is
  'Refunds and reversals of the period, and bookings of earlier periods that became known after their statement';
comment on column app.commission_statement.carried_amount is 'Negative amounts of earlier statements that this one settles';
comment on column app.commission_statement.carried_to_id is 'The later statement that settles a negative amount of this one';
comment on column app.commission_statement.tax_rate_ppm is 'Rate of the version of the rule at the end of the period';
comment on column app.commission_statement.net_amount is 'What is paid out: the payable amount less the tax withheld';
create index commission_statement_newest on app.commission_statement (created_at desc, id desc);
create index commission_statement_series on app.commission_statement (merchant_id, series_id, period_to);
create index commission_statement_unsent on app.commission_statement (last_checked_at) where status = 'approved';
call app.protect('app.commission_statement');
grant select, insert, update on app.commission_statement to app_merchant;
grant select on app.commission_statement to app_platform;

create table app.commission_statement_line (
  merchant_id text not null,
  statement_id text not null,
  earned_from text not null,
  transaction_count int not null check (transaction_count >= 0),
  gross_amount bigint not null check (gross_amount >= 0),
  fee_amount bigint not null check (fee_amount >= 0),
  commission_amount bigint not null check (commission_amount >= 0),
  adjustment_amount bigint not null,
  payable_amount bigint not null,
  primary key (merchant_id, statement_id, earned_from),
  constraint commission_statement_line_of foreign key (merchant_id, statement_id)
    references app.commission_statement (merchant_id, id),
  constraint commission_statement_line_payable check (payable_amount = commission_amount + adjustment_amount)
);
comment on column app.commission_statement_line.earned_from is 'Id of the merchant whose payments earned it';
call app.protect('app.commission_statement_line');
grant select, insert on app.commission_statement_line to app_merchant;
grant select on app.commission_statement_line to app_platform;

create table app.commission_statement_event (
  merchant_id text not null,
  statement_id text not null,
  seq int not null,
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  primary key (merchant_id, statement_id, seq),
  constraint commission_statement_event_of foreign key (merchant_id, statement_id)
    references app.commission_statement (merchant_id, id)
);
call app.protect('app.commission_statement_event');
grant select, insert on app.commission_statement_event to app_merchant;
grant select on app.commission_statement_event to app_platform;

alter table app.bank_transfer drop constraint bank_transfer_subject_type_check;
alter table app.bank_transfer add constraint bank_transfer_subject_type_check
  check (subject_type in ('disbursement', 'refund', 'settlement_batch', 'commission_statement'));

alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement',
    'disbursement_batch', 'commission_rule', 'credit_note', 'commission_statement'));
