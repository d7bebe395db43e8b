-- The totals of a batch are added with each page of lines, instead of when it is closed.
-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.settlement_batch no force row level security;
alter table app.settlement_line no force row level security;
update app.settlement_batch b set transaction_count = l.transaction_count, gross_amount = l.gross,
  refund_amount = l.refund, fee_amount = l.fee, fee_vat_amount = l.vat, commission_amount = l.commission,
  adjustment_amount = l.adjustment, net_amount = l.net, period_from = l.period_from, period_to = l.period_to
from (
  select merchant_id, batch_id, count(*) filter (where line_type = 'payment') as transaction_count,
    sum(gross_amount) as gross, sum(refund_amount) as refund, sum(fee_amount) as fee, sum(fee_vat_amount) as vat,
    sum(commission_amount) as commission, sum(adjustment_amount) as adjustment, sum(net_amount) as net,
    min(occurred_at) filter (where line_type = 'payment') as period_from,
    max(occurred_at) filter (where line_type = 'payment') as period_to
  from app.settlement_line group by merchant_id, batch_id) l
where b.status = 'open' and l.merchant_id = b.merchant_id and l.batch_id = b.id;
alter table app.settlement_line force row level security;
alter table app.settlement_batch force row level security;
