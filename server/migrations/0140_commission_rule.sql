-- Commission rules: what the owner of an account group earns from the payments of its members. A rule belongs to the
-- merchant that earns it. Versions follow each other; only the end of an approved version ever changes.
create table app.commission_rule (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  series_id text not null,
  version int not null check (version > 0),
  group_id text not null references app.account_group (id),
  name text not null check (length(name) between 1 and 80),
  method text check (method in ('qris', 'virtual_account', 'e_wallet', 'card', 'retail', 'direct_debit')),
  channel_code text,
  basis text not null check (basis in ('percent_of_gross', 'percent_of_fee', 'flat', 'markup_over_base')),
  rate_ppm int not null check (rate_ppm between 0 and 1000000),
  flat_amount bigint not null check (flat_amount >= 0),
  amount_min bigint check (amount_min >= 0),
  amount_max bigint check (amount_max >= 0),
  tiers jsonb not null,
  bearer text not null check (bearer in ('from_platform_fee', 'from_merchant_net')),
  cycle text not null check (cycle in ('daily', 'weekly', 'monthly')),
  effective_from date not null,
  effective_to date,
  status text not null check (status in ('draft', 'pending_approval', 'active')),
  ends_as text not null default 'ended' check (ends_as in ('superseded', 'ended')),
  created_by_id text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  submitted_by text,
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  remark text,
  primary key (merchant_id, id),
  constraint commission_rule_version unique (merchant_id, series_id, version),
  check (channel_code is null or method is not null),
  check (amount_max >= amount_min),
  check (effective_to >= effective_from)
);
comment on column app.commission_rule.merchant_id is 'Merchant that earns it: the owner of the group';
comment on column app.commission_rule.series_id is 'Id of the first version';
comment on column app.commission_rule.rate_ppm is 'Rate in parts per million (2500 = 0.25 %)';
comment on column app.commission_rule.tiers is 'Rates by the volume of the month, ascending; below the first one the rate of the rule applies';
comment on column app.commission_rule.effective_to is
  'First day (WIB) it no longer applies; NULL: open-ended; the first day itself: replaced before it began';
comment on column app.commission_rule.ends_as is 'What an active version is once its period is over';
create index commission_rule_newest on app.commission_rule (created_at desc, id desc);
create index commission_rule_group on app.commission_rule (group_id, status);
create unique index commission_rule_draft on app.commission_rule (merchant_id, series_id)
  where status in ('draft', 'pending_approval');
call app.protect('app.commission_rule');
grant select, insert, update, delete on app.commission_rule to app_merchant;
grant select on app.commission_rule to app_platform;

alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement',
    'disbursement_batch', 'commission_rule'));
