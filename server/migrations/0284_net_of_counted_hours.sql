-- The net of the hourly counts is what is left of payments after refunds and reversals. Hours with either are counted again.
-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.transaction_hour no force row level security;
alter table app.transaction_mark no force row level security;
insert into app.transaction_mark as x (merchant_id, hour, id)
select distinct h.merchant_id, h.hour, '0284'
from app.transaction_hour h
where h.status = 'reversed' or h.refunded_amount > 0
returning x.hour;
alter table app.transaction_hour force row level security;
alter table app.transaction_mark force row level security;
comment on column app.transaction_hour.net_amount is
  'What paid payments have brought to the balance so far: after fees, VAT, refunds and reversals';
