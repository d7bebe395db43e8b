/** Each statement that fails on a sharded database is recognised when it is introduced again. */
import { expect, test } from 'vitest';
import { type StatementProblem, type StatementRole, listStatementProblems } from './shard-lint.ts';

test.each<[string, string, StatementProblem[]]>([
  [
    'insert … select … returning without an alias',
    'insert into app.transaction_mark (merchant_id, hour) select t.merchant_id, $1 from app.transaction t where t.merchant_id = $2 returning hour',
    ['insert_select_without_alias'],
  ],
  [
    'with an alias',
    'insert into app.mark as m (merchant_id) select t.merchant_id from app.t t where t.merchant_id = $1 returning m.hour',
    [],
  ],
  [
    'with ON CONFLICT',
    'insert into app.m (a) select t.a from app.t t where t.merchant_id = $1 on conflict (a) do nothing returning a',
    [],
  ],
  [
    'without RETURNING',
    'insert into app.m (a) select t.a from app.t t where t.merchant_id = $1',
    ['insert_select_without_returning'],
  ],
  ['of values', 'insert into app.m (a) values ($1), ($2) returning a', []],
  ['into a local table', 'insert into app.session (a) select $1::text returning a', []],
  [
    'in a CTE',
    'with x as (insert into app.m (a) select a from app.t where merchant_id = $1 returning a), y as (select 1) select * from x',
    ['insert_select_without_alias'],
  ],
  [
    'RETURNING of another CTE',
    'with x as (insert into app.m (a) values ($1)), y as (delete from app.z z where z.merchant_id = $2 returning a) select 1',
    [],
  ],
  [
    'a simple CASE in an insert',
    "insert into app.m as x (a) select case t.kind when 'a' then 1 else 2 end from app.t t where t.merchant_id = $1 returning x.a",
    ['simple_case_in_write'],
  ],
  [
    'a simple CASE in an update',
    "update app.t set a = case kind when 'a' then 1 end where merchant_id = $1",
    ['simple_case_in_write'],
  ],
  ['a searched CASE', "update app.t set a = case when kind = 'a' then 1 end where merchant_id = $1", []],
  ['a simple CASE in a read', "select case t.kind when 'a' then 1 end from app.t t where t.merchant_id = $1", []],
  [
    'a time computed from a column in an update',
    "update app.t t set b = 1 where t.merchant_id = $1 and t.at + interval '1 hour' < $2",
    ['time_of_column_in_update'],
  ],
  [
    'with the interval as a parameter',
    'update app.t set b = at - $2::interval where merchant_id = $1',
    ['time_of_column_in_update'],
  ],
  [
    'a column cut to the hour in an update',
    "update app.t set b = date_trunc('hour', at) where merchant_id = $1",
    ['time_of_column_in_update'],
  ],
  [
    'a time computed from a parameter',
    "update app.t set b = $1::timestamptz + interval '1 hour' where merchant_id = $2",
    [],
  ],
  [
    'a search function beside a table',
    'select t.id from app.transaction t where t.merchant_id = $3 and t.id in (select found.id from app.search_transactions($1, $2) as found(id))',
    ['search_function_beside_table'],
  ],
  ['an advisory lock', "select pg_advisory_xact_lock(hashtext('rules'))", ['advisory_lock']],
  ['the lock of a row', 'select 1 from app.merchant where merchant_id = $1 for no key update', []],
  [
    'an insert beside the lock of a row',
    'with i as (insert into app.m (merchant_id) values ($1) returning a) select t.a from app.t t where t.merchant_id = $1 for no key update of t',
    ['write_beside_lock'],
  ],
  [
    'a write of locked rows',
    'with l as (select t.id from app.t t where t.merchant_id = $1 for no key update) update app.t x set a = 1 from l where x.merchant_id = $1 and x.id = l.id',
    [],
  ],
  ['a search function alone', 'select found.id from app.search_transactions($1, $2) as found(id)', []],
  [
    'an outer join on a parameter',
    'select b.id from app.merchant m left join app.settlement_batch b on b.merchant_id = $1 and b.id = $2 where m.merchant_id = $1',
    ['outer_join_on_parameter'],
  ],
  [
    'an outer join on a NULL literal',
    'select b.id from app.merchant m left join app.b b on b.merchant_id = $1 and b.id = null where m.merchant_id = $1',
    ['outer_join_on_parameter'],
  ],
  [
    'an outer join on a column',
    'select b.id from app.t t left join app.b b on b.merchant_id = $1 and b.id = t.b_id and b.kind = $2 where t.merchant_id = $1',
    [],
  ],
  [
    'an outer join whose inner side lacks the merchant',
    'select b.id from app.t t left join app.b b on b.merchant_id = t.merchant_id and b.id = t.b_id where t.merchant_id = $1',
    ['table_without_merchant'],
  ],
  [
    'a subquery without the merchant',
    'select 1 from app.t t where t.merchant_id = $1 and exists (select from app.b where b.t_id = t.id)',
    ['table_without_merchant'],
  ],
  [
    'the second arm of a union without the merchant',
    'select a from app.t where merchant_id = $1 union all select a from app.b',
    ['table_without_merchant'],
  ],
  ['a delete without the merchant', 'delete from app.t where id = $1', ['table_without_merchant']],
  [
    'a join with a table of the coordinator',
    'select t.a from app.t t join app.login l on l.user_id = t.user_id where t.merchant_id = $1',
    ['join_with_local_table'],
  ],
  ['several merchants', 'select 1 from app.t t where t.merchant_id = any ($1::text[])', []],
  ['a reference table', 'select f.id from app.fee_rule f', []],
  ['a CTE', 'with page as (select id from app.t where merchant_id = $1) select id from page', []],
  [
    'a subquery in VALUES',
    'insert into app.m (a) values ((select max(a) from app.m where merchant_id = $1))',
    ['subquery_in_values'],
  ],
  ['a new merchant_id', 'update app.t set merchant_id = $1 where merchant_id = $2', ['merchant_changed']],
  [
    'MERGE',
    'merge into app.t t using (select 1 as a) s on t.merchant_id = $1 and t.a = s.a when matched then delete',
    ['merge'],
  ],
  ['COPY of a table', 'copy app.t to stdout', ['copy_of_table']],
  ['COPY of a query', "copy (select a from app.t where merchant_id = 'm') to stdout", []],
  ['SET among statements', "begin; set local app.merchant_id = 'm'", ['set_among_statements']],
  ['begin and enter', "begin; select app.enter('app_merchant', 'm')", []],
])('%s', (_name, statement, problems) => expect(listStatementProblems(statement)).toEqual(problems));

