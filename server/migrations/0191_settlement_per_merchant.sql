-- Members of a group are paid out each to its own account (decision 0092). No other mode could ever be chosen.
alter table app.account_group drop constraint account_group_settlement_mode_check;
alter table app.account_group add constraint account_group_settlement_mode check (settlement_mode = 'per_merchant');
