-- One row per Idempotency-Key: inserted in the business transaction, so that a crash removes it with the effect.
create table app.idempotency_key (
  merchant_id text not null references app.merchant (merchant_id),
  route text not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  object_id text,
  status_code int,
  response jsonb,
  locked_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, route, key)
);
create index idempotency_key_expiry on app.idempotency_key (merchant_id, expires_at);
call app.protect('app.idempotency_key');
grant select, insert, update on app.idempotency_key to app_merchant;
grant select, delete on app.idempotency_key to app_platform;
