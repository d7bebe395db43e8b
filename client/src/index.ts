/**
 * Client of the Dasbor API, typed by its contract. Retries what is safe to repeat, and makes what creates or moves money
 * safe to repeat.
 */
import createFetchClient, { type Client, type Middleware } from 'openapi-fetch';
import { DasborError, readError } from './error.ts';
import { KEYED_OPERATIONS, type paths } from './paths.gen.ts';
import { createRetryingFetch } from './retry.ts';

export { DasborError } from './error.ts';
export { listAll } from './pages.ts';
export type { components, operations, paths } from './paths.gen.ts';

/** One method per HTTP method: `dasbor.POST('/qris-payments', { body: { amount: 125_000 } })`. */
export type Dasbor = Client<paths, 'application/json'>;

export interface DasborOptions {
  /** `sk_test_…` or `sk_live_…`, from API settings. */
  api_key: string;
  /** Of the installation, such as `https://dashboard.example`. */
  base_url: string;
  /** Attempts after the first one; 3 by default. */
  max_retries?: number;
  /** Limit of one attempt in milliseconds; 30,000 by default. */
  timeout_ms?: number;
}

const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Creates a client. Its methods throw `DasborError` for every answer that is no success. */
export function createDasbor({
  api_key,
  base_url,
  max_retries = DEFAULT_RETRIES,
  timeout_ms = DEFAULT_TIMEOUT_MS,
}: DasborOptions): Dasbor {
  const client = createFetchClient<paths>({
    baseUrl: `${base_url.replace(/\/+$/, '')}/api/v1`,
    headers: { authorization: `Bearer ${api_key}` },
    // Lists of values, as the API reads them.
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: createRetryingFetch({ max_retries, timeout_ms }),
  });
  client.use(setIdempotencyKey, throwErrors);
  return client as Dasbor;
}

/** The same key for all attempts of a call; a key of the caller survives a restart of its program as well. */
const setIdempotencyKey: Middleware = {
  onRequest({ request, schemaPath }) {
    if (KEYED_OPERATIONS.has(`${request.method} ${schemaPath}`) && !request.headers.has('idempotency-key')) {
      request.headers.set('idempotency-key', crypto.randomUUID());
    }
  },
};

const throwErrors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw new DasborError(await readError(response));
  },
};
