-- Banks reuse reference numbers: two deposits with the same reference are told apart by the time of payment.
alter table app.deposit drop constraint deposit_merchant_id_bank_bank_reference_key;
alter table app.deposit add constraint deposit_bank_reference unique (merchant_id, bank, bank_reference, paid_at);
