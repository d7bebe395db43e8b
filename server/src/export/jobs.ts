/** Export jobs: run, notify, expire, and the reconciliation sweep. */
import { enqueue } from '../db/enqueue.ts';
import { type PlatformTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { MailError } from '../mail/mailer.ts';
import { listExpired, listStalled, markExpired } from './queries.ts';
import { buildReadyEmail } from './ready-email.ts';
import { findRequester } from './requester.ts';
import { findReadyExport, markEmailed } from './run-queries.ts';
import { deleteFiles, runExport, publishExport } from './run.ts';
import { ATTEMPTS_MAX, STALLED_AFTER_MS, getQueue } from './rules.ts';

/** Exports per sweep; the next sweep continues. */
const BATCH = 200;

const run: Job = {
  name: 'run_export',
  lane: 'report',
  run: (deps, { merchant_id, id }) => runExport(deps, String(merchant_id), String(id)),
};

/** Enqueues the run of an export. Idempotent while the job is waiting. */
export const enqueueRun = (tx: Parameters<typeof enqueue>[0], merchant_id: string, id: string): Promise<void> =>
  enqueue(
    tx,
    run.name,
    { merchant_id, id },
    { job_key: `export:${id}`, queue: getQueue(merchant_id), max_attempts: ATTEMPTS_MAX },
  );

/**
 * Sends the notification email once it is ready. Throws MailError for a retry. At least once: a crash before the email is
 * marked as sent repeats it under the same Message-ID.
 */
const mail: Job = {
  name: 'send_export_email',
  lane: 'mail',
  run: async (deps, payload) => {
    const { merchant_id, id } = { merchant_id: String(payload['merchant_id']), id: String(payload['id']) };
    const made = await asMerchant(deps.db, merchant_id, (tx) => findReadyExport(tx, id));
    if (made === undefined || made.mailed_at !== null || made.expires_at === null) return;
    const requester = await findRequester(deps, merchant_id, made.created_by);
    // An API key has no mailbox; its owner polls the export.
    if (requester?.type !== 'user') return;
    const { list, format, row_count, expires_at, message_id } = made;
    const url = `${deps.env.PUBLIC_URL.replace(/\/$/, '')}/dashboard?files=exports`;
    const email = buildReadyEmail({ list, format, row_count: row_count ?? 0, expires_at }, requester, url);
    try {
      await deps.mailer.send({ ...email, to: requester.email, message_id });
    } catch (error) {
      if (error instanceof MailError && error.code !== 'temporary') {
        deps.log.warn({ err: error, export_id: id }, 'export notification email rejected');
        return;
      }
      throw error;
    }
    await asMerchant(deps.db, merchant_id, (tx) => markEmailed(tx, id, deps.clock.now()));
  },
};

const expire: Job = {
  name: 'expire_exports',
  lane: 'maintenance',
  run: (deps) =>
    forEach(
      deps,
      (tx) => listExpired(tx, deps.clock.now(), BATCH),
      async ({ merchant_id, id }) => {
        await deleteFiles(deps, merchant_id, id);
        await asMerchant(deps.db, merchant_id, async (tx) => {
          await markExpired(tx, id);
          await publishExport(tx, id);
        });
      },
    ),
};

/** Reconciliation sweep: exports whose worker crashed and whose job was lost. */
const sweep: Job = {
  name: 'sweep_exports',
  lane: 'report',
  run: (deps) => {
    const stalled_since = new Date(deps.clock.now().getTime() - STALLED_AFTER_MS);
    return forEach(
      deps,
      (tx) => listStalled(tx, stalled_since, BATCH),
      ({ merchant_id, id }) => asMerchant(deps.db, merchant_id, (tx) => enqueueRun(tx, merchant_id, id)),
    );
  },
};

interface ExportKey {
  merchant_id: string;
  id: string;
}

/** A failure does not stop the others; the next sweep retries it. */
async function forEach(
  deps: Deps,
  list: (tx: PlatformTx) => Promise<ExportKey[]>,
  work: (named: ExportKey) => Promise<void>,
): Promise<void> {
  for (const named of await asPlatform(deps.db, list)) {
    await work(named).catch((error: unknown) => deps.log.error({ err: error, export_id: named.id }, 'export failed'));
  }
}

export const exportJobs: Job[] = [run, mail, expire, sweep];
