/** Webhook endpoints and the event log. */
import type * as contract from '@dasbor/contract/webhook';
import { localized } from '@dasbor/contract/language';
import type { WebhookEndpoint } from '@dasbor/contract/webhook-fields';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { invalidateWebhookSubscription } from '../db/webhook-subscription.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import { createFileResponse } from '../http/list-file.ts';
import { createRowFileResponse } from '../http/row-table.ts';
import type { Handlers } from '../http/serve.ts';
import {
  assertValidEndpoint,
  changeEndpoint,
  insertNewEndpoint,
  rotateSecret,
  setEndpointStatus,
} from './endpoint-changes.ts';
import { type Endpoint, findEndpoint, listEndpoints, lockEndpoint } from './endpoint-queries.ts';
import { findEvent, listAttempts, listEvents, listLatestEventIds } from './event-queries.ts';
import { webhookFile } from './endpoint-file.ts';
import { webhookEventFile } from './event-file-queries.ts';
import { assertEnabled, recoverEndpoint, resendEvents, sendTestEvent } from './resend.ts';

export const webhookHandlers: Handlers<typeof contract> = {
  listWebhooks: async (ctx) => {
    const data = await ctx.tx((tx) => listEndpoints(tx, ctx.now));
    return ctx.file_format === null ? { data } : createRowFileResponse(ctx, webhookFile, data);
  },

  createWebhook: async (ctx) => {
    const { deps, body, principal, now, merchant_id } = ctx;
    await assertValidEndpoint(deps, body);
    const data = await ctx.tx(async (tx) => {
      const context = { principal, request: ctx.request, now, created_by: principal.name };
      const { id, secret } = await insertNewEndpoint(deps, tx, body, context);
      return { ...(await getShown(tx, id, now)), secret };
    });
    invalidateWebhookSubscription(deps.db, merchant_id);
    return { data };
  },

  getWebhook: async ({ tx, params, now }) => ({ data: await tx((each) => getShown(each, params.id, now)) }),

  updateWebhook: {
    find: ({ tx, params }) => tx(async (each) => (await findEndpoint(each, params.id)) ?? null),
    handle: async (ctx) => {
      const { deps, body, params, now } = ctx;
      await assertValidEndpoint(deps, body);
      return ctx.tx(async (tx) => {
        const endpoint = await getOwnLocked(tx, params.id);
        await changeEndpoint(deps, tx, { endpoint, input: body }, ctx);
        return { data: await getShown(tx, params.id, now) };
      });
    },
  },

  deleteWebhook: async (ctx) => {
    const { deps, params, merchant_id } = ctx;
    await ctx.tx(async (tx) => setEndpointStatus(tx, await getOwnLocked(tx, params.id), 'deleted', ctx));
    invalidateWebhookSubscription(deps.db, merchant_id);
    return undefined;
  },

  disableWebhook: (ctx) =>
    ctx.tx(async (tx) => {
      await setEndpointStatus(tx, await getLocked(tx, ctx.params.id), 'disabled', ctx);
      return { data: await getShown(tx, ctx.params.id, ctx.now) };
    }),

  enableWebhook: (ctx) =>
    ctx.tx(async (tx) => {
      await setEndpointStatus(tx, await getLocked(tx, ctx.params.id), 'enabled', ctx);
      return { data: await getShown(tx, ctx.params.id, ctx.now) };
    }),

  rotateWebhookSecret: (ctx) =>
    ctx.tx(async (tx) => {
      const secret = await rotateSecret(ctx.deps, tx, await getOwnLocked(tx, ctx.params.id), ctx);
      return { data: { ...(await getShown(tx, ctx.params.id, ctx.now)), secret } };
    }),

  testWebhook: {
    find: ({ tx, params }) => tx(async (each) => (await findEndpoint(each, params.id)) ?? null),
    handle: async ({ deps, tx, params, body }) => {
      const endpoint = await tx((each) => getFound(each, params.id));
      assertEnabled(endpoint);
      const event_id = await sendTestEvent(deps, endpoint, body.type);
      const [data] = await tx((each) => readAttempts(each, event_id));
      if (data === undefined) throw new Error(`The attempt of ${event_id} was not recorded`);
      return { data };
    },
  },

  recoverWebhook: {
    find: ({ tx, params }) => tx(async (each) => (await findEndpoint(each, params.id)) ?? null),
    handle: (ctx) =>
      ctx.tx(async (tx) => {
        const { params, body, now } = ctx;
        const endpoint = await getFound(tx, params.id);
        assertEnabled(endpoint);
        const count = await recoverEndpoint(tx, endpoint, body, now);
        const after = { ...body, count };
        const object = { object_type: 'webhook_endpoint', object_id: params.id };
        await recordAudit(ctx, tx, { action: 'webhook.recovered', ...object, after });
        return { data: { count } };
      }),
  },

  listWebhookEvents: async (ctx) => {
    const { tx } = ctx;
    const { cursor, limit, ...filter } = ctx.query;
    if (ctx.file_format !== null) return createFileResponse(ctx, webhookEventFile);
    const after = parseCursor(cursor, 'webhook_event');
    const rows = await tx((each) => listEvents(each, filter, { after, limit: limit + 1 }));
    return buildPage(rows, limit, (row) => [row.created_at, row.id]);
  },

  getWebhookEvent: async ({ tx, params }) => {
    const data = await tx((each) => findEvent(each, params.id));
    if (data === undefined) throw notFound();
    return { data };
  },

  listWebhookAttempts: async ({ tx, params }) => ({ data: await tx((each) => readAttempts(each, params.id)) }),

  resendWebhookEvent: {
    find: ({ tx, params }) => tx(async (each) => (await findEvent(each, params.id)) ?? null),
    handle: async ({ tx, params, body, now }) => {
      const count = await tx((each) => resendEvents(each, { ids: [params.id], ...body }, now));
      return { data: { count } };
    },
  },

  resendWebhookEvents: async ({ tx, body, now }) => ({
    data: {
      count: await tx(async (each) => {
        const latest = await listLatestEventIds(each, body.object_ids);
        const { object_ids: _, ids, ...target } = body;
        return resendEvents(each, { ids: [...new Set([...ids, ...latest])], ...target }, now);
      }),
    },
  }),
};

async function getShown(tx: MerchantTx, id: string, now: Date): Promise<WebhookEndpoint> {
  const [endpoint] = await listEndpoints(tx, now, id);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

async function getFound(tx: MerchantTx, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(tx, id);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

async function getLocked(tx: MerchantTx, id: string): Promise<Endpoint> {
  const endpoint = await lockEndpoint(tx, id);
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** A webhook, locked. Throws 409 for an endpoint of a SNAP credential, which is changed with its credential. */
async function getOwnLocked(tx: MerchantTx, id: string): Promise<Endpoint> {
  const endpoint = await getLocked(tx, id);
  if (endpoint.snap_service === null) return endpoint;
  const detail = localized(
    'This endpoint belongs to a SNAP credential. Change the notification URLs of the credential instead.',
    'Endpoint ini milik kredensial SNAP. Ubah URL notifikasi pada kredensialnya.',
  );
  throw new Problem(409, 'webhook_of_snap_credential', detail);
}

async function readAttempts(tx: MerchantTx, event_id: string) {
  const event = await findEvent(tx, event_id);
  if (event === undefined) throw notFound();
  return listAttempts(tx, event_id, event.payload);
}
