-- Figures over the merchants of a shared user: the roll-ups of payments, refunds and disbursements for the readers.
call app.show_to_readers('app.day_roll');
call app.show_to_readers('app.day_mark');
call app.show_to_readers('app.transaction_day');
call app.show_to_readers('app.transaction_month');
call app.show_to_readers('app.transaction_wait_day');
call app.show_to_readers('app.transaction_wait_month');
call app.show_to_readers('app.transaction_hour_day');
call app.show_to_readers('app.transaction_hour_month');
call app.show_to_readers('app.payment_link_day');
call app.show_to_readers('app.payment_link_detail_month');
call app.show_to_readers('app.payment_link_wait_day');
call app.show_to_readers('app.payment_link_wait_month');
call app.show_to_readers('app.refund_day');
call app.show_to_readers('app.refund_hour_day');
call app.show_to_readers('app.refund_wait_day');
call app.show_to_readers('app.disbursement_day');
call app.show_to_readers('app.disbursement_hour_day');
call app.show_to_readers('app.disbursement_wait_day');
grant select on app.day_roll, app.day_mark, app.transaction_day, app.transaction_month, app.transaction_wait_day,
  app.transaction_wait_month, app.transaction_hour_day, app.transaction_hour_month, app.payment_link_day,
  app.payment_link_detail_month, app.payment_link_wait_day, app.payment_link_wait_month, app.refund_day,
  app.refund_hour_day, app.refund_wait_day, app.disbursement_day, app.disbursement_hour_day, app.disbursement_wait_day
  to app_reader, app_provider_reader;
