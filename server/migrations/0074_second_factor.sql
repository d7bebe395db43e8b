-- Second factors of people: one-time codes of an authenticator app, recovery codes, passkeys and remembered devices. Login
-- data: a person has them, whichever merchants they belong to.
create table app.totp (
  user_id text primary key references app.login (user_id),
  secret_sealed text not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0
);
comment on column app.totp.confirmed_at is 'When the first code confirmed the enrolment; null: not enabled yet';
comment on column app.totp.last_step is 'Period of the last accepted code; codes of it and of earlier periods are refused';
grant select, insert, update, delete on app.totp to app_login;

create table app.recovery_code (
  user_id text not null references app.login (user_id),
  code_hash text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on app.recovery_code to app_login;

create table app.passkey (
  id text primary key,
  user_id text not null references app.login (user_id),
  credential_id text not null unique,
  public_key text not null,
  sign_count bigint not null,
  transports text,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on column app.passkey.public_key is 'COSE key in base64url';
comment on column app.passkey.transports is 'How the browser reaches the authenticator, comma-separated';
comment on column app.passkey.is_synced is 'Whether the passkey provider copies the key to other devices of the person';
create index passkey_user on app.passkey (user_id, created_at);
grant select, insert, update, delete on app.passkey to app_login;

-- Challenges are deleted when they are used, whatever the outcome, so that each works once over all processes.
create table app.passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'step_up')),
  session_id text,
  expires_at timestamptz(3) not null
);
comment on column app.passkey_challenge.session_id is 'The session that may use it; null for a sign-in';
create index passkey_challenge_expiry on app.passkey_challenge (expires_at);
grant select, insert, delete on app.passkey_challenge to app_login;

create table app.remembered_device (
  id text primary key,
  user_id text not null references app.login (user_id),
  token_hash text not null unique,
  user_agent text,
  ip text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index remembered_device_user on app.remembered_device (user_id, created_at);
grant select, insert, update, delete on app.remembered_device to app_login;

alter table app.merchant add column requires_second_factor boolean not null default false;
comment on column app.session.authenticated_at is
  'Last strong authentication in the session; null: its sign-in. A sign-in without a second factor on a remembered device is none';
grant update (requires_second_factor) on app.merchant to app_merchant;
