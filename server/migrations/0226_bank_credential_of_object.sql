-- Codes and numbers keep the credentials under which they were issued: they are queried, changed and refunded under them,
-- and paid under no others. NULL: the agreement of the provider.
alter table app.qris_payment add column bank_credential_id text;
alter table app.virtual_account add column bank_credential_id text;
alter table app.deposit_va add column bank_credential_id text;
comment on column app.qris_payment.bank_credential_id is 'Agreement of the merchant with the bank; NULL: that of the provider';
comment on column app.virtual_account.bank_credential_id is 'Agreement of the merchant with the bank; NULL: that of the provider';
comment on column app.deposit_va.bank_credential_id is 'Agreement of the merchant with the bank; NULL: that of the provider';
alter table app.qris_payment add constraint qris_payment_credential
  foreign key (merchant_id, bank_credential_id) references app.bank_credential (merchant_id, id) not valid;
alter table app.qris_payment validate constraint qris_payment_credential;
alter table app.virtual_account add constraint virtual_account_credential
  foreign key (merchant_id, bank_credential_id) references app.bank_credential (merchant_id, id) not valid;
alter table app.virtual_account validate constraint virtual_account_credential;
alter table app.deposit_va add constraint deposit_va_credential
  foreign key (merchant_id, bank_credential_id) references app.bank_credential (merchant_id, id) not valid;
alter table app.deposit_va validate constraint deposit_va_credential;
