-- Working with payments: when they ended and were settled, notes, saved views and columns of people, and the prices of
-- every QRIS category.
alter table app.transaction
  add column expired_at timestamptz(3),
  add column settled_at timestamptz(3),
  add column ip text,
  add column user_agent text;
comment on column app.transaction.expired_at is 'When it was found not to have been paid in time; stays when a late payment follows';
comment on column app.transaction.settled_at is 'When its money became available to the merchant';
comment on column app.transaction.ip is 'Address of the payer, where the payment was begun on our own page';
create index transaction_settled on app.transaction (merchant_id, settled_at desc, id desc) where settled_at is not null;

-- The owner is bound by row-level security as everybody is, unless it is lifted for this transaction.
alter table app.transaction no force row level security;
alter table app.transaction_event no force row level security;
update app.transaction t set expired_at = e.at
  from app.transaction_event e
  where e.merchant_id = t.merchant_id and e.transaction_id = t.id and e.to_status = 'expired' and e.from_status <> 'expired';
alter table app.transaction force row level security;
alter table app.transaction_event force row level security;

-- What colleagues tell each other about a payment.
create table app.transaction_note (
  merchant_id text not null,
  transaction_id text not null,
  id text not null,
  author_id text not null,
  author_name text not null,
  body text not null check (length(body) between 1 and 1000),
  created_at timestamptz(3) not null,
  primary key (merchant_id, transaction_id, id),
  foreign key (merchant_id, transaction_id) references app.transaction (merchant_id, id)
);
call app.protect('app.transaction_note');
grant select, insert, delete on app.transaction_note to app_merchant;
grant select on app.transaction_note to app_platform;

-- How a person likes their lists. It belongs to the person, not to a merchant, and stands with the login data.
create table app.saved_view (
  user_id text not null references app.login (user_id),
  id text not null,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  unique (user_id, list, name)
);
create table app.list_layout (
  user_id text not null references app.login (user_id),
  list text not null,
  columns jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, list)
);
grant select, insert, update, delete on app.saved_view, app.list_layout to app_login;

-- The provider prices a merchant, and that is told in the merchant's own audit log.
grant select, insert, update on app.audit_head to app_platform;
grant select, insert on app.audit_log to app_platform;

-- Categories that Bank Indonesia prices apart. In the code itself they are regular merchants (URE): the national
-- template knows sizes only.
alter table app.merchant
  add column fee_class text check (fee_class in ('EDU', 'SPBU', 'BLU', 'PSO', 'G2P', 'P2G', 'DONATION', 'WORSHIP')),
  add constraint merchant_special_is_regular check (fee_class is null or qris_criteria = 'URE');
comment on column app.merchant.fee_class is 'Priced as this category instead of by its size (qris_criteria)';
comment on column app.fee_rule.criteria is 'QRIS category: a size (UMI, UKE, UME, UBE, URE) or a class of merchant.fee_class; NULL: any';

-- VAT until 2024: 11 % of the fee; since 2025: 12 % of 11/12 of it (PMK 131/2024). Until 30 November 2024 the free band
-- of micro merchants ended at Rp 100.000.
insert into app.fee_rule (id, name, method, criteria, amount_from, amount_to, rate_bps, vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to) values
  ('fee_01hk153x000000000000000001', 'QRIS micro up to Rp 100.000', 'qris', 'UMI', 0, 100000, 0, 1100, 1, 1, '2024-01-01', '2024-12-01'),
  ('fee_01hk153x000000000000000002', 'QRIS micro above Rp 100.000', 'qris', 'UMI', 100001, null, 30, 1100, 1, 1, '2024-01-01', '2024-12-01'),
  ('fee_01hk153x000000000000000003', 'QRIS small', 'qris', 'UKE', 0, null, 70, 1100, 1, 1, '2024-01-01', '2024-12-01'),
  ('fee_01hk153x000000000000000004', 'QRIS medium', 'qris', 'UME', 0, null, 70, 1100, 1, 1, '2024-01-01', '2024-12-01'),
  ('fee_01hk153x000000000000000005', 'QRIS large', 'qris', 'UBE', 0, null, 70, 1100, 1, 1, '2024-01-01', '2024-12-01'),
  ('fee_01hk153x000000000000000006', 'QRIS regular', 'qris', 'URE', 0, null, 70, 1100, 1, 1, '2024-01-01', '2024-12-01'),
  ('fee_01hk153x000000000000000007', 'QRIS education', 'qris', 'EDU', 0, null, 60, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x000000000000000008', 'QRIS fuel stations (SPBU)', 'qris', 'SPBU', 0, null, 40, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x000000000000000009', 'QRIS public service agencies (BLU)', 'qris', 'BLU', 0, null, 40, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x00000000000000000a', 'QRIS public service obligation (PSO)', 'qris', 'PSO', 0, null, 40, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x00000000000000000b', 'QRIS government aid (G2P)', 'qris', 'G2P', 0, null, 0, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x00000000000000000c', 'QRIS payments to government (P2G)', 'qris', 'P2G', 0, null, 0, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x00000000000000000d', 'QRIS donations', 'qris', 'DONATION', 0, null, 0, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01hk153x00000000000000000e', 'QRIS places of worship', 'qris', 'WORSHIP', 0, null, 0, 1100, 1, 1, '2024-01-01', '2025-01-01'),
  ('fee_01jgf5et800000000000000021', 'QRIS education', 'qris', 'EDU', 0, null, 60, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000022', 'QRIS fuel stations (SPBU)', 'qris', 'SPBU', 0, null, 40, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000023', 'QRIS public service agencies (BLU)', 'qris', 'BLU', 0, null, 40, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000024', 'QRIS public service obligation (PSO)', 'qris', 'PSO', 0, null, 40, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000025', 'QRIS government aid (G2P)', 'qris', 'G2P', 0, null, 0, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000026', 'QRIS payments to government (P2G)', 'qris', 'P2G', 0, null, 0, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000027', 'QRIS donations', 'qris', 'DONATION', 0, null, 0, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000028', 'QRIS places of worship', 'qris', 'WORSHIP', 0, null, 0, 1200, 11, 12, '2025-01-01', null);
-- A version counts the rules of one band of one category, oldest first.
update app.fee_rule f set version = (
  select count(*) from app.fee_rule o
  where o.method = f.method and o.channel_code is not distinct from f.channel_code
    and o.criteria is not distinct from f.criteria
    and (o.amount_from = 0) = (f.amount_from = 0) and o.effective_from <= f.effective_from);
