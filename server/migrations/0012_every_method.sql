-- What every way of being paid needs: tips, refunds, the code, number or link behind a payment, and prices per bank
-- and per merchant.
alter table app.transaction
  add column tip_amount bigint not null default 0 check (tip_amount >= 0 and tip_amount < amount),
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0 and refunded_amount <= amount),
  add column refund_status text not null default 'none' check (refund_status in ('none', 'partial', 'full')),
  add column customer_phone text,
  add column metadata jsonb,
  add column qris_payment_id text,
  add column virtual_account_id text,
  add column payment_link_id text,
  add column va_number text,
  add column payer_name text,
  add column approval_code text,
  add column duplicate_payment boolean not null default false,
  add column settlement_date date,
  drop column search_text;
alter table app.transaction
  add column search_text text not null generated always as (
    lower(id || ' ' || coalesce(merchant_reference, '') || ' ' || coalesce(customer_name, '') || ' ' ||
      coalesce(customer_email, '') || ' ' || coalesce(customer_phone, '') || ' ' || coalesce(va_number, '') || ' ' ||
      coalesce(rrn, '') || ' ' || coalesce(provider_reference, ''))) stored;
comment on column app.transaction.amount is 'Gross, whole rupiah, the tip included once it is paid';
comment on column app.transaction.tip_amount is 'The part of amount that the payer gave on top, whole rupiah';
comment on column app.transaction.duplicate_payment is 'A second payment of something that is paid once: to be given back';
comment on column app.transaction.settlement_date is 'Business day (WIB) on which it is, or is expected to be, settled';
create index transaction_search on app.transaction using gin (search_text gin_trgm_ops);
create index transaction_of_qris on app.transaction (merchant_id, qris_payment_id, created_at desc, id desc)
  where qris_payment_id is not null;
create index transaction_of_va on app.transaction (merchant_id, virtual_account_id, created_at desc, id desc)
  where virtual_account_id is not null;
create index transaction_of_link on app.transaction (merchant_id, payment_link_id, created_at desc, id desc)
  where payment_link_id is not null;

-- The owner is bound by row-level security as everybody is, unless it is lifted for this transaction.
alter table app.transaction no force row level security;
alter table app.qris_payment no force row level security;
alter table app.ledger_account no force row level security;
update app.transaction t set qris_payment_id = q.id
  from app.qris_payment q where q.merchant_id = t.merchant_id and q.transaction_id = t.id;
-- Refunds are held out of what waits for settlement, and can take no more than is there.
update app.ledger_account set floor = 0 where type in ('pending_settlement', 'refunds');
alter table app.transaction force row level security;
alter table app.qris_payment force row level security;
alter table app.ledger_account force row level security;

-- Prices: by bank too, and with a least and a greatest fee.
alter table app.fee_rule
  add column channel_code text,
  add column fee_min bigint check (fee_min >= 0),
  add column fee_max bigint check (fee_max >= fee_min),
  add column version int not null default 1 check (version > 0),
  drop constraint fee_rule_method_criteria_amount_from_effective_from_key,
  add constraint fee_rule_once unique nulls not distinct (method, channel_code, criteria, amount_from, effective_from);
comment on column app.fee_rule.channel_code is 'Bank or network; NULL: any';

-- What one merchant has agreed with the provider. Stands before the rule for everybody; never edited, only followed.
create table app.merchant_fee_rule (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  name text not null,
  method text not null,
  channel_code text,
  criteria text,
  amount_from bigint not null default 0,
  amount_to bigint,
  rate_bps int not null check (rate_bps between 0 and 10000),
  flat_amount bigint not null default 0 check (flat_amount >= 0),
  fee_min bigint check (fee_min >= 0),
  fee_max bigint check (fee_max >= fee_min),
  vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
  vat_base_numerator int not null check (vat_base_numerator > 0),
  vat_base_denominator int not null check (vat_base_denominator > 0),
  effective_from date not null,
  effective_to date,
  version int not null check (version > 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique nulls not distinct (merchant_id, method, channel_code, criteria, amount_from, effective_from, version)
);
call app.protect('app.merchant_fee_rule');
grant select on app.merchant_fee_rule to app_merchant;
grant select, insert on app.merchant_fee_rule to app_platform;
-- A payment's rule is one of either table.
alter table app.transaction drop constraint transaction_fee_rule_id_fkey;

-- Flat prices of the other ways of being paid and of refunds by transfer. VAT as on QRIS (PMK 131/2024).
insert into app.fee_rule (id, name, method, channel_code, criteria, rate_bps, flat_amount, vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from) values
  ('fee_01jgf5et800000000000000011', 'Virtual account', 'virtual_account', null, null, 0, 4000, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000012', 'Virtual account BCA', 'virtual_account', 'BCA', null, 0, 4500, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000013', 'Deposit by virtual account', 'deposit', null, null, 0, 0, 1200, 11, 12, '2025-01-01'),
  ('fee_01jgf5et800000000000000014', 'Refund by transfer', 'refund_transfer', null, null, 0, 2500, 1200, 11, 12, '2025-01-01');

-- Every merchant has five digits inside its virtual account numbers, so that a number names its merchant. The directory
-- is a table apart, like the logins: it is the one place that is asked before a merchant is known.
alter table app.merchant add column va_part char(5) check (va_part ~ '^[0-9]{5}$');
create table app.va_directory (
  va_part char(5) primary key check (va_part ~ '^[0-9]{5}$'),
  merchant_of text not null unique
);
grant select, insert on app.va_directory to app_platform;
