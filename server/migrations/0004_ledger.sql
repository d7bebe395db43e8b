-- Double entry, one row per transfer: debit account, credit account, positive amount, balanced by construction.
create table app.ledger_account (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  type text not null check (type in (
    'pending_settlement', 'available', 'payout', 'payout_reserved', 'reserve', 'refunds', 'fees_paid', 'vat_paid',
    'commission', 'provider_receivable', 'bank_clearing', 'suspense', 'rounding')),
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  floor bigint,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, id, currency),
  unique (merchant_id, type, currency)
);
comment on column app.ledger_account.floor is 'What debits may not undercut, whole rupiah; NULL: no floor';
call app.protect('app.ledger_account');
grant select, insert, update on app.ledger_account to app_merchant;
grant select, insert on app.ledger_account to app_platform;

create table app.transfer (
  merchant_id text not null,
  id text not null,
  journal_id text not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  currency char(3) not null default 'IDR',
  kind text not null,
  reference_type text not null,
  reference_id text not null,
  description text,
  reverses_id text,
  posted_at timestamptz(3) not null,
  primary key (merchant_id, id),
  check (debit_account <> credit_account),
  foreign key (merchant_id, debit_account, currency) references app.ledger_account (merchant_id, id, currency),
  foreign key (merchant_id, credit_account, currency) references app.ledger_account (merchant_id, id, currency),
  foreign key (merchant_id, reverses_id) references app.transfer (merchant_id, id),
  unique (merchant_id, kind, reference_type, reference_id),
  unique (merchant_id, reverses_id)
);
create index transfer_journal on app.transfer (merchant_id, journal_id);
create index transfer_debit on app.transfer (merchant_id, debit_account, posted_at desc, id desc);
create index transfer_credit on app.transfer (merchant_id, credit_account, posted_at desc, id desc);
call app.protect('app.transfer');
grant select, insert on app.transfer to app_merchant;
grant select on app.transfer to app_platform;

-- Journals that the roller has not yet folded into balances. A status row, because ids commit out of order.
create table app.unfolded_journal (
  merchant_id text not null,
  journal_id text not null,
  posted_at timestamptz(3) not null,
  primary key (merchant_id, journal_id)
);
call app.protect('app.unfolded_journal');
grant select, insert, delete on app.unfolded_journal to app_merchant;
grant select on app.unfolded_journal to app_platform;

-- Folded sums per account: the balance is these plus the unfolded tail.
create table app.account_balance (
  merchant_id text not null,
  account_id text not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  folded_at timestamptz(3) not null,
  primary key (merchant_id, account_id),
  foreign key (merchant_id, account_id) references app.ledger_account (merchant_id, id)
);
call app.protect('app.account_balance');
grant select, insert, update on app.account_balance to app_merchant;
grant select on app.account_balance to app_platform;
