-- Idempotency keys of users without a merchant: the provider's staff, and users of account groups. Local, with the login data.
create table app.user_idempotency_key (
  user_id text not null references app.login (user_id),
  route text not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  object_id text,
  status_code int,
  response jsonb,
  locked_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, route, key)
);
create index user_idempotency_key_expiry on app.user_idempotency_key (expires_at);
grant select, insert, update, delete on app.user_idempotency_key to app_login;
