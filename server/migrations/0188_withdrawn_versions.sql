-- The provider adds versions of standard fee rules, and withdraws versions that have not begun. Versions in force stay:
-- payments refer to them.
alter table app.fee_rule
  add column created_by text,
  add column created_at timestamptz(3);
alter table app.fee_rule drop constraint fee_rule_once;
alter table app.fee_rule add constraint fee_rule_once
  unique nulls not distinct (method, channel_code, criteria, amount_from, effective_from, version);
grant insert, delete on app.fee_rule to app_platform;
grant delete on app.merchant_fee_rule, app.settlement_term, app.merchant_settlement_term to app_platform;
