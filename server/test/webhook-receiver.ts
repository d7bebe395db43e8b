/** A real HTTP server that receives webhooks in tests, and the deliveries of a test run. */
import { type IncomingHttpHeaders, type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhook } from '@dasbor/contract/webhook';
import { asMerchant, asPlatform } from '../src/db/tx.ts';
import { deliverWebhooks } from '../src/webhook/deliver.ts';
import { listDueEndpoints, listUndispatchedMerchants } from '../src/webhook/delivery-queries.ts';
import { dispatchWebhooks } from '../src/webhook/dispatch.ts';
import type { TestApp, TestClient } from './test-app.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Receives requests until closed. `respond` can be replaced; 200 by default. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = { received, url: '', respond: ((_request, response) => response.end('ok')) as RequestListener };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      receiver.respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(receiver, {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

export const createEndpoint = async (client: TestClient, url: string, more: object = {}) =>
  (await client.ok(createWebhook, { body: { url, events: ['*'], ...more } })).data;

/** Dispatches and delivers what is due now, as the jobs do. Returns the number of attempts. */
export async function runWebhooks({ deps }: TestApp): Promise<number> {
  for (const merchant_id of await asPlatform(deps.db, listUndispatchedMerchants))
    await dispatchWebhooks(deps, merchant_id);
  let count = 0;
  for (;;) {
    const due = await asPlatform(deps.db, (tx) => listDueEndpoints(tx, deps.clock.now()));
    if (due.length === 0) return count;
    for (const { merchant_id, id } of due) count += await deliverWebhooks(deps, { merchant_id, endpoint_id: id });
  }
}

/** The state of all deliveries of a merchant, by event. */
export const readDeliveries = ({ deps }: TestApp, merchant_id: string) =>
  asMerchant(deps.db, merchant_id, (tx) =>
    tx.sql.selectFrom('webhook_delivery').selectAll().where('merchant_id', '=', merchant_id).execute(),
  );
