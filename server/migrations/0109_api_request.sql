-- The API log: requests that were sent with API keys, written in batches after their response.
create table app.api_request (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  at timestamptz(3) not null,
  api_key_id text not null,
  api_key_name text not null,
  method text not null,
  route text not null,
  path_pattern text not null,
  path text not null,
  status int not null,
  elapsed_ms int not null,
  ip text not null,
  user_agent text,
  idempotency_key text,
  is_replay boolean not null,
  error_code text,
  request_body text,
  response_body text,
  request_bytes int not null,
  response_bytes int not null,
  primary key (merchant_id, id)
);
comment on table app.api_request is 'Requests that were sent with API keys, kept for 30 days';
comment on column app.api_request.route is 'Name of the operation in the contract';
comment on column app.api_request.path is 'Path with its query, as it was sent';
comment on column app.api_request.is_replay is 'Whether the response of an earlier request with the same Idempotency-Key was sent again';
comment on column app.api_request.request_body is 'Redacted JSON; absent without a body and above the limit of its size';
create index api_request_key on app.api_request (merchant_id, api_key_id, id);
create index api_request_failed on app.api_request (merchant_id, id) where status >= 400;
call app.protect('app.api_request');
grant select, insert on app.api_request to app_merchant;
grant select, delete on app.api_request to app_platform;
