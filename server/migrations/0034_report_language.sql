-- PDF reports are written in the language of whoever requested them or saved their schedule.
alter table app.report_run add column language text not null default 'en' check (language in ('en', 'id'));
alter table app.report_schedule add column language text not null default 'en' check (language in ('en', 'id'));
comment on column app.report_run.language is 'Language of a PDF; CSV and Excel files have the same columns in every language';
comment on column app.report_schedule.language is 'Language of the PDFs that the schedule creates';