test.each<[string, StatementRole, string, StatementProblem[]]>([
  ['one table across merchants', 'app_platform', 'select a from app.t order by a limit 5', []],
  [
    'a join on the merchant',
    'app_platform',
    'select 1 from app.t t join app.b b on b.merchant_id = t.merchant_id and b.id = t.b_id',
    [],
  ],
  [
    'an outer join on the merchant',
    'app_platform',
    'select 1 from app.t t left join app.b b on b.merchant_id = t.merchant_id and b.id = t.b_id where t.a = $1',
    [],
  ],
  [
    'a join on something else',
    'app_platform',
    'select 1 from app.t t join app.b b on b.id = t.b_id',
    ['join_without_merchant'],
  ],
  [
    'a lock across merchants',
    'app_platform',
    'select a from app.t order by a limit 5 for no key update skip locked',
    ['lock_without_merchant'],
  ],
  [
    'a membership that is looked for on every node',
    'app_login',
    'select m.merchant_id from app.membership m where m.user_id = $1',
    ['table_without_merchant'],
  ],
  [
    'memberships of given merchants',
    'app_login',
    'select m.merchant_id from app.membership m where m.user_id = $1 and m.merchant_id = any ($2::text[])',
    [],
  ],
  [
    'a recursion across merchants',
    'app_platform',
    'with recursive up as (select a, b from app.t union select t.a, t.b from app.t t join up on up.a = t.b) select a from up',
    ['recursion_without_merchant'],
  ],
  [
    'a recursion over groups',
    'app_platform',
    'with recursive up as (select id from app.account_group union select g.id from app.account_group g join up on up.id = g.parent_id) select id from up',
    [],
  ],
  [
    'an event before its payment',
    'app_merchant',
    'with e as (insert into app.transaction_event (merchant_id) values ($1)), t as (insert into app.transaction (merchant_id) values ($1)) select 1',
    ['child_before_parent'],
  ],
  [
    'a payment before its event',
    'app_merchant',
    'with t as (insert into app.transaction (merchant_id) values ($1)), e as (insert into app.transaction_event (merchant_id) values ($1)) select 1',
    [],
  ],
  ['a lock of a local table', 'app_login', 'select a from app.login where email = $1 for no key update', []],
  [
    'a lock that blocks the rows that refer to it',
    'app_login',
    'select a from app.login where email = $1 for update of login',
    ['lock_of_key'],
  ],
])('%s as %s', (_name, role, statement, problems) => expect(listStatementProblems(statement, role)).toEqual(problems));
