-- Registration of merchants by strangers, and proof of mobile numbers by codes in text messages. Login data: it begins
-- before there is a merchant, so no table carries one as its tenant.
create table app.registration (
  id text primary key,
  user_id text not null,
  merchant_of text not null,
  account_type text not null check (account_type in ('personal', 'enterprise')),
  full_name text not null,
  business_name text not null,
  email text not null check (email = lower(email)),
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  language text not null check (language in ('en', 'id')),
  password_hash text,
  ip text,
  created_at timestamptz(3) not null,
  done_at timestamptz(3)
);
comment on table app.registration is 'Registrations as entered; a job creates the account and the merchant';
comment on column app.registration.user_id is 'Id that the account gets, unless the email has an account already';
comment on column app.registration.merchant_of is 'Id that the merchant gets';
comment on column app.registration.password_hash is 'Removed when the registration is done';
create index registration_created on app.registration (created_at);
grant select, insert, update, delete on app.registration to app_login;

alter table app.account_request drop constraint account_request_purpose_check;
alter table app.account_request add constraint account_request_purpose_check
  check (purpose in ('reset_password', 'verify_email', 'already_registered'));

alter table app.login add column phone_verified_at timestamptz(3);
comment on column app.login.phone_verified_at is 'When the person proved to read messages to this number; null: not proved';

-- Codes are derived from the id by a key of the server, so none is stored.
create table app.phone_code (
  id text primary key,
  user_id text not null references app.login (user_id),
  phone text not null,
  ip text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  tries int not null default 0,
  used_at timestamptz(3)
);
comment on column app.phone_code.tries is 'Wrong codes entered; the code stops working after five';
create index phone_code_user on app.phone_code (user_id, created_at desc);
create index phone_code_phone on app.phone_code (phone, created_at desc);
create index phone_code_ip on app.phone_code (ip, created_at desc);
grant select, insert, update, delete on app.phone_code to app_login;

-- Outbox of text messages. The text is built when it is sent, so that no code is stored.
create table app.sms_outbox (
  id text primary key,
  phone text not null,
  kind text not null check (kind in ('phone_code')),
  object_id text not null,
  language text not null check (language in ('en', 'id')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts int not null default 0,
  closed_at timestamptz(3),
  error text
);
comment on column app.sms_outbox.id is 'Also the message_id at the gateway, which deduplicates by it';
comment on column app.sms_outbox.expires_at is 'Not sent later';
create index sms_outbox_pending on app.sms_outbox (created_at) where status = 'pending';
grant select, insert, update, delete on app.sms_outbox to app_login;
