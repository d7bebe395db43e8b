-- "Email" is the word for what is sent, everywhere: the emails of payment links, and the jobs that send emails.
alter table app.payment_link_mail rename to payment_link_email;
alter index app.payment_link_mail_newest rename to payment_link_email_newest;
alter index app.payment_link_mail_of rename to payment_link_email_of_link;

-- Jobs that were queued under a former name never run, because no task has that name any more. The queue is absent on the
-- first start.
do $$
declare
  v_names constant text[] := array[
    ['send_payment_link_mail', 'send_payment_link_email'],
    ['mail_export', 'send_export_email']
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
    set task_id = v_task, attempts = 0, last_error = null, run_at = least(j.run_at, now())
    from graphile_worker._private_tasks f
    where f.identifier = v_name[1] and j.task_id = f.id;
  end loop;
end $$;
