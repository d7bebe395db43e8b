-- Announced outages of a rail, of the bank of a beneficiary, or of one over the other: reference data, the same for every
-- merchant, like the hours of rails and the holidays of banks. Transfers wait until the end.
create table app.transfer_outage (
  id text primary key,
  rail text check (rail in ('intrabank', 'bi_fast', 'online', 'skn', 'rtgs')),
  bank_code char(3),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  note text,
  check (rail is not null or bank_code is not null),
  check (ends_at > starts_at)
);
comment on column app.transfer_outage.rail is 'Rail that accepts no orders; NULL: every rail to the bank';
comment on column app.transfer_outage.bank_code is 'Bank of the beneficiary; NULL: every bank';
create index transfer_outage_ends on app.transfer_outage (ends_at);
grant select on app.transfer_outage to app_merchant, app_platform;
