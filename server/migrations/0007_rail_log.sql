-- Every message to and from a bank. An incoming X-EXTERNAL-ID is good once a day.
create table app.rail_log (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  at timestamptz(3) not null,
  direction text not null check (direction in ('out', 'in')),
  partner text not null,
  endpoint text not null,
  external_id text not null,
  business_day date not null,
  object_type text not null,
  object_id text not null,
  http_status int,
  response_code text,
  latency_ms int,
  request jsonb,
  response jsonb,
  primary key (merchant_id, id)
);
create index rail_log_object on app.rail_log (merchant_id, object_id, at);
call app.protect('app.rail_log');
grant select, insert on app.rail_log to app_merchant;
grant select on app.rail_log to app_platform;

-- No reference to the merchant: the row is written before it is known that the message names one of ours.
create table app.rail_external_id (
  merchant_id text not null,
  partner text not null,
  business_day date not null,
  external_id text not null,
  primary key (merchant_id, partner, business_day, external_id)
);
call app.protect('app.rail_external_id');
grant select, insert on app.rail_external_id to app_merchant;
grant select, delete on app.rail_external_id to app_platform;

-- Messages that belong to no merchant: unknown references and failed signatures, kept for the provider.
create table app.rail_stray (
  id text primary key,
  at timestamptz(3) not null,
  partner text,
  endpoint text not null,
  external_id text,
  response_code text not null,
  reason text not null,
  request jsonb
);
grant select, insert on app.rail_stray to app_platform;
