-- The person behind an API key, by identity: approvals by a second person compare user ids, never names.
alter table app.api_key add column owner_id text;
comment on column app.api_key.owner_id is 'Id of the user behind the key';
alter table app.balance_transfer add column requested_by_owner text;
comment on column app.balance_transfer.requested_by_owner is 'Id of the user who requested it, directly or through an API key';
comment on column app.refund.requested_by_owner is 'Id of the user who requested it, directly or through an API key';

-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted while the existing rows are completed.
alter table app.api_key no force row level security;
alter table app.audit_log no force row level security;
alter table app.refund no force row level security;
alter table app.balance_transfer no force row level security;

-- The audit log names the creator of each key; a key that another key created leads to that key's creator.
with recursive origin as (
  select a.merchant_id, a.object_id as key_id, a.actor_type, a.actor_id
  from app.audit_log a where a.action = 'api_key.created'
  union all
  select o.merchant_id, o.key_id, a.actor_type, a.actor_id
  from origin o
  join app.audit_log a on a.merchant_id = o.merchant_id and a.action = 'api_key.created' and a.object_id = o.actor_id
  where o.actor_type = 'api_key'
)
update app.api_key k set owner_id = o.actor_id
from origin o where o.merchant_id = k.merchant_id and o.key_id = k.id and o.actor_type = 'user';
-- A key without an audit entry (the sandbox's): the only user of the merchant with the creator's name.
update app.api_key k set owner_id = l.user_id
from (select merchant_id, name, min(user_id) as user_id from app.login group by merchant_id, name having count(*) = 1) l
where k.owner_id is null and l.merchant_id = k.merchant_id and l.name = k.created_by
  and not exists (select from app.audit_log a where a.merchant_id = k.merchant_id and a.object_id = k.id);
-- Fails closed: a key without a known person stops working.
update app.api_key k set revoked_at = now() where k.owner_id is null and k.revoked_at is null;
update app.refund r set requested_by_owner = coalesce(
  (select k.owner_id from app.api_key k where k.merchant_id = r.merchant_id and k.id = r.requested_by_id), r.requested_by_id)
where r.requested_by_type = 'api_key';
update app.balance_transfer b set requested_by_owner = coalesce(
  (select k.owner_id from app.api_key k where k.merchant_id = b.merchant_id and k.id = b.requested_by_id), b.requested_by_id);

alter table app.api_key force row level security;
alter table app.audit_log force row level security;
alter table app.refund force row level security;
alter table app.balance_transfer force row level security;

alter table app.balance_transfer alter column requested_by_owner set not null;
alter table app.api_key add constraint api_key_owner check (owner_id is not null or revoked_at is not null);
-- Not validated: rows that were decided before stay as they are.
alter table app.refund add constraint refund_second_person
  check (decided_by_id is null or decided_by_id <> requested_by_owner) not valid;
alter table app.balance_transfer add constraint balance_transfer_second_person
  check (decided_by_id is null or decided_by_id <> requested_by_owner or status = 'rejected') not valid;
