-- When the bank was last asked for the history of a sticker, answered or not: those asked longest ago are next.
alter table app.qris_payment add column history_checked_at timestamptz(3);
