-- Merchants whose settlements the provider holds already.
alter table app.merchant no force row level security;
alter table app.settlement_setting no force row level security;
update app.merchant m set holds_settlements = true
where m.merchant_id in (select s.merchant_id from app.settlement_setting s where s.is_held);
alter table app.settlement_setting force row level security;
alter table app.merchant force row level security;
