-- Which workers live. A worker that dies keeps its jobs locked; the others give them free when it was not seen for a
-- while. The job queue's role writes here (granted with the login roles); nobody else has business with it.
create table app.worker (
  id text primary key,
  seen_at timestamptz(3) not null
);
