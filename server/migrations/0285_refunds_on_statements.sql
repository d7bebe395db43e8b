-- Lines of a bank statement also show refunds to the original payment method and payments that the bank reversed.
alter table app.bank_statement_match drop constraint bank_statement_match_object_type_check;
alter table app.bank_statement_match
  add constraint bank_statement_match_object_type_check check (
    object_type in ('transfer', 'transfer_return', 'deposit', 'payment', 'refund', 'reversal'));

-- They are read merchant by merchant, newest first, as payments are.
create index refund_to_original on app.refund (merchant_id, completed_at desc, id desc)
  where method = 'original' and status = 'succeeded';
create index transaction_event_reversal on app.transaction_event (merchant_id, at desc, transaction_id desc)
  where to_status = 'reversed' and from_status <> 'reversed';
