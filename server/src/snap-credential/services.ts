/** The SNAP BI services that merchants' servers call, below `/snap`, where the callbacks of banks are as well. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SNAP_HEADERS, accessTokenRequest } from '@dasbor/contract/snap';
import {
  type MerchantSnapCall,
  MERCHANT_SNAP_CALLS,
  merchantQrGenerateRequest,
  merchantQrGenerateResponse,
  merchantQrQueryRequest,
  merchantQrQueryResponse,
  merchantVaCreateRequest,
  merchantVaCreateResponse,
  merchantVaStatusRequest,
  merchantVaStatusResponse,
} from '@dasbor/contract/snap-merchant';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Limits } from '../http/limits.ts';
import { isAllowed } from '../http/principal.ts';
import type { RunContext } from '../http/run-route.ts';
import { type ReceivedRequest, SnapError, TOKEN_TTL_S } from '../rails/callback-auth.ts';
import {
  type ServeSnap,
  SNAP_PREFIX,
  acceptRawBodies,
  parseSnapBody,
  registerSnapEndpoint,
} from '../rails/snap-endpoint.ts';
import { authenticateRequest, authenticateTokenRequest, reloadPrincipal } from './authenticate.ts';
import { type QrOperations, QR_FIELDS, generateQr, queryQr } from './qr.ts';
import { toSnapRefusal } from './refusal.ts';
import { type VaOperations, VA_FIELDS, createVa, queryVa } from './va.ts';

/** The product's own operations, for one request. */
export interface SnapOperations {
  qr: (run: RunContext) => QrOperations;
  va: (run: RunContext) => VaOperations;
}

interface Service {
  handle: (operations: SnapOperations, run: RunContext, received: ReceivedRequest) => Promise<object>;
  output: z.ZodObject;
  /** Names of the API's fields in the request. */
  fields: Readonly<Record<string, string>>;
}

const SERVICES: Record<MerchantSnapCall, Service> = {
  qr_mpm_generate: {
    handle: ({ qr }, run, received) => generateQr(qr(run), parseSnapBody(merchantQrGenerateRequest, received)),
    output: merchantQrGenerateResponse,
    fields: QR_FIELDS,
  },
  qr_mpm_query: {
    handle: ({ qr }, run, received) => queryQr(qr(run), parseSnapBody(merchantQrQueryRequest, received)),
    output: merchantQrQueryResponse,
    fields: QR_FIELDS,
  },
  va_create: {
    handle: ({ va }, run, received) => createVa(va(run), parseSnapBody(merchantVaCreateRequest, received)),
    output: merchantVaCreateResponse,
    fields: VA_FIELDS,
  },
  va_status: {
    handle: ({ va }, run, received) => queryVa(va(run), parseSnapBody(merchantVaStatusRequest, received)),
    output: merchantVaStatusResponse,
    fields: VA_FIELDS,
  },
};
const CALLS = Object.keys(SERVICES) as MerchantSnapCall[];

/** Registers the services. The token service is shared with banks (rails/callbacks.ts). */
export async function registerMerchantServices(
  fastify: FastifyInstance,
  deps: Deps,
  limits: Limits,
  operations: SnapOperations,
): Promise<void> {
  await fastify.register(
    async (scope) => {
      acceptRawBodies(scope);
      for (const call of CALLS) {
        const { fields } = SERVICES[call];
        registerSnapEndpoint(scope, {
          call,
          serve: buildServe(call, { deps, limits, operations }),
          toRefusal: (error) => toSnapRefusal(error, fields),
          onRequest: (request, reply) => limits.assertAddress(request, reply),
        });
      }
    },
    { prefix: SNAP_PREFIX },
  );
}

interface Server {
  deps: Deps;
  limits: Limits;
  operations: SnapOperations;
}

const buildServe =
  (call: MerchantSnapCall, { deps, limits, operations }: Server): ServeSnap =>
  async (received, request, reply) => {
    const { handle, output } = SERVICES[call];
    const { principal, consumeExternalId } = await countAnonymous(limits, { request, reply }, () =>
      authenticateRequest(deps, received, request.ip),
    );
    request.principal = principal;
    limits.countPrincipal(request, reply);
    const { group, access: level } = MERCHANT_SNAP_CALLS[call];
    if (!isAllowed({ group, level }, principal)) throw new SnapError('feature_not_allowed');
    await consumeExternalId();
    const client_key = String(received.headers[SNAP_HEADERS.partner_id]);
    const reload = () => reloadPrincipal(deps, client_key);
    const answer = await handle(operations, { deps, request, reply, reload }, received);
    // Undeclared fields are removed; an invalid response is an internal error.
    return output.omit({ responseCode: true, responseMessage: true }).parse(answer);
  };

/** Issues access tokens to merchants' servers. */
export const buildTokenService =
  (deps: Deps, limits: Limits): ServeSnap =>
  async (received, request, reply) => {
    try {
      limits.assertAddress(request, reply);
      const { principal, access_token } = await countAnonymous(limits, { request, reply }, () =>
        authenticateTokenRequest(deps, received, request.ip),
      );
      request.principal = principal;
      limits.countPrincipal(request, reply);
      parseSnapBody(accessTokenRequest, received);
      return { accessToken: access_token, tokenType: 'BearerToken', expiresIn: String(TOKEN_TTL_S) };
    } catch (error) {
      throw toSnapRefusal(error) ?? error;
    }
  };

/** Counts a request that fails authentication against its address. */
async function countAnonymous<T>(
  limits: Limits,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  authenticate: () => Promise<T>,
): Promise<T> {
  try {
    return await authenticate();
  } catch (error) {
    if (error instanceof SnapError) limits.countAnonymous(request, reply);
    throw error;
  }
}
