-- Statements of the provider's bank accounts, and which movements of the product explain their lines.
create table app.bank_statement (
  id text primary key,
  account_no text not null,
  number text not null,
  format text not null check (format in ('mt940', 'csv')),
  opening_balance bigint not null,
  closing_balance bigint not null,
  first_day date not null,
  last_day date not null,
  line_count int not null check (line_count > 0),
  file_name text not null,
  sha256 text not null,
  uploaded_at timestamptz(3) not null,
  uploaded_by_id text not null,
  uploaded_by text not null,
  constraint bank_statement_file unique (sha256),
  constraint bank_statement_number unique (account_no, number, first_day, last_day),
  check (first_day <= last_day)
);
create index bank_statement_newest on app.bank_statement (uploaded_at desc, id desc);
create index bank_statement_account on app.bank_statement (account_no, last_day desc);
grant select, insert on app.bank_statement to app_platform;

create table app.bank_statement_line (
  id text primary key,
  statement_id text not null references app.bank_statement (id),
  line_no int not null check (line_no > 0),
  value_day date not null,
  amount bigint not null check (amount <> 0),
  reference text not null,
  description text not null,
  tokens text[] not null,
  status text not null check (status in ('open', 'matched', 'written_off')),
  constraint bank_statement_line_no unique (statement_id, line_no)
);
comment on column app.bank_statement_line.amount is 'Whole rupiah; positive: credited to the account, negative: debited';
comment on column app.bank_statement_line.tokens is 'Words of reference and description in capitals, by which references are found';
create index bank_statement_line_open on app.bank_statement_line (statement_id, line_no) where status = 'open';
grant select, insert, update on app.bank_statement_line to app_platform;

-- A movement explains one line; a line may be explained by many movements, such as a sum of a day.
create table app.bank_statement_match (
  object_type text not null check (object_type in ('transfer', 'transfer_return', 'deposit', 'payment')),
  object_id text not null,
  merchant_of text not null,
  line_id text not null references app.bank_statement_line (id),
  amount bigint not null check (amount <> 0),
  rule text not null check (rule in ('reference', 'amount_and_day', 'daily_sum', 'manual')),
  matched_at timestamptz(3) not null,
  matched_by text,
  primary key (object_type, object_id)
);
comment on column app.bank_statement_match.matched_by is 'Who matched it; null: a rule';
create index bank_statement_match_line on app.bank_statement_match (line_id);
grant select, insert, delete on app.bank_statement_match to app_platform;

-- Lines that no movement explains are written off by two persons.
create table app.bank_write_off (
  id text primary key,
  line_id text not null references app.bank_statement_line (id),
  reason text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  requested_at timestamptz(3) not null,
  requested_by_id text not null,
  requested_by text not null,
  decided_at timestamptz(3),
  decided_by_id text,
  decided_by text,
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'approved' or decided_by_id <> requested_by_id)
);
create unique index bank_write_off_open on app.bank_write_off (line_id) where status <> 'rejected';
grant select, insert, update on app.bank_write_off to app_platform;

create index bank_transfer_ended on app.bank_transfer (ended_at) where ended_at is not null;
create index deposit_received on app.deposit (received_at);
