-- Standard names: the status that the payments of a batch were last synchronised to, and the request of an export.

alter table app.settlement_batch rename column told_status to synced_status;
alter table app.settlement_batch rename column told_line_no to synced_line_no;
alter index app.settlement_batch_untold rename to settlement_batch_unsynced;

alter table app.export rename column asked to request;
