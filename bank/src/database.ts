/** The bank's SQLite database, which survives crashes. Times are epoch milliseconds. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PARTNER_SCHEMA } from './partners.ts';
import { BEHAVIOUR_SCHEMA } from './transfer-behaviour.ts';
import { ADD_FIRST_STATE, TRANSFER_SCHEMA } from './transfer-queries.ts';
import { VA_SCHEMA } from './va-queries.ts';

const SCHEMA = `
create table if not exists qr_code (
  reference_no text primary key,
  partner_reference_no text not null unique,
  -- Both null for a static code.
  amount integer check (amount > 0),
  expires_at integer,
  tip_mode text not null default 'none' check (tip_mode in ('none', 'prompt', 'fixed', 'percent')),
  tip_value integer check (tip_value > 0),
  nmid text not null,
  merchant_name text not null,
  merchant_city text not null,
  store text,
  terminal text,
  qr_content text not null unique,
  created_at integer not null,
  cancelled_at integer,
  check ((amount is null) = (expires_at is null))
) strict;
create index if not exists qr_code_recent on qr_code (created_at desc);

-- The payment of a dynamic code shares the reference of its code; each payment of a static code has its own.
create table if not exists qr_payment (
  reference_no text primary key,
  code_reference_no text not null references qr_code (reference_no),
  paid_at integer not null,
  paid_amount integer not null check (paid_amount > 0),
  tip_amount integer not null check (tip_amount >= 0),
  rrn text not null unique,
  approval_code text not null,
  issuer_name text not null,
  issuer_code text not null,
  payer_name text not null
) strict;
create index if not exists qr_payment_of_code on qr_payment (code_reference_no, paid_at desc);

create table if not exists callback (
  id integer primary key autoincrement,
  call text not null,
  body text not null,
  reference_no text not null,
  partner_reference_no text not null,
  paid_amount integer not null,
  created_at integer not null,
  attempts integer not null default 0,
  state text not null check (state in ('waiting', 'delivered', 'given_up', 'lost')),
  next_attempt_at integer not null
) strict;
create index if not exists callback_due on callback (next_attempt_at) where state = 'waiting';
create index if not exists callback_of_code on callback (reference_no);

create table if not exists callback_attempt (
  id integer primary key autoincrement,
  callback_id integer not null references callback (id),
  at integer not null,
  http_status integer,
  response_code text,
  detail text,
  latency_ms integer
) strict;

create table if not exists external_id (
  day text not null,
  external_id text not null,
  primary key (day, external_id)
) strict, without rowid;

create table if not exists access_token (
  token_sha256 text primary key,
  expires_at integer not null
) strict, without rowid;

create table if not exists switches (
  id integer primary key check (id = 1),
  value text not null
) strict;
`;

/** Version 0 stored callbacks in another shape. They were delivered, or are recovered by status queries. */
const DROP_OLD_CALLBACKS = `
drop table if exists callback_attempt;
drop table if exists callback;
pragma user_version = 1;
`;

/** Before version 2, the payment of a code was stored in its own row. */
const RENAME_OLD_CODES = `
drop index if exists qr_code_recent;
alter table qr_code rename to qr_code_old;
`;
const COPY_OLD_CODES = `
insert into qr_code (reference_no, partner_reference_no, amount, expires_at, nmid, merchant_name, merchant_city,
    qr_content, created_at)
  select reference_no, partner_reference_no, amount, expires_at, nmid, merchant_name, merchant_city, qr_content,
    created_at from qr_code_old;
insert into qr_payment
  select reference_no, reference_no, paid_at, paid_amount, 0, rrn, approval_code, issuer_name, '', payer_name
  from qr_code_old where paid_at is not null;
drop table qr_code_old;
`;

/** Opens or creates the database in a folder; in memory when the folder is null. */
export function openDatabase(data_dir: string | null): DatabaseSync {
  if (data_dir !== null) mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(data_dir === null ? ':memory:' : join(data_dir, 'bank.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;');
  database.exec('pragma busy_timeout = 5000;');
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version < 1) database.exec(DROP_OLD_CALLBACKS);
  const has_old_codes = version < 2 && database.prepare("select 1 from sqlite_master where name = 'qr_code'").get();
  if (has_old_codes) database.exec(RENAME_OLD_CODES);
  const has_old_transfers =
    version < 3 && database.prepare("select 1 from sqlite_master where name = 'transfer'").get();
  database.exec(SCHEMA);
  database.exec(TRANSFER_SCHEMA);
  database.exec(BEHAVIOUR_SCHEMA);
  if (has_old_transfers) database.exec(ADD_FIRST_STATE);
  database.exec(VA_SCHEMA);
  database.exec(PARTNER_SCHEMA);
  if (has_old_codes) database.exec(COPY_OLD_CODES);
  if (version < 3) database.exec('pragma user_version = 3');
  return database;
}

/** Runs `work` in a transaction. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}
