-- Jobs that were queued under a former name never run, because no task has that name any more: they take the present
-- name, and so does their key, unless a job with that key is queued already. The queue is absent on the first start.
do $$
declare
  v_names constant text[] := array[
    ['ask_bank_about_deposit_va', 'sync_deposit_va'],
    ['drop_refunds_of_reversed', 'reject_refunds_of_reversed'],
    ['tell_settled_payments', 'sync_settled_payments']
  ];
  v_name text[];
  v_task int;
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  foreach v_name slice 1 in array v_names loop
    insert into graphile_worker._private_tasks (identifier) values (v_name[2]) on conflict (identifier) do nothing;
    select t.id into strict v_task from graphile_worker._private_tasks t where t.identifier = v_name[2];
    update graphile_worker._private_jobs j
    set task_id = v_task, attempts = 0, last_error = null, run_at = least(j.run_at, now()),
      key = case when exists (select from graphile_worker._private_jobs o
          where o.key = replace(j.key, v_name[1] || ':', v_name[2] || ':')) then j.key
        else replace(j.key, v_name[1] || ':', v_name[2] || ':') end
    from graphile_worker._private_tasks f
    where f.identifier = v_name[1] and j.task_id = f.id;
  end loop;
end $$;
