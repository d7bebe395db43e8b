/** What happens to exports without anybody waiting: making them, saying that they are ready, and ending them. */
import { enqueue } from '../db/enqueue.ts';
import { type PlatformTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { MailError } from '../mail/mailer.ts';
import { listExpired, listStalled, markExpired } from './queries.ts';
import { buildReadyMail } from './ready-mail.ts';
import { findRequester } from './requester.ts';
import { findReadyExport, markMailed } from './run-queries.ts';
import { deleteFiles, runExport, publishExport } from './run.ts';
import { ATTEMPTS_MAX, STALLED_AFTER_MS, getQueue } from './rules.ts';

/** Exports looked at in one run; the next run takes the rest. */
const BATCH = 200;

const run: Job = {
  name: 'run_export',
  run: (deps, { merchant_id, id }) => runExport(deps, String(merchant_id), String(id)),
};

/** Has an export made; a second call while it waits changes nothing. */
export const enqueueRun = (tx: Parameters<typeof enqueue>[0], merchant_id: string, id: string): Promise<void> =>
  enqueue(
    tx,
    run.name,
    { merchant_id, id },
    { job_key: `export:${id}`, queue: getQueue(merchant_id), max_attempts: ATTEMPTS_MAX },
  );

/**
 * Sends the mail unless it was sent. Throws MailError to be tried again. A crash between the server's "taken" and our
 * note may send it twice, under the same Message-ID.
 */
const mail: Job = {
  name: 'mail_export',
  run: async (deps, payload) => {
    const { merchant_id, id } = { merchant_id: String(payload['merchant_id']), id: String(payload['id']) };
    const made = await asMerchant(deps.db, merchant_id, (tx) => findReadyExport(tx, id));
    if (made === undefined || made.mailed_at !== null || made.expires_at === null) return;
    const requester = await findRequester(deps, merchant_id, made.created_by);
    if (requester === null) return;
    const { list, format, row_count, expires_at, message_id } = made;
    const url = `${deps.env.PUBLIC_URL.replace(/\/$/, '')}/dashboard?files=exports`;
    const words = buildReadyMail({ list, format, row_count: row_count ?? 0, expires_at }, requester, url);
    try {
      await deps.mailer.send({ ...words, to: requester.email, message_id });
    } catch (error) {
      if (error instanceof MailError && error.code !== 'temporary') {
        deps.log.warn({ err: error, export_id: id }, 'the mail about an export was refused');
        return;
      }
      throw error;
    }
    await asMerchant(deps.db, merchant_id, (tx) => markMailed(tx, id, deps.clock.now()));
  },
};

const expire: Job = {
  name: 'expire_exports',
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

/** Exports whose worker died and whose job no queue remembers. */
const sweep: Job = {
  name: 'sweep_exports',
  run: (deps) => {
    const silent_since = new Date(deps.clock.now().getTime() - STALLED_AFTER_MS);
    return forEach(
      deps,
      (tx) => listStalled(tx, silent_since, BATCH),
      ({ merchant_id, id }) => asMerchant(deps.db, merchant_id, (tx) => enqueueRun(tx, merchant_id, id)),
    );
  },
};

interface ExportKey {
  merchant_id: string;
  id: string;
}

/** One failure does not keep the others from their turn; the next run tries it again. */
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
