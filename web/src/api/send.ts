/** One request to the API: address, headers, one refresh on 401 (specification sections 4 and 7). */
import { API_BASE, type Route } from '@dasbor/contract/route';
import { currentLanguage } from '../ui/define-messages.ts';
import { CallError } from './problem.ts';
import { renewAccessToken } from './renew.ts';
import { formatAuthorization, readAccessToken } from './session.ts';
import { STATUS_TEXTS } from './status-texts.ts';
import { requestStepUp } from './step-up.ts';

/** A request; `call` checks the types of its parts against the route. */
export interface Request {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** A multipart form instead of a JSON body. */
  form?: FormData;
  accept?: string;
  idempotency_key?: string;
  signal?: AbortSignal;
}

type AnyRoute = Pick<Route, 'method' | 'path' | 'access'>;

/** URL of a route: placeholders filled and escaped, absent query fields omitted, lists joined by commas. */
export function buildUrl(route: Pick<Route, 'path'>, { params, query }: Pick<Request, 'params' | 'query'>): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const tail = search.size > 0 ? `?${search}` : '';
  return `${API_BASE}${path}${tail}`;
}

function buildHeaders(request: Request, access_token: string): Headers {
  const headers = new Headers({
    Accept: request.accept ?? 'application/json',
    'Accept-Language': currentLanguage(),
    Authorization: formatAuthorization(access_token),
    // Section 7: always true.
    'Is-Live': 'true',
  });
  if (request.form === undefined && request.body !== undefined) headers.set('Content-Type', 'application/json');
  if (request.idempotency_key !== undefined) headers.set('Idempotency-Key', request.idempotency_key);
  return headers;
}

async function attempt(route: AnyRoute, request: Request, access_token: string): Promise<Response> {
  try {
    return await fetch(buildUrl(route, request), {
      method: route.method,
      headers: buildHeaders(request, access_token),
      body: request.form ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
      signal: request.signal ?? null,
      credentials: 'omit',
    });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new CallError({ status: 0, status_text: '' });
  }
}

/** Body of a response: parsed when it is JSON, text otherwise, undefined when empty. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function toCallError(response: Response): Promise<CallError> {
  const body = await readBody(response).catch(() => undefined);
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  const status_text = response.statusText || (STATUS_TEXTS[response.status] ?? '');
  return new CallError({ detail, response: { body }, status: response.status, status_text });
}

/** A response; a 401 is followed by exactly one refresh and one retry. */
async function attemptWithRefresh(route: AnyRoute, request: Request): Promise<Response> {
  const used = readAccessToken();
  const response = await attempt(route, request, used);
  if (response.status !== 401 || route.access === 'public') return response;
  const renewed = await renewAccessToken(used);
  if (renewed === null) return response;
  request.signal?.throwIfAborted();
  return attempt(route, request, renewed);
}

/**
 * Sends a request and returns its successful response. A 401 is followed by exactly one refresh and
 * one retry; public routes (sign-in and the refresh itself) never refresh. A 403 `step_up_required`
 * asks the user to confirm who they are, and repeats the request after they did.
 *
 * @throws CallError when the request fails or gets no response
 */
export async function send(route: AnyRoute, request: Request = {}): Promise<Response> {
  const response = await attemptWithRefresh(route, request);
  if (response.ok) return response;
  const error = await toCallError(response);
  if (error.status_code !== 403 || error.code !== STEP_UP_REQUIRED) throw error;
  const result = await requestStepUp();
  request.signal?.throwIfAborted();
  if (!result.confirmed) throw result.detail === null ? error : cancelled(error, result.detail);
  const repeated = await attemptWithRefresh(route, request);
  if (!repeated.ok) throw await toCallError(repeated);
  return repeated;
}

const STEP_UP_REQUIRED = 'step_up_required';

const cancelled = (error: CallError, detail: string): CallError =>
  new CallError({
    response: { body: { detail, code: 'step_up_cancelled', request_id: error.request_id } },
    detail,
    status: error.status_code,
    status_text: '',
  });
