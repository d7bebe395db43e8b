/** The API log: requests that a merchant's servers sent with API keys and SNAP credentials. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';

/** Days for which requests are kept. */
export const API_LOG_DAYS = 30;
/** Bodies above this size are not stored. */
export const LOGGED_BODY_MAX_BYTES = 8_192;

export const LOGGED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;

const credential_id = z.union([idSchema('api_key'), idSchema('snap_credential')]);

export const apiRequest = z.object({
  id: idSchema('request').describe('Id of the request, as in its errors and in support cases'),
  at: instant.describe('When the request arrived'),
  api_key_id: credential_id.describe('Id of the API key or SNAP credential'),
  api_key_name: z.string().describe('Name of the API key or SNAP credential at that time'),
  method: z.enum(LOGGED_METHODS).describe('HTTP method'),
  path_pattern: z.string().describe('Path with placeholders, as in the reference'),
  path: z.string().describe('Path with its query, as it was sent'),
  status: z.int().describe('HTTP status of the response'),
  elapsed_ms: z.int().describe('Time until the response in milliseconds'),
  ip: z.string().describe('IP address of the request'),
  error_code: z.string().nullable().describe('Error code of a refused request; its responseCode for SNAP BI'),
  is_replay: z
    .boolean()
    .describe('Whether the response of an earlier request with the same Idempotency-Key was repeated'),
});
export type ApiRequest = z.infer<typeof apiRequest>;

export const apiRequestDetail = z.object({
  ...apiRequest.shape,
  user_agent: z.string().nullable().describe('User-Agent of the request'),
  idempotency_key: z.string().nullable().describe('Idempotency-Key of the request'),
  request_body: z.unknown().describe('Body that was sent, redacted; null without one, and where it is not shown'),
  response_body: z.unknown().describe('Body that was returned, redacted; null without one, and where it is not shown'),
  request_bytes: z.int().describe('Size of the request body, bytes'),
  response_bytes: z.int().describe('Size of the response body, bytes'),
  is_hidden: z
    .boolean()
    .describe('Whether the bodies are hidden, because you have no access to what the route returns'),
});
export type ApiRequestDetail = z.infer<typeof apiRequestDetail>;

export const listApiRequests = route({
  name: 'listApiRequests',
  method: 'GET',
  path: '/api-requests',
  summary: 'List requests that were sent with API keys in the last 30 days, newest first',
  access: needs('API', 'view', { users_only: true }),
  query: z.object({
    ...pageQuery,
    from: rangeStart.optional().describe('Start of the range, inclusive'),
    to: rangeEnd.optional().describe('End of the range, exclusive'),
    api_key_id: credential_id.optional().describe('Requests of one API key or SNAP credential'),
    method: oneOrMany(LOGGED_METHODS).optional().describe('One or more methods'),
    status: oneOrMany(STATUS_CLASSES).optional().describe('One or more classes of statuses'),
    q: z
      .string()
      .trim()
      .max(300)
      .optional()
      .describe('Request ID, Idempotency-Key, error code, or the beginning of a path'),
  }),
  output: page(apiRequest),
});

export const getApiRequest = route({
  name: 'getApiRequest',
  method: 'GET',
  path: '/api-requests/{id}',
  summary: 'Retrieve a request that was sent with an API key, with its redacted bodies',
  access: needs('API', 'view', { users_only: true }),
  params: z.object({ id: idSchema('request') }),
  output: z.object({ data: apiRequestDetail }),
});
