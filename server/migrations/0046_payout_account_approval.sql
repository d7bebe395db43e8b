-- A new payout account needs a second person or the provider, and cools off for 24 hours before a batch is bound to it.
alter table app.bank_account
  alter column usable_from drop not null,
  add column requested_by_owner text,
  add column decided_by text,
  add column decided_by_id text,
  add column approved_at timestamptz(3),
  add column rejected_at timestamptz(3);
comment on column app.bank_account.usable_from is 'When payouts to it start; null until it is approved';
comment on column app.bank_account.requested_by_owner is 'Id of the user who requested the account; null: before it was stored';
alter table app.settlement_setting add column next_bank_account_id text;
alter table app.settlement_setting add constraint settlement_setting_next_account
  foreign key (merchant_id, next_bank_account_id) references app.bank_account (merchant_id, id);
comment on column app.settlement_setting.next_bank_account_id is
  'Account that waits for approval or for the end of its cooling-off period; it then replaces bank_account_id';

alter table app.bank_account no force row level security;
update app.bank_account set approved_at = created_at;
alter table app.bank_account force row level security;
alter table app.bank_account add constraint bank_account_second_person
  check (decided_by_id is null or decided_by_id <> requested_by_owner or rejected_at is not null);

update app.notification_action
set description = 'A key or secret was created, rolled or revoked, or a payout account was changed',
  description_indonesian = 'Sebuah key atau secret dibuat, diganti, atau dicabut, atau rekening pencairan diubah'
where code = 1003;
