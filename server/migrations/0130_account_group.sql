-- Account groups: merchants under one partner, reseller or holding. Groups are reference data of the provider; a
-- membership belongs to its merchant and is kept by dates, so that every day has its groups.
create extension if not exists btree_gist;

create table app.account_group (
  id text primary key,
  code text not null unique check (code ~ '^[A-Z][A-Z0-9]{2,19}$'),
  name text not null check (length(name) between 1 and 80),
  type text not null check (type in ('reseller', 'holding', 'internal')),
  parent_id text references app.account_group (id) check (parent_id <> id),
  owner_merchant_of text,
  settlement_mode text not null default 'per_merchant' check (settlement_mode in ('per_merchant', 'consolidated')),
  contact_name text check (length(contact_name) <= 120),
  contact_email text check (length(contact_email) <= 254),
  contact_phone text check (length(contact_phone) <= 20),
  status text not null check (status in ('active', 'inactive')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (id, type)
);
comment on column app.account_group.code is 'Unique and permanent';
comment on column app.account_group.type is 'Permanent: a merchant is in one group of each type at a time';
comment on column app.account_group.parent_id is 'Group above; groups never form a circle';
comment on column app.account_group.owner_merchant_of is 'Id of the merchant that leads the group; null: none';
create index account_group_newest on app.account_group (created_at desc, id desc);
create index account_group_parent on app.account_group (parent_id);
grant select, insert, update on app.account_group to app_platform;

create table app.account_group_member (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  group_id text not null,
  type text not null,
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  created_by text,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint account_group_member_group foreign key (group_id, type) references app.account_group (id, type),
  constraint account_group_member_once
    exclude using gist (merchant_id with =, type with =, daterange(effective_from, effective_to) with &&)
);
comment on column app.account_group_member.type is 'Type of the group';
comment on column app.account_group_member.effective_from is 'First day (WIB) of the membership';
comment on column app.account_group_member.effective_to is
  'First day (WIB) on which it no longer applies; NULL: still in force; the first day itself: withdrawn before it began';
comment on column app.account_group_member.created_by is 'Id of the user who added the merchant; null: the system';
create index account_group_member_group_day on app.account_group_member (group_id, effective_from);
call app.protect('app.account_group_member');
grant select on app.account_group_member to app_merchant;
grant select, insert, update on app.account_group_member to app_platform;
