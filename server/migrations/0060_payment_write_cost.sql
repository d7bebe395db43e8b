-- A recorded payment writes fewer index entries and checks fewer references.

-- Transfers: one key finds the movements of an object and keeps them unique; the key of reversals holds reversals only.
-- Ascending keys fill the pages of each account as time goes on, where descending ones split a page in halves each time.
alter table app.transfer drop constraint transfer_merchant_id_kind_reference_type_reference_id_key;
alter table app.transfer add constraint transfer_reference_key unique (merchant_id, reference_id, reference_type, kind);
drop index app.transfer_reference;
alter table app.transfer drop constraint transfer_merchant_id_reverses_id_key;
create unique index transfer_reverses on app.transfer (merchant_id, reverses_id) where reverses_id is not null;
drop index app.transfer_debit;
drop index app.transfer_credit;
create index transfer_debit on app.transfer (merchant_id, debit_account, posted_at, id);
create index transfer_credit on app.transfer (merchant_id, credit_account, posted_at, id);

-- A code that is paid changes no indexed column, and the page has room for its new version (heap-only update). The
-- condition on the status of stickers would prevent that for every code.
drop index app.qris_payment_history_due;
create index qris_payment_history_due on app.qris_payment (merchant_id, history_read_to) where type = 'static';
alter table app.qris_payment set (fillfactor = 75);

-- Merchants are never deleted and ids never change, and both tables are written together with rows that refer to them.
alter table app.rail_log drop constraint rail_log_merchant_id_fkey;
alter table app.notification_email_outbox drop constraint notification_email_outbox_merchant_id_fkey;
