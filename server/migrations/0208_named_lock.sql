-- Rows that serialise changes of what has no row of its own to lock. Advisory locks hold on one node only, so they do not
-- protect data of a sharded database.
create table app.named_lock (name text primary key);
insert into app.named_lock (name) values ('account_group_tree'), ('create_admin'), ('standard_fee_rule');
-- PostgreSQL asks for the right to update before it locks a row.
grant select, update on app.named_lock to app_platform, app_login;
