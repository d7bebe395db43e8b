-- Payouts of settlements are orders to the bank like those of disbursements and refunds: one per attempt.
alter table app.bank_transfer add column late_at timestamptz(3);
comment on column app.bank_transfer.late_at is 'When it was found to be executed although it had been reported as failed';
comment on column app.bank_transfer.not_found_since is
  'Since when the bank says, without interruption, that it does not know the transfer; of a failed one, or that it failed';

-- 014 is the bank of the provider's account.
alter table app.settlement_batch no force row level security;
alter table app.settlement_attempt no force row level security;
alter table app.bank_account no force row level security;
alter table app.bank_transfer no force row level security;
insert into app.bank_transfer (merchant_id, id, subject_type, subject_id, attempt, partner_reference_no, rail, service,
  bank_code, account_last4, amount, status, first_sent_at, last_sent_at, next_check_at, bank_reference, ended_at, late_at)
select b.merchant_id, 'btr_' || substr(b.id, 5) || lpad(n.attempt::text, 2, '0'), 'settlement_batch', b.id, n.attempt,
  r.reference, n.rail, coalesce(n.service, case when a.bank_code = '014' then '17' else '18' end), a.bank_code,
  a.account_last4, b.net_amount, s.status, n.sent_at, n.sent_at, n.sent_at,
  case when s.status = 'succeeded' then b.bank_reference end, case when s.status = 'unknown' then null else b.updated_at end,
  n.recovered_at
from app.settlement_attempt n
join app.settlement_batch b on b.merchant_id = n.merchant_id and b.id = n.batch_id
join app.bank_account a on a.merchant_id = n.merchant_id and a.id = n.bank_account_id
cross join lateral (select 'STL' || substr(b.id, 5) || lpad(n.attempt::text, 2, '0') as reference) r
cross join lateral (
  select case when b.partner_reference_no is not distinct from r.reference and b.status = 'processing' then 'unknown'
    when b.partner_reference_no is not distinct from r.reference and b.status = 'paid' then 'succeeded'
    when n.recovered_at is not null or (b.status = 'returned' and n.attempt = b.attempts) then 'returned'
    else 'failed' end as status) s;
alter table app.settlement_batch force row level security;
alter table app.bank_account force row level security;
alter table app.bank_transfer force row level security;

drop table app.settlement_attempt;
