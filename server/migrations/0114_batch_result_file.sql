-- The result of every row is stored when a batch ends, and a row that is not paid keeps why.
alter table app.disbursement_batch
  add column language text not null default 'en' check (language in ('en', 'id')),
  add column result_file_id text;
alter table app.disbursement_batch
  add constraint disbursement_batch_result_file foreign key (merchant_id, result_file_id)
    references app.stored_file (merchant_id, id);
comment on column app.disbursement_batch.language is 'Language of the upload, and of the stored result';
comment on column app.disbursement_batch.result_file_id is 'File with the result of every row, stored when the batch ended';

alter table app.disbursement_batch_row
  add column exclusion text check (exclusion in ('error', 'approver', 'no_rail', 'duplicate_reference'));
alter table app.disbursement_batch_row
  add constraint disbursement_batch_row_exclusion check (exclusion is null or is_excluded);
comment on column app.disbursement_batch_row.exclusion is 'Why an excluded row is not paid; null in rows from before reasons were stored';
