-- Transfers from the available to the payout balance, and the last check of a deposit VA, in standard terms.
alter table app.balance_move rename to balance_transfer;
alter index app.balance_move_newest rename to balance_transfer_newest;
alter table app.deposit_va rename column asked_at to last_checked_at;
alter index app.deposit_va_asked rename to deposit_va_last_checked;
