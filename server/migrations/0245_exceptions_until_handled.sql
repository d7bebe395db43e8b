-- Exceptions stay until they are handled, so closed decisions are kept and looked up by object; failed payouts of
-- commission statements are few among many.
create index commission_statement_failed on app.commission_statement (updated_at) where status = 'failed';
create index exception_handling_closed on app.exception_handling (kind, object_id, occurrence) where resolved_at is not null;
-- The newest callback of each cause is kept.
create index unmatched_callback_of_cause on app.unmatched_callback (endpoint, response_code, md5(reason), id);
