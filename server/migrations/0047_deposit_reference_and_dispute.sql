-- Banks reuse reference numbers: two deposits with the same reference are told apart by the time of payment.
alter table app.deposit drop constraint deposit_merchant_id_bank_bank_reference_key;
alter table app.deposit add constraint deposit_bank_reference unique (merchant_id, bank, bank_reference, paid_at);

-- An adjustment for a dispute above a limit is proposed by one person of the provider and confirmed by another.
alter table app.settlement_dispute
  add column proposed_amount bigint check (proposed_amount <> 0),
  add column proposed_answer text,
  add column proposed_by text,
  add column proposed_by_id text,
  add column proposed_at timestamptz(3);
comment on column app.settlement_dispute.proposed_amount is 'Adjustment that waits for a second person of the provider, whole rupiah';
