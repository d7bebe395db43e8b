-- The activity of the provider's staff about one object, newest first.
create index provider_event_object on app.provider_event (object_id, at desc, id desc) where object_id is not null;
