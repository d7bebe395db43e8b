-- Refund transfers are orders to the bank like those of disbursements.

-- A transfer that the bank reported as failed and executed after all, when another refund may have taken its place: the
-- money has left, so the refunded amount can exceed the payment.
alter table app.refund
  add column late_at timestamptz(3);
alter table app.refund
  add constraint refund_late check (late_at is null or method = 'transfer');
comment on column app.refund.late_at is 'When the bank was found to have executed the transfer although it was reported as failed';
do $$
declare
  v_name text;
begin
  for v_name in
    select c.conname from pg_constraint c
    where c.conrelid = 'app.transaction'::regclass and c.contype = 'c'
      and pg_get_constraintdef(c.oid) like '%refunded_amount <= amount%'
  loop
    execute format('alter table app.transaction drop constraint %I', v_name);
  end loop;
end $$;
alter table app.transaction add constraint transaction_refunded check (refunded_amount >= 0);

-- Transfers that are under way, or that the receiving bank may still return. 014 is the bank of the provider's account.
alter table app.refund no force row level security;
alter table app.account_check no force row level security;
alter table app.bank_transfer no force row level security;
insert into app.bank_transfer (merchant_id, id, subject_type, subject_id, attempt, partner_reference_no, rail, service,
  bank_code, account_last4, amount, status, first_sent_at, last_sent_at, next_check_at, bank_reference, ended_at)
select r.merchant_id, 'btr_' || substr(r.id, 5), 'refund', r.id, 1, r.partner_reference_no,
  case when c.bank_code = '014' then 'intrabank' else 'bi_fast' end, case when c.bank_code = '014' then '17' else '18' end,
  c.bank_code, c.account_last4, r.amount, case when r.status = 'processing' then 'unknown' else 'succeeded' end, r.sent_at,
  r.sent_at, coalesce(r.last_checked_at, r.sent_at), r.provider_reference,
  case when r.status = 'succeeded' then r.completed_at end
from app.refund r
join app.account_check c on c.merchant_id = r.merchant_id and c.id = r.account_check_id
where r.method = 'transfer' and r.status in ('processing', 'succeeded') and r.sent_at is not null;
alter table app.refund force row level security;
alter table app.account_check force row level security;
alter table app.bank_transfer force row level security;

drop index app.refund_may_return;
alter table app.refund drop column return_checked_at;
