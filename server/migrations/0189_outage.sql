-- Outages for people as well: what they affect, and what merchants and customers read. The provider's staff edits them.
alter table app.transfer_outage drop constraint transfer_outage_check;
alter table app.transfer_outage
  add column methods text[] not null default '{disbursement}'
    check (methods <@ array['disbursement', 'virtual_account', 'qris'] and cardinality(methods) > 0),
  add column text_en text check (length(text_en) between 1 and 300),
  add column text_id text check (length(text_id) between 1 and 300),
  add column created_by_name text,
  add column created_at timestamptz(3);
alter table app.transfer_outage add constraint transfer_outage_scope check (
  not 'disbursement' = any (methods) or rail is not null or bank_code is not null);
alter table app.transfer_outage add constraint transfer_outage_of_rail check (
  rail is null or methods = array['disbursement']);
alter table app.transfer_outage add constraint transfer_outage_qris check (
  bank_code is null or not 'qris' = any (methods));
alter table app.transfer_outage add constraint transfer_outage_texts check ((text_en is null) = (text_id is null));
comment on column app.transfer_outage.methods is 'What does not work: transfers of disbursements wait, payments are only warned about';
comment on column app.transfer_outage.bank_code is 'Bank of the beneficiary or of the virtual account; NULL: every bank';
comment on column app.transfer_outage.text_en is 'For merchants and customers; NULL: not shown to them';
grant insert, update, delete on app.transfer_outage to app_platform;
