-- A copy of an order that the bank never received carries the X-EXTERNAL-ID of the first one, by which the bank recognises
-- it. null: orders from before it was stored.
alter table app.bank_transfer add column external_id text;
comment on column app.bank_transfer.external_id is 'X-EXTERNAL-ID of the order, the same at every attempt to send it';

-- Open orders are asked about before ended ones, which are watched for two months.
create index bank_transfer_open_due on app.bank_transfer (next_check_at)
  where next_check_at is not null and ended_at is null;
