alter table app.virtual_account add column other_terms jsonb not null default '[]';
comment on column app.virtual_account.other_terms is
  'Amounts that may have held at the bank before or beside the current ones, with their period: payments made under them are recorded';
