-- Monthly invoices of fees and their credit notes. Documents are never changed: a correction is a document of its own.
create table app.invoice (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null,
  period_from date not null,
  period_to date not null,
  issued_at timestamptz(3) not null,
  issue_date date not null,
  fee_amount bigint not null,
  dpp_amount bigint not null,
  vat_amount bigint not null,
  total_amount bigint not null,
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  issuer jsonb not null,
  billed_to jsonb not null,
  corrects_id text,
  reason text,
  tax_invoice_no text check (tax_invoice_no ~ '^[0-9]{16,17}$'),
  primary key (merchant_id, id),
  constraint invoice_number unique (merchant_id, number),
  constraint invoice_corrects foreign key (merchant_id, corrects_id) references app.invoice (merchant_id, id),
  constraint invoice_total check (total_amount = fee_amount + vat_amount),
  constraint invoice_period check (period_from <= period_to),
  constraint invoice_reason check ((corrects_id is null) = (reason is null)),
  constraint invoice_correction check (corrects_id is null or (kind = 'credit_note' and fee_amount < 0))
);
comment on table app.invoice is 'Invoices of fees and credit notes; amounts of credit notes are negative';
comment on column app.invoice.period_from is 'First business day (WIB) of the fees';
comment on column app.invoice.dpp_amount is 'VAT base: the fees by the ratio of their fee rules';
comment on column app.invoice.issuer is 'Name, address and NPWP of the provider when it was issued';
comment on column app.invoice.billed_to is 'Name, address and NPWP of the merchant when it was issued';
comment on column app.invoice.corrects_id is 'The invoice that a credit note corrects; null: the document of a month';
comment on column app.invoice.tax_invoice_no is 'Number of the tax invoice (e-Faktur), once the provider has it';
-- One document of a month per merchant, however often the job runs.
create unique index invoice_month on app.invoice (merchant_id, period_from) where corrects_id is null;
create index invoice_newest on app.invoice (merchant_id, issued_at desc, id desc);
create index invoice_newest_of_all on app.invoice (issued_at desc, id desc);
create index invoice_corrected on app.invoice (merchant_id, corrects_id) where corrects_id is not null;
call app.protect('app.invoice');
grant select, insert on app.invoice to app_merchant;
grant update (tax_invoice_no) on app.invoice to app_merchant;
grant select on app.invoice to app_platform;

create table app.invoice_line (
  merchant_id text not null,
  invoice_id text not null,
  line_no int not null check (line_no > 0),
  service text not null check (service in ('qris', 'virtual_account', 'e_wallet', 'card', 'retail', 'direct_debit',
    'disbursement', 'deposit', 'refund_transfer', 'other')),
  movement text not null check (movement in ('charged', 'reversed', 'credited')),
  fee_rule text,
  rate_bps int,
  flat_amount bigint,
  count int not null check (count >= 0),
  fee_amount bigint not null,
  dpp_amount bigint not null,
  vat_rate_bps int,
  vat_amount bigint not null,
  total_amount bigint not null,
  primary key (merchant_id, invoice_id, line_no),
  constraint invoice_line_of foreign key (merchant_id, invoice_id) references app.invoice (merchant_id, id),
  constraint invoice_line_total check (total_amount = fee_amount + vat_amount)
);
comment on column app.invoice_line.fee_rule is 'Name of the fee rule; null: fees of several rules or of none';
comment on column app.invoice_line.count is 'Number of fees';
call app.protect('app.invoice_line');
grant select, insert on app.invoice_line to app_merchant;
grant select on app.invoice_line to app_platform;

-- Corrections that wait for, or were refused by, a second person of the provider.
create table app.credit_note_request (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  invoice_id text not null,
  fee_amount bigint not null check (fee_amount > 0),
  vat_amount bigint not null check (vat_amount >= 0),
  dpp_amount bigint not null check (dpp_amount >= 0),
  reason text not null,
  status text not null check (status in ('pending', 'issued', 'rejected')),
  credit_note_id text,
  requested_by_id text not null,
  requested_by text not null,
  created_at timestamptz(3) not null,
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  remark text,
  primary key (merchant_id, id),
  constraint credit_note_request_of foreign key (merchant_id, invoice_id) references app.invoice (merchant_id, id),
  constraint credit_note_request_made foreign key (merchant_id, credit_note_id) references app.invoice (merchant_id, id),
  constraint credit_note_request_decided check ((status = 'pending') = (decided_at is null)),
  constraint credit_note_request_persons check (status <> 'issued' or decided_by_id <> requested_by_id),
  constraint credit_note_request_issued check ((status = 'issued') = (credit_note_id is not null))
);
comment on table app.credit_note_request is 'Corrections of invoices by the provider, with two persons';
create index credit_note_request_invoice on app.credit_note_request (merchant_id, invoice_id, created_at desc, id desc);
call app.protect('app.credit_note_request');
grant select, insert, update on app.credit_note_request to app_merchant;
grant select on app.credit_note_request to app_platform;

-- The last number of a kind of document and month. Its row stays locked until the document is committed: no gaps.
create table app.invoice_counter (
  kind text not null check (kind in ('invoice', 'credit_note')),
  month date not null,
  last_number int not null check (last_number > 0),
  primary key (kind, month)
);
create function app.next_invoice_number(p_kind text, p_month date) returns int
language plpgsql volatile security definer set search_path = app, pg_catalog, pg_temp as $$
declare
  taken int;
begin
  insert into app.invoice_counter as c (kind, month, last_number) values (p_kind, p_month, 1)
  on conflict (kind, month) do update set last_number = c.last_number + 1
  returning c.last_number into taken;
  return taken;
end $$;
grant select, insert, update on app.invoice_counter to app_platform;
alter function app.next_invoice_number(text, date) owner to app_platform;
revoke all on function app.next_invoice_number(text, date) from public;
grant execute on function app.next_invoice_number(text, date) to app_merchant;

insert into app.notification_action (code, group_name, label, description, label_indonesian, description_indonesian,
  is_editable, is_security, default_active) values
  (1013, null, 'Invoice issued', 'A monthly invoice of your fees or a credit note was issued', 'Tagihan diterbitkan',
    'Tagihan bulanan atas biaya Anda atau nota kredit telah diterbitkan', true, false, true);
