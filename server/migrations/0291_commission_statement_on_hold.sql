-- Payouts of commissions are held while the merchant that earns them may not pay out (decision 0142).
alter table app.commission_statement drop constraint commission_statement_status_check;
alter table app.commission_statement add constraint commission_statement_status_check
  check (status in ('open', 'closed', 'pending_approval', 'approved', 'on_hold', 'processing', 'paid', 'failed'));
create index commission_statement_on_hold on app.commission_statement (merchant_id) where status = 'on_hold';
