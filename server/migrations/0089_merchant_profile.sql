-- What a merchant is: business, address, legal data, people, documents, and the states of its onboarding.
alter table app.merchant
  add column entity_type text check (entity_type in ('individual', 'pt', 'pt_perorangan', 'cv', 'pma', 'foundation', 'cooperative', 'government')),
  add column industry text,
  add column email text,
  add column phone text,
  add column cs_phone text,
  add column cs_email text,
  add column website text,
  add column description text,
  add column monthly_volume bigint check (monthly_volume >= 0),
  add column province_code text,
  add column regency_code text,
  add column district_code text,
  add column village_code text,
  add column postal_code text check (postal_code ~ '^[0-9]{5}$'),
  add column nib text check (nib ~ '^[0-9]{13}$'),
  add column deed_no text,
  add column deed_date date,
  add column sk_no text,
  add column sk_date date,
  add column risk_level text check (risk_level in ('low', 'medium', 'high')),
  add column verification_status text not null default 'draft'
    check (verification_status in ('draft', 'submitted', 'in_review', 'needs_revision', 'approved', 'rejected', 'under_re_review')),
  add column submitted_at timestamptz(3),
  add column payments_enabled boolean not null default true,
  add column payouts_enabled boolean not null default true,
  add column activated_at timestamptz(3),
  add column suspended_reason text,
  add column holds_settlements boolean not null default false,
  add column limit_per_payment bigint check (limit_per_payment > 0),
  add column limit_per_day bigint check (limit_per_day > 0),
  add column limit_per_month bigint check (limit_per_month > 0),
  add column limit_per_payout bigint check (limit_per_payout > 0),
  add column logo_file_id text,
  -- A registered merchant gets its category, its city and its national id during the review.
  alter column city drop not null,
  alter column mcc drop not null,
  alter column nmid drop not null,
  alter column qris_criteria set default 'UMI';
comment on column app.merchant.industry is 'Industry of the contract; decides which licence is required';
comment on column app.merchant.monthly_volume is 'Expected volume per month as declared by the merchant, whole rupiah';
comment on column app.merchant.province_code is 'Region code of the Ministry of Home Affairs, such as 31';
comment on column app.merchant.regency_code is 'Code of the regency or city, such as 31.74';
comment on column app.merchant.district_code is 'Code of the district, such as 31.74.01';
comment on column app.merchant.village_code is 'Code of the village, such as 31.74.01.1001';
comment on column app.merchant.nib is 'Business identification number, 13 digits';
comment on column app.merchant.sk_no is 'Number of the decree of the Ministry of Law';
comment on column app.merchant.submitted_at is 'Last submission for verification';
comment on column app.merchant.logo_file_id is
  'Stored file; no foreign key, because files reference their merchant and tables are distributed in the order of references';
comment on column app.merchant.limit_per_payment is 'Largest payment, whole rupiah; null: no limit of its own';
comment on column app.merchant.limit_per_day is 'Volume of payments per day (WIB), whole rupiah; null: no limit';
comment on column app.merchant.limit_per_month is 'Volume of payments per month (WIB), whole rupiah; null: no limit';
comment on column app.merchant.limit_per_payout is 'Largest payout, whole rupiah; null: no limit';

-- Merchants from before were activated by the provider.
alter table app.merchant no force row level security;
update app.merchant set verification_status = 'approved', activated_at = created_at
where status in ('active', 'suspended', 'closed');
alter table app.merchant force row level security;

alter table app.merchant add constraint merchant_active_is_identified check (
  status in ('registered', 'onboarding', 'pending_review', 'rejected')
  or (city is not null and mcc is not null and nmid is not null));
grant update (
  brand_name, legal_name, city, mcc, nmid, qris_criteria, status, logo_url, logo_file_id, entity_type, industry, email, phone,
  cs_phone, cs_email, website, description, monthly_volume, address_line, province_code, regency_code, district_code,
  village_code, postal_code, nib, npwp, npwp_name, deed_no, deed_date, sk_no, sk_date, risk_level, verification_status,
  submitted_at, payments_enabled, payouts_enabled, activated_at, suspended_reason, holds_settlements, limit_per_payment,
  limit_per_day, limit_per_month, limit_per_payout, updated_at
) on app.merchant to app_merchant;

