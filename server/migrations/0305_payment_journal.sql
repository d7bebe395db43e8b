-- A payment names the journal that posted it, so that its settlement does not search the ledger for it.
alter table app.transaction add column journal_id text;
comment on column app.transaction.journal_id is
  'Journal that posted the payment to the ledger; NULL: not paid, or settled before journals were recorded here';

-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.transaction no force row level security;
alter table app.transfer no force row level security;
update app.transaction t set journal_id = f.journal_id
from app.transfer f
where t.settlement_status = 'unsettled' and f.merchant_id = t.merchant_id and f.kind = 'payment'
  and f.reference_type = 'transaction' and f.reference_id = t.id;
alter table app.transfer force row level security;
alter table app.transaction force row level security;

-- A payment without its journal would never be settled.
alter table app.transaction add constraint transaction_unsettled_journal check (
  settlement_status <> 'unsettled' or journal_id is not null);
