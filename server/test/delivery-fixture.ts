/** Test fixture: a merchant with email and SFTP delivery, real SMTP and SFTP servers, and a manual clock. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@dasbor/contract/report-delivery';
import * as report from '@dasbor/contract/report';
import pg from 'pg';
import { type TestApp, type TestClient, type TestOptions, startTestApp } from './test-app.ts';
import { type Openssh, startOpenssh } from './openssh.ts';
import { type Smtp, startSmtp } from './smtp.ts';
import { createEgress } from '../src/egress/egress-client.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { reportJobs } from '../src/report/jobs.ts';

export const MINUTE_MS = 60_000;
export const { merchant_id } = KOPI_NUSANTARA;
/** The day before the start of the test clock. */
export const DAY = '2026-11-17';

export interface DeliveryFixture {
  app: TestApp;
  openssh: Openssh;
  smtp: Smtp;
  client: () => TestClient;
  /** Advances the clock and signs in again, because sessions expire. */
  advance: (by_ms: number) => Promise<void>;
  /** Configures delivery to both servers. */
  configure: (more?: object) => Promise<unknown>;
  /** Requests the transaction report of the day. Returns the run id. */
  request: () => Promise<string>;
  run: (job: string, payload?: Record<string, string>) => Promise<void>;
  deliver: (run_id: string) => Promise<void>;
  read: (run_id: string) => Promise<report.ReportRun>;
  /** Reads a file of the SFTP server. */
  readSftpFile: (name: string | null) => Buffer;
  /** Minutes until the next delivery of a run; undefined: none is scheduled. */
  minutesUntilNext: (run_id: string) => Promise<number | undefined>;
  /** Removes the next delivery due by `until` from the queue. `run_at` is null for immediate ones. */
  claimNextDelivery: (until: Date) => Promise<{ run_id: string; run_at: Date | null } | null>;
  close: () => Promise<void>;
}

export async function startDeliveryFixture(options: Pick<TestOptions, 'env'> = {}): Promise<DeliveryFixture> {
  const [openssh, smtp] = await Promise.all([startOpenssh(), startSmtp()]);
  const app = await startTestApp({
    ...options,
    change: (deps) => ({
      ...deps,
      egress: createEgress(deps.env, { allow: [{ host: '127.0.0.1', port: openssh.port }] }),
      mailer: createMailer({ ...deps.env, SMTP_URL: smtp.url }),
    }),
  });
  const owner = new pg.Client({ connectionString: app.database.owner_url });
  await owner.connect();
  let client = await app.signIn('superadmin@kopi.example');
  const run = async (name: string, payload: Record<string, string> = {}): Promise<void> => {
    await reportJobs.find((job) => job.name === name)?.run(app.deps, payload);
  };
  return {
    app,
    openssh,
    smtp,
    client: () => client,
    advance: async (by_ms) => {
      app.clock.advance(by_ms);
      client = await app.signIn('superadmin@kopi.example');
    },
    configure: (more = {}) =>
      client.ok(contract.saveNotificationConfiguration, {
        body: {
          email_recipients: 'a@kopi.example,b@kopi.example',
          email_delivery_enabled: true,
          sftp_delivery_enabled: true,
          sftp_host: '127.0.0.1',
          sftp_port: openssh.port,
          sftp_username: openssh.username,
          sftp_password: openssh.password,
          ...more,
        },
      }),
    request: async () => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      return (await client.ok(report.createReportRun, { body: { business_day: DAY }, headers })).data.id;
    },
    run,
    deliver: (run_id) => run('deliver_report', { merchant_id, run_id }),
    read: async (id) => (await client.ok(report.getReportRun, { params: { id } })).data,
    readSftpFile: (name) => readFileSync(join(openssh.home, name ?? '')),
    minutesUntilNext: async (run_id) => {
      const at = await findNextRun(owner, run_id);
      return at && Math.round((at.getTime() - app.clock.now().getTime()) / MINUTE_MS);
    },
    claimNextDelivery: (until) => claimNextDelivery(owner, until),
    close: async () => {
      await owner.end();
      await app.close();
      await smtp.stop();
      await openssh.remove();
    },
  };
}

async function findNextRun(owner: pg.Client, run_id: string): Promise<Date | undefined> {
  const { rows } = await owner.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [
    `deliver_report:${run_id}`,
  ]);
  return rows[0]?.run_at;
}

/** Immediate jobs have the database's time instead of the test clock's. */
async function claimNextDelivery(owner: pg.Client, until: Date) {
  const { rows } = await owner.query<{ run_id: string; run_at: Date | null }>(
    `delete from graphile_worker._private_jobs where id = (
       select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'deliver_report' and (j.run_at <= $1 or j.run_at = j.created_at)
       order by j.run_at = j.created_at desc, j.run_at, j.id limit 1)
     returning payload->>'run_id' as run_id, case when run_at <> created_at then run_at end as run_at`,
    [until],
  );
  return rows[0] ?? null;
}
