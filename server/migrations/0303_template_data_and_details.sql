-- The values that the template of an email is filled with, and the details of what needs approval, in the field's standard terms.
alter table app.notification_email_outbox rename column facts to template_data;
alter table app.approval_request rename column facts to details;
comment on column app.notification_email_outbox.template_data is
  'Values that the template of the email is filled with, as of the event';
comment on column app.approval_request.details is 'Details of the subject that an approver needs, as of the request';
