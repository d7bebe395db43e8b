-- Dated fee rules of the provider: reference data, the same for every merchant, never edited, only followed by a newer one.
create table app.fee_rule (
  id text primary key,
  name text not null,
  method text not null,
  criteria text,
  amount_from bigint not null default 0,
  amount_to bigint,
  rate_bps int not null check (rate_bps between 0 and 10000),
  flat_amount bigint not null default 0 check (flat_amount >= 0),
  vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
  vat_base_numerator int not null check (vat_base_numerator > 0),
  vat_base_denominator int not null check (vat_base_denominator > 0),
  effective_from date not null,
  effective_to date,
  unique (method, criteria, amount_from, effective_from)
);
comment on column app.fee_rule.criteria is 'QRIS merchant category; NULL: any';
comment on column app.fee_rule.amount_to is 'Greatest gross amount it applies to, inclusive, whole rupiah; NULL: no limit';
comment on column app.fee_rule.effective_to is 'First day (WIB) on which it no longer applies; NULL: still in force';
grant select on app.fee_rule to app_merchant, app_platform;

-- QRIS merchant discount rates (Bank Indonesia). VAT since 1 January 2025: 12 % of 11/12 of the fee (PMK 131/2024);
-- before that 11 % of the whole fee.
insert into app.fee_rule (id, name, method, criteria, amount_from, amount_to, rate_bps, vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to) values
  ('fee_01jdzaxn000000000000000001', 'QRIS micro up to Rp 500.000', 'qris', 'UMI', 0, 500000, 0, 1100, 1, 1, '2024-12-01', '2025-01-01'),
  ('fee_01jdzaxn000000000000000002', 'QRIS micro above Rp 500.000', 'qris', 'UMI', 500001, null, 30, 1100, 1, 1, '2024-12-01', '2025-01-01'),
  ('fee_01jdzaxn000000000000000003', 'QRIS small', 'qris', 'UKE', 0, null, 70, 1100, 1, 1, '2024-12-01', '2025-01-01'),
  ('fee_01jdzaxn000000000000000004', 'QRIS medium', 'qris', 'UME', 0, null, 70, 1100, 1, 1, '2024-12-01', '2025-01-01'),
  ('fee_01jdzaxn000000000000000005', 'QRIS large', 'qris', 'UBE', 0, null, 70, 1100, 1, 1, '2024-12-01', '2025-01-01'),
  ('fee_01jdzaxn000000000000000006', 'QRIS regular', 'qris', 'URE', 0, null, 70, 1100, 1, 1, '2024-12-01', '2025-01-01'),
  ('fee_01jgf5et800000000000000001', 'QRIS micro up to Rp 500.000', 'qris', 'UMI', 0, 500000, 0, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000002', 'QRIS micro above Rp 500.000', 'qris', 'UMI', 500001, null, 30, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000003', 'QRIS small', 'qris', 'UKE', 0, null, 70, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000004', 'QRIS medium', 'qris', 'UME', 0, null, 70, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000005', 'QRIS large', 'qris', 'UBE', 0, null, 70, 1200, 11, 12, '2025-01-01', null),
  ('fee_01jgf5et800000000000000006', 'QRIS regular', 'qris', 'URE', 0, null, 70, 1200, 11, 12, '2025-01-01', null);
