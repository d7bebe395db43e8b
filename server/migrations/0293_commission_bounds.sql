-- The bounds of a rule limit its commission, not an amount of the payment; fee rules name theirs fee_min and fee_max.
alter table app.commission_rule rename column amount_min to commission_min;
alter table app.commission_rule rename column amount_max to commission_max;
