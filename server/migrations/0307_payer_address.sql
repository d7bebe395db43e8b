-- Payments that still hold the address or browser of their payer, so that the retention reaches all of them, however old.
create index transaction_payer_address on app.transaction (merchant_id, id)
  where ip is not null or user_agent is not null;
