// A process that delivers to one endpoint, for the test that kills it while a request is under way. WEBHOOK_WORKER contains
// its connection string, the time and the endpoint.
import { buildDeps } from '../src/build-deps.ts';
import { createManualClock } from '../src/db/clock.ts';
import { connect } from '../src/db/connect.ts';
import { readEnv } from '../src/env.ts';
import { createLog } from '../src/log.ts';
import { ensureSecrets } from '../src/secrets.ts';
import { deliverWebhooks } from '../src/webhook/deliver.ts';

const { web_url, now, merchant_id, endpoint_id } = JSON.parse(process.env['WEBHOOK_WORKER'] ?? '{}') as Record<
  string,
  string
>;
if (web_url === undefined || now === undefined || merchant_id === undefined || endpoint_id === undefined) {
  throw new Error('WEBHOOK_WORKER is not set');
}
const env = readEnv();
const deps = buildDeps({
  env,
  db: connect(web_url, { max: 4, on_error: () => undefined }),
  clock: createManualClock(new Date(now)),
  log: createLog(env),
  secrets: ensureSecrets(env.DATA_DIR, env.NODE_ENV),
  listen_url: web_url,
});
await deliverWebhooks(deps, { merchant_id, endpoint_id });
