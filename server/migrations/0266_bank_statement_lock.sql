-- Bank statements are matched one change at a time: two would each take a movement that the other counts on.
insert into app.named_lock (name) values ('bank_statement_match');
