-- Names of account fields: verified_name is the holder as the bank reported it, account_name the holder as the request or the
-- file gave it.
alter table app.account_check rename column account_name to verified_name;
alter table app.disbursement rename column account_name to verified_name;
alter table app.disbursement rename column given_name to account_name;
comment on column app.account_check.verified_name is 'Account holder, as the bank reported it';
comment on column app.disbursement.account_name is 'Account holder as the request or the file of the batch gave it';

-- Column layouts of people.
update app.list_layout l
set columns = (
  select jsonb_agg(case when r.column_id is null then c.item else c.item || jsonb_build_object('id', r.column_id) end
    order by c.position)
  from jsonb_array_elements(l.columns) with ordinality as c (item, position)
  left join (values ('account', 'account_last4'), ('account_name', 'verified_name')) as r (former_id, column_id)
    on r.former_id = c.item ->> 'id')
where l.list in ('disbursements', 'disbursements-awaiting', 'merchant-disbursements', 'beneficiaries')
  and jsonb_array_length(l.columns) > 0;

-- Columns of exports, also of those that are not written yet.
alter table app.export no force row level security;
update app.export e
set request = jsonb_set(e.request, '{query,columns}', to_jsonb((
  select string_agg(coalesce(r.field, c.field), ',' order by c.position)
  from regexp_split_to_table(e.request -> 'query' ->> 'columns', '\s*,\s*') with ordinality as c (field, position)
  left join (values
    ('disbursements', 'account', 'account_last4'),
    ('disbursements', 'account_name', 'verified_name'),
    ('disbursements', 'given_name', 'account_name'),
    ('beneficiaries', 'account', 'account_last4'),
    ('refunds', 'beneficiary_account', 'beneficiary_account_last4')
  ) as r (list, former_field, field) on r.list = e.list and r.former_field = c.field)))
where e.list in ('disbursements', 'beneficiaries', 'refunds') and e.request -> 'query' ? 'columns';
alter table app.export force row level security;