-- Directors, shareholders and contacts. The number of the identity card is encrypted; the last four digits are for people.
create table app.merchant_person (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  role text not null check (role in ('owner', 'director', 'shareholder', 'pic_finance', 'pic_tech')),
  name text not null,
  nik_sealed text,
  nik_last4 text check (nik_last4 ~ '^[0-9]{4}$'),
  phone text,
  email text,
  share_bps int check (share_bps between 1 and 10000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (merchant_id, id),
  check ((nik_sealed is null) = (nik_last4 is null))
);
comment on column app.merchant_person.share_bps is 'Share of the company in basis points (hundredths of a percent)';
comment on column app.merchant_person.removed_at is 'Removed by the merchant; kept for the record';
create index merchant_person_current on app.merchant_person (merchant_id, created_at) where removed_at is null;
call app.protect('app.merchant_person');
grant select, insert, update on app.merchant_person to app_merchant;
grant select on app.merchant_person to app_platform;

-- Documents that prove the profile. A newer document replaces the current one, which is kept for the record.
create table app.merchant_document (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  document_type text not null check (document_type in (
    'ktp', 'selfie', 'npwp_personal', 'npwp_company', 'nib', 'deed', 'sk', 'license', 'bank_book', 'business_proof', 'other')),
  person_id text,
  file_id text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  status text not null check (status in ('uploaded', 'accepted', 'rejected')),
  reject_reason text check (reject_reason in ('blurry', 'mismatch', 'expired', 'incomplete')),
  reject_note text,
  reviewed_by_id text,
  reviewed_by text,
  reviewed_at timestamptz(3),
  expires_on date,
  uploaded_by_id text not null,
  uploaded_by text not null,
  uploaded_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  primary key (merchant_id, id),
  constraint merchant_document_person foreign key (merchant_id, person_id) references app.merchant_person (merchant_id, id),
  constraint merchant_document_file foreign key (merchant_id, file_id) references app.stored_file (merchant_id, id),
  check ((status = 'rejected') = (reject_reason is not null)),
  check ((status = 'uploaded') = (reviewed_at is null))
);
comment on column app.merchant_document.person_id is 'The person that it identifies; null: the business';
comment on column app.merchant_document.file_name is 'Name of the file as uploaded';
comment on column app.merchant_document.replaced_at is 'Replaced by a newer document or removed; null: current';
create unique index merchant_document_current on app.merchant_document (merchant_id, document_type, coalesce(person_id, ''))
  where replaced_at is null;
create index merchant_document_newest on app.merchant_document (merchant_id, uploaded_at desc, id desc);
call app.protect('app.merchant_document');
grant select, insert, update on app.merchant_document to app_merchant;
grant select on app.merchant_document to app_platform;

-- Timeline of the merchant: changes of its status, of its verification and of what the provider allows.
create table app.merchant_event (
  merchant_id text not null references app.merchant (merchant_id),
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  kind text not null check (kind in ('status', 'verification', 'payments', 'payouts', 'settlement_hold', 'limits')),
  from_status text,
  to_status text,
  actor_type text not null check (actor_type in ('user', 'api_key', 'system', 'provider')),
  actor_id text,
  actor text,
  reason text,
  primary key (merchant_id, seq)
);
comment on column app.merchant_event.kind is
  'status: merchant.status; verification: merchant.verification_status; otherwise what the provider switched, to_status is enabled or disabled';
call app.protect('app.merchant_event');
grant select, insert on app.merchant_event to app_merchant;
grant select, insert on app.merchant_event to app_platform;

-- Merchants from before: the event of their activation.
alter table app.merchant no force row level security;
alter table app.merchant_event no force row level security;
insert into app.merchant_event (merchant_id, seq, at, kind, from_status, to_status, actor_type)
select m.merchant_id, 1, m.created_at, 'status', null, 'active', 'system' from app.merchant m
where m.status in ('active', 'suspended', 'closed')
on conflict (merchant_id, seq) do nothing;
alter table app.merchant force row level security;
alter table app.merchant_event force row level security;
