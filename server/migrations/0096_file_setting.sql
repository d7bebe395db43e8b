-- How the CSV files of a merchant are written. No row: with commas.
create table app.file_setting (
  merchant_id text primary key references app.merchant (merchant_id),
  csv_delimiter text not null check (csv_delimiter in (',', ';', E'\t')),
  updated_at timestamptz(3) not null,
  updated_by text not null
);
call app.protect('app.file_setting');
grant select, insert, update on app.file_setting to app_merchant;
grant select on app.file_setting to app_platform;
-- Reports offer the same delimiters.
alter table app.report_run drop constraint report_run_delimiter_check;
alter table app.report_run add constraint report_run_delimiter_check check (delimiter in (',', ';', E'\t'));
alter table app.report_schedule drop constraint report_schedule_delimiter_check;
alter table app.report_schedule add constraint report_schedule_delimiter_check check (delimiter in (',', ';', E'\t'));
