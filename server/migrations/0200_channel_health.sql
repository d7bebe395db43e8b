-- Health of the channels to banks: counted calls, and the circuit breakers that are not closed.

-- Recorded calls in steps of five minutes. Kept for little more than a day; the provider log keeps the calls.
create table app.bank_call_count (
  started_at timestamptz(3) not null,
  partner text not null,
  endpoint text not null,
  rail text not null,
  direction text not null check (direction in ('out', 'in')),
  http_status int not null,
  response_code text not null,
  latency_bucket int not null,
  count int not null check (count > 0),
  last_at timestamptz(3) not null,
  primary key (started_at, partner, endpoint, rail, direction, http_status, response_code, latency_bucket)
);
comment on column app.bank_call_count.rail is 'Rail of a transfer whose endpoint serves several; empty: the endpoint says it';
comment on column app.bank_call_count.http_status is '0: no response';
comment on column app.bank_call_count.response_code is 'SNAP BI response code; empty: no valid response';
comment on column app.bank_call_count.latency_bucket is 'Latency as a power of 2^(1/8) milliseconds; -1: the call was not sent';
grant select, insert, update, delete on app.bank_call_count to app_platform;

-- Until when calls are counted: one row.
create table app.bank_call_roll (
  id int primary key default 1 check (id = 1),
  counted_to timestamptz(3) not null
);
grant select, insert, update on app.bank_call_roll to app_platform;

-- Circuit breakers that are not closed, by process.
create table app.bank_circuit (
  partner text not null,
  process_id text not null,
  state text not null check (state in ('half_open', 'open')),
  since timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  reopens_at timestamptz(3),
  primary key (partner, process_id)
);
comment on column app.bank_circuit.reopens_at is 'When the process sends a call again; NULL: now';
grant select, insert, update, delete on app.bank_circuit to app_platform;
