-- Banks credit interest with sen. They are kept exactly, beside the whole rupiah and with the same sign.
alter table app.bank_statement
  add column opening_cents int not null default 0 check (opening_cents between -99 and 99),
  add column closing_cents int not null default 0 check (closing_cents between -99 and 99);
alter table app.bank_statement_line
  add column cents int not null default 0 check (cents between -99 and 99);
alter table app.bank_statement_line drop constraint bank_statement_line_amount_check;
alter table app.bank_statement_line
  add constraint bank_statement_line_amount_check check (
    (amount <> 0 or cents <> 0) and (amount = 0 or cents = 0 or (amount > 0) = (cents > 0)));
comment on column app.bank_statement_line.cents is 'Sen beyond whole rupiah, with the sign of the amount; such a line is explained by a write-off';

alter table app.provider_transfer
  add column cents int not null default 0 check (cents between 0 and 99);
alter table app.provider_transfer drop constraint provider_transfer_amount_check;
alter table app.provider_transfer
  add constraint provider_transfer_amount_check check (amount >= 0 and (amount > 0 or cents > 0));
comment on column app.provider_transfer.cents is 'Sen beyond the whole rupiah of amount';
