-- Credentials with which a merchant's servers call the SNAP BI services.
create table app.snap_credential (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  name text not null,
  client_key text not null,
  client_secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz(3),
  partner_public_key text,
  public_key_fingerprint text,
  public_key_at timestamptz(3),
  channel_id text not null,
  signature_encoding text not null check (signature_encoding in ('base64', 'hex')),
  services text[] not null,
  owner_id text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  last_used_ip text,
  revoked_at timestamptz(3),
  primary key (merchant_id, id),
  unique (merchant_id, client_key),
  check ((previous_secret_sealed is null) = (previous_secret_expires_at is null)),
  check ((partner_public_key is null) = (public_key_fingerprint is null)),
  check ((partner_public_key is null) = (public_key_at is null))
);
comment on column app.snap_credential.partner_public_key is 'RSA key of the merchant as PEM (SPKI): checks its token requests';
comment on column app.snap_credential.public_key_fingerprint is 'SHA-256 of the key in base64url';
comment on column app.snap_credential.services is 'What may be called: qris, virtual_account';
comment on column app.snap_credential.owner_id is 'User behind every request with the credential';
call app.protect('app.snap_credential');
grant select, insert, update on app.snap_credential to app_merchant;
grant select, update on app.snap_credential to app_platform;

-- The merchant of a credential, found before a merchant is known. A client key without a credential means nothing.
create table app.snap_credential_directory (
  client_key text primary key,
  merchant_of text not null
);
comment on table app.snap_credential_directory is 'Merchant of each SNAP credential, by its client key';
grant select, insert on app.snap_credential_directory to app_platform;
