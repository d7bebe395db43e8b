-- Reports of disbursements, with schedules.
alter table app.report_schedule drop constraint report_schedule_report_type_check;
alter table app.report_schedule add constraint report_schedule_report_type_check
  check (report_type in ('settlement', 'transactions', 'balance', 'deposit', 'refund', 'disbursement', 'fee_invoice'));
alter table app.report_run drop constraint report_run_report_type_check;
alter table app.report_run add constraint report_run_report_type_check
  check (report_type in ('settlement', 'transactions', 'balance', 'deposit', 'refund', 'disbursement', 'fee_invoice'));
