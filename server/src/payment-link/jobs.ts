/** Background jobs of payment links. Every job is idempotent and safe to run concurrently. */
import { type PlatformTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { findLink } from './queries.ts';
import { refreshLink } from './refresh.ts';
import { type DueLink, listOverdueLinks, listLinksWithDueReminder } from './refresh-queries.ts';
import { remindCustomer } from './remind.ts';
import { publishLink, sendLinkEmail } from './send-email.ts';

/** Maximum number of links per run; the next run continues. */
const BATCH = 500;
/** Number of links processed in parallel. */
const CONCURRENCY = 4;

/** Runs after each status change of a link's payment. */
const refresh: Job = {
  name: 'refresh_payment_link',
  lane: 'ledger',
  run: (deps, { merchant_id, id }) =>
    asMerchant(deps.db, String(merchant_id), (tx) => refreshLink(tx, String(id), deps.clock.now())),
};

/** Publishes the slug if the process that created the link crashed before doing so. */
const publish: Job = {
  name: 'publish_payment_link',
  lane: 'ledger',
  run: async (deps, { merchant_id, id }) => {
    const link = await asMerchant(deps.db, String(merchant_id), (tx) => findLink(tx, String(id)));
    if (link === undefined) throw new Error(`Payment link ${id} not found`);
    await publishLink(deps, String(merchant_id), link);
  },
};

const sendMail: Job = {
  name: 'send_payment_link_email',
  lane: 'mail',
  run: (deps, { merchant_id, id }) => sendLinkEmail(deps, String(merchant_id), String(id)),
};

/** Expires links whose payment period has ended. */
const expire: Job = {
  name: 'expire_payment_links',
  lane: 'ledger',
  run: (deps) =>
    forEachDueLink(deps, listOverdueLinks, ({ merchant_id, id }) =>
      asMerchant(deps.db, merchant_id, (tx) => refreshLink(tx, id, deps.clock.now())),
    ),
};

const remind: Job = {
  name: 'remind_payment_links',
  lane: 'mail',
  run: (deps) =>
    forEachDueLink(deps, listLinksWithDueReminder, ({ merchant_id, id }) =>
      asMerchant(deps.db, merchant_id, (tx) => remindCustomer(tx, deps, id, deps.clock.now())),
    ),
};

async function forEachDueLink(
  deps: Deps,
  list: (tx: PlatformTx, at: Date, limit: number) => Promise<DueLink[]>,
  work: (link: DueLink) => Promise<void>,
): Promise<void> {
  const due = await asPlatform(deps.db, (tx) => list(tx, deps.clock.now(), BATCH));
  await forEachDue(deps, { due, concurrency: CONCURRENCY }, work);
}

export const paymentLinkJobs: Job[] = [refresh, publish, sendMail, expire, remind];
