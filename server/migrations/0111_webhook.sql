-- Webhooks: endpoints of a merchant, events with frozen payloads, their deliveries, and every attempt.

create table app.webhook_endpoint (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  url text not null,
  description text,
  events text[] not null,
  api_version text not null,
  notify_email text,
  header_names text[] not null default '{}',
  headers_sealed text,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz(3),
  status text not null check (status in ('active', 'failing', 'disabled')),
  disabled_reason text check (disabled_reason in ('user', 'gone', 'failing')),
  failing_since timestamptz(3),
  alerts_sent int not null default 0,
  recent_outcomes text not null default '',
  is_open boolean not null default false,
  probe_at timestamptz(3),
  probe_count int not null default 0,
  is_draining boolean not null default false,
  lease_until timestamptz(3),
  last_delivery_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (merchant_id, id),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret_sealed is null) = (previous_secret_expires_at is null))
);
comment on column app.webhook_endpoint.events is 'Event types, groups such as payment.*, or * for all';
comment on column app.webhook_endpoint.header_names is 'Names of the custom headers, whose values are encrypted';
comment on column app.webhook_endpoint.failing_since is 'Start of the series of failures without a success';
comment on column app.webhook_endpoint.alerts_sent is 'Emails sent about this series of failures';
comment on column app.webhook_endpoint.recent_outcomes is 'Outcomes of the last attempts, oldest first: 1 delivered, 0 failed';
comment on column app.webhook_endpoint.is_open is 'Whether the circuit breaker is open: probes only';
comment on column app.webhook_endpoint.probe_count is 'Probes since the circuit breaker opened';
comment on column app.webhook_endpoint.is_draining is 'Whether waiting deliveries are sent at a limited rate after a recovery';
comment on column app.webhook_endpoint.lease_until is 'Until when one worker delivers to the endpoint';
call app.protect('app.webhook_endpoint');
grant select, insert, update on app.webhook_endpoint to app_merchant;
grant select on app.webhook_endpoint to app_platform;

create table app.webhook_event (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  event_key text not null,
  type text not null,
  object_id text,
  sequence int not null,
  api_version text not null,
  data jsonb not null,
  is_test boolean not null default false,
  created_at timestamptz(3) not null,
  dispatched_at timestamptz(3),
  primary key (merchant_id, id),
  constraint webhook_event_key unique (merchant_id, event_key)
);
comment on column app.webhook_event.event_key is 'Identifies what happened; a second event about it is ignored';
comment on column app.webhook_event.sequence is 'Position among the events of the object, from 1';
comment on column app.webhook_event.dispatched_at is 'When its deliveries were created';
create index webhook_event_newest on app.webhook_event (merchant_id, created_at desc, id desc);
create index webhook_event_object on app.webhook_event (merchant_id, object_id, sequence);
create index webhook_event_undispatched on app.webhook_event (merchant_id, created_at) where dispatched_at is null;
call app.protect('app.webhook_event');
grant select, insert, update (dispatched_at) on app.webhook_event to app_merchant;
grant select, delete on app.webhook_event to app_platform;

create table app.webhook_delivery (
  merchant_id text not null references app.merchant (merchant_id),
  endpoint_id text not null,
  event_id text not null,
  status text not null check (status in ('pending', 'retrying', 'delivered', 'failed', 'exhausted')),
  attempts int not null default 0,
  tries int not null default 0,
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  last_http_status int,
  last_error text,
  last_latency_ms int,
  is_manual boolean not null default false,
  created_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  primary key (merchant_id, endpoint_id, event_id),
  constraint webhook_delivery_endpoint foreign key (merchant_id, endpoint_id)
    references app.webhook_endpoint (merchant_id, id),
  check ((next_attempt_at is not null) = (status in ('pending', 'retrying')))
);
comment on column app.webhook_delivery.attempts is 'All attempts';
comment on column app.webhook_delivery.tries is 'Attempts of the current retry schedule; probes are not counted';
comment on column app.webhook_delivery.is_manual is 'Whether a person requested the next attempt';
create index webhook_delivery_due on app.webhook_delivery (merchant_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_delivery_due_all on app.webhook_delivery (next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_event on app.webhook_delivery (merchant_id, event_id);
create index webhook_delivery_failed on app.webhook_delivery (merchant_id, status, event_id)
  where status in ('retrying', 'failed', 'exhausted');
call app.protect('app.webhook_delivery');
grant select, insert, update on app.webhook_delivery to app_merchant;
grant select, delete on app.webhook_delivery to app_platform;

-- Attempts are permanent until their retention ends.
create table app.webhook_attempt (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  kind text not null check (kind in ('automatic', 'probe', 'manual', 'test')),
  url text not null,
  is_delivered boolean not null,
  error text check (error in ('host_not_allowed', 'dns_error', 'refused', 'timeout', 'connection_closed', 'tls_error',
    'http_status')),
  http_status int,
  latency_ms int not null,
  request_headers jsonb not null,
  response_headers jsonb,
  response_body text,
  at timestamptz(3) not null,
  primary key (merchant_id, id)
);
comment on column app.webhook_attempt.response_body is 'The first 16 KB of the response';
create index webhook_attempt_event on app.webhook_attempt (merchant_id, event_id, id);
create index webhook_attempt_endpoint on app.webhook_attempt (merchant_id, endpoint_id, at desc);
call app.protect('app.webhook_attempt');
grant select, insert on app.webhook_attempt to app_merchant;
grant select, delete on app.webhook_attempt to app_platform;

-- The intake of paid callbacks records the events of its payments in its own transaction.
create policy intake on app.webhook_endpoint for select to app_intake using (true);
create policy intake on app.webhook_event to app_intake using (true) with check (true);
grant select on app.webhook_endpoint to app_intake;
grant select, insert on app.webhook_event to app_intake;
