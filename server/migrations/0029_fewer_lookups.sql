-- Fewer look-ups per row in the settlement run.

-- Lines that a batch held when its run began, and those that came from elsewhere than from its pages: while there are
-- none, no payment of a page can be in the batch already. Batches of before may hold some, so they say 1.
alter table app.settlement_batch add column run_line_no int not null default 1;
alter table app.settlement_batch alter column run_line_no set default 0;
