-- Agreements of merchants with the bank: a merchant collects through a channel under its own SNAP BI credentials instead of
-- the provider's (decision 0112).
create table app.bank_credential (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  channel text not null check (channel in ('QRIS', 'BCA', 'MANDIRI', 'BNI', 'BRI', 'PERMATA', 'CIMB')),
  client_key text not null,
  client_secret_sealed text not null,
  partner_private_key_sealed text not null,
  partner_public_key text not null,
  bank_client_key text not null,
  bank_client_secret_sealed text not null,
  bank_public_key text not null,
  former_bank_client_key text,
  former_bank_client_secret_sealed text,
  former_bank_public_key text,
  former_valid_until timestamptz(3),
  version int not null default 1,
  tested_at timestamptz(3),
  test_outcome text check (test_outcome in ('accepted', 'rejected', 'unreachable')),
  activated_at timestamptz(3),
  rotated_at timestamptz(3),
  removed_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  check ((tested_at is null) = (test_outcome is null)),
  check ((former_bank_client_key is null) = (former_valid_until is null)),
  check ((former_bank_client_secret_sealed is null) = (former_valid_until is null)),
  check ((former_bank_public_key is null) = (former_valid_until is null))
);
comment on table app.bank_credential is 'SNAP BI credentials of merchants at the bank, by channel';
comment on column app.bank_credential.channel is 'QRIS or the bank of virtual accounts';
comment on column app.bank_credential.client_key is 'X-CLIENT-KEY and X-PARTNER-ID of our requests to the bank';
comment on column app.bank_credential.partner_public_key is 'Our key as PEM (SPKI), for the bank';
comment on column app.bank_credential.bank_client_key is 'X-CLIENT-KEY and X-PARTNER-ID of requests of the bank';
comment on column app.bank_credential.former_valid_until is 'Until when requests of the bank under the credentials before a rotation are accepted';
comment on column app.bank_credential.version is 'Raised by each rotation, so that processes replace what they hold';
comment on column app.bank_credential.activated_at is 'First test that the bank accepted: from then on new payments use the credentials';
comment on column app.bank_credential.removed_at is 'From then on new payments use the agreement of the provider; open ones keep these credentials';
create unique index bank_credential_current on app.bank_credential (merchant_id, channel) where removed_at is null;
call app.protect('app.bank_credential');
grant select on app.bank_credential to app_merchant;
grant update (client_secret_sealed, partner_private_key_sealed, bank_client_secret_sealed, former_bank_client_secret_sealed)
  on app.bank_credential to app_merchant;
grant select, insert, update on app.bank_credential to app_platform;

-- The merchant of a client key of the bank, found before a merchant is known. An entry without a credential means nothing.
create table app.bank_credential_directory (
  bank_client_key text primary key,
  merchant_of text not null,
  credential_id text not null
);
comment on table app.bank_credential_directory is 'Merchant and credential of each client key under which the bank calls us';
grant select, insert on app.bank_credential_directory to app_platform;
