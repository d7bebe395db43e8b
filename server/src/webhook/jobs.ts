/** Jobs of webhooks. */
import * as duration from '@dasbor/contract/duration';
import { DISPATCH_WEBHOOKS_JOB } from '../db/webhook-events.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { DELIVER_WEBHOOKS_JOB, dispatchWebhooks, sweepWebhooks } from './dispatch.ts';
import { deliverWebhooks } from './deliver.ts';

/** A slow endpoint keeps its job this long; then its requests go on under the lease, and the job makes room for others. */
const JOB_WAIT_MS = duration.seconds(0.5);
/** Endpoints of a process whose requests go on without a job. */
const DETACHED_MAX = 100;
let detached = 0;

const dispatch: Job = {
  name: DISPATCH_WEBHOOKS_JOB,
  lane: 'webhook',
  run: async (deps, payload) => {
    const merchant_id = String(payload['merchant_id']);
    const endpoint_ids = await dispatchWebhooks(deps, merchant_id);
    // Here instead of in jobs of their own: most of the cost of an event would be the cost of its job.
    await Promise.all(endpoint_ids.map((endpoint_id) => deliverOrDetach(deps, { merchant_id, endpoint_id })));
  },
};

const deliver: Job = {
  name: DELIVER_WEBHOOKS_JOB,
  lane: 'webhook',
  run: (deps, { merchant_id, endpoint_id }) =>
    deliverOrDetach(deps, { merchant_id: String(merchant_id), endpoint_id: String(endpoint_id) }),
};

/** Delivers to an endpoint; a slow one goes on without the job. */
async function deliverOrDetach(deps: Deps, target: { merchant_id: string; endpoint_id: string }): Promise<void> {
  const work = deliverWebhooks(deps, target);
  if (detached >= DETACHED_MAX) return void (await work);
  let timer: NodeJS.Timeout | undefined;
  const is_slow = await Promise.race([
    work.then(() => false),
    new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), JOB_WAIT_MS);
    }),
  ]).finally(() => clearTimeout(timer));
  if (!is_slow) return;
  detached += 1;
  // When this fails, the lease ends and the sweep delivers again.
  void work
    .catch((error: unknown) => deps.log.error({ err: error, ...target }, 'a webhook delivery failed'))
    .finally(() => (detached -= 1));
}

const sweep: Job = { name: 'sweep_webhooks', lane: 'webhook', run: (deps) => sweepWebhooks(deps) };

export const webhookJobs: Job[] = [dispatch, deliver, sweep];
