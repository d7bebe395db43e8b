-- Exports: files of a list that are made in the background, because they are too long to wait for.
create table app.export (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  -- Name of the list (contract/src/export.ts), and what it was asked: the object it belongs to and its query.
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  asked jsonb not null,
  status text not null check (status in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  -- Which run holds it: a run that was overtaken by a later one changes nothing any more.
  attempts int not null default 0,
  -- The last sign of life of the run.
  seen_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- NULL until they were counted.
  row_count bigint check (row_count >= 0),
  rows_done bigint not null default 0 check (rows_done >= 0),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  -- Whether contact data in the files is masked, as its requester saw it when they were made.
  is_masked boolean not null default false,
  expires_at timestamptz(3),
  error text,
  message_id text not null,
  mailed_at timestamptz(3),
  primary key (merchant_id, id)
);
create index export_newest on app.export (merchant_id, created_at desc, id desc);
create index export_of_person on app.export (merchant_id, created_by, created_at desc, id desc);
create index export_unfinished on app.export (merchant_id, seen_at) where status in ('waiting', 'running');
create index export_ready on app.export (merchant_id, expires_at) where status = 'ready';
call app.protect('app.export');
grant select, insert, update, delete on app.export to app_merchant;
grant select on app.export to app_platform;

create table app.export_file (
  merchant_id text not null,
  export_id text not null,
  part_no int not null check (part_no > 0),
  file_id text not null,
  name text not null,
  row_count bigint not null check (row_count >= 0),
  size_bytes bigint not null check (size_bytes >= 0),
  primary key (merchant_id, export_id, part_no),
  foreign key (merchant_id, export_id) references app.export (merchant_id, id) on delete cascade
);
call app.protect('app.export_file');
grant select, insert, delete on app.export_file to app_merchant;
