-- Open numbers whose bank was asked longest ago are asked again, to find payments whose callback was lost.
alter table app.virtual_account add column last_checked_at timestamptz(3);
comment on column app.virtual_account.last_checked_at is 'When the bank was last asked which payments the open number had; NULL: never';
create index virtual_account_checked on app.virtual_account (merchant_id, last_checked_at) where status = 'active';
