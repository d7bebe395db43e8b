-- Payments that an early settlement of the provider has settled have a settlement status of their own.
alter table app.transaction drop constraint transaction_settlement_status_check;
alter table app.transaction add constraint transaction_settlement_status_check check (
  settlement_status in ('unsettled', 'scheduled', 'settled', 'early_settled', 'on_hold', 'reversed'));
comment on column app.settlement_batch.is_early is 'Whether an early settlement of the provider closed the batch';

-- The sweep of settlements updates the payments of earlier ones, a page at a time.
-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.settlement_batch no force row level security;
update app.settlement_batch set synced_status = null where is_early and status = 'paid';
alter table app.settlement_batch force row level security;
