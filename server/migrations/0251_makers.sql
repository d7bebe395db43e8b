-- Whoever made or changed the data of a request does not approve it, besides the one who submitted it.
alter table app.disbursement_batch add column maker_ids text[] not null default '{}';
comment on column app.disbursement_batch.maker_ids is
  'Ids of the users and API keys that uploaded the file or changed its rows: none of them approves it';
alter table app.approval_request add column maker_ids text[] not null default '{}';
comment on column app.approval_request.maker_ids is
  'Ids of further users and API keys that made the data of the request: none of them approves it';

-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.disbursement_batch no force row level security;
alter table app.approval_request no force row level security;
update app.disbursement_batch set maker_ids = array[created_by_id];
update app.approval_request r set maker_ids = b.maker_ids
from app.disbursement_batch b
where r.subject_type = 'disbursement_batch' and r.status = 'pending'
  and b.merchant_id = r.merchant_id and b.id = r.subject_id;
alter table app.disbursement_batch force row level security;
alter table app.approval_request force row level security;
