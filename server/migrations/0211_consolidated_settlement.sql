-- Consolidated settlement (decision 0103): every member of a group is paid out to the account of the group's owner. Members
-- keep their own batches and transfers; the account is copied into each of them and approved there by a second person.
alter table app.account_group drop constraint account_group_settlement_mode;
alter table app.account_group
  add column consolidated_at timestamptz(3),
  add column consolidated_by_id text,
  add column consolidated_by text;
alter table app.account_group
  add constraint account_group_settlement_mode check (settlement_mode in ('per_merchant', 'consolidated'));
alter table app.account_group
  add constraint account_group_consolidated check (settlement_mode = 'per_merchant'
    or (owner_merchant_of is not null and consolidated_at is not null and consolidated_by_id is not null
      and consolidated_by is not null));
comment on column app.account_group.consolidated_at is 'When consolidated settlement or its owner was last chosen';
comment on column app.account_group.consolidated_by_id is 'Person who chose it, who requests the account in every member';
comment on column app.account_group.consolidated_by is 'Name of that person';

alter table app.bank_account
  add column group_id text,
  add column group_name text,
  add column copied_from text;
alter table app.bank_account
  add constraint bank_account_of_group check ((group_id is null) = (copied_from is null)
    and (group_id is null) = (group_name is null));
comment on column app.bank_account.group_id is 'Group whose owner is paid through this account; null: the merchant''s own account';
comment on column app.bank_account.group_name is 'Name of that group when the account was copied';
comment on column app.bank_account.copied_from is 'Id of the account of the owner that it is a copy of';
create index bank_account_of_groups on app.bank_account (merchant_id, group_id) where group_id is not null;

insert into app.named_lock (name) values ('consolidated_settlement');
