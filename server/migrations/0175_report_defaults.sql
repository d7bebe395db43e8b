-- Format and language of reports that nobody chose (decision 0101).
alter table app.file_setting
  add column report_format text not null default 'csv' check (report_format in ('csv', 'xlsx', 'pdf')),
  add column report_language text check (report_language in ('en', 'id'));
comment on column app.file_setting.report_format is 'Format that new schedules and reports start with';
comment on column app.file_setting.report_language is 'Language of new PDF reports; null: that of the person who creates them';
