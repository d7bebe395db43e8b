/** The OpenAPI 3.1 document, derived from the contract, which is the only description of the API. */
import { z } from 'zod';
import { problem } from '@dasbor/contract/problem';
import { API_BASE, type Route, XLSX_TYPE } from '@dasbor/contract/route';
import { ROUTES_BY_FEATURE } from '@dasbor/contract/routes';

type Json = Record<string, unknown>;

const COMMON_ERRORS: Record<number, string> = {
  400: 'The request is not valid; `errors` names each invalid field',
  401: 'No session or API key, or one that has ended',
  403: 'The principal has no access to this',
  404: 'The object does not exist or belongs to another merchant',
  429: 'Too many requests; see Retry-After',
  500: 'Internal error; quote the request id to support',
  503: 'Temporarily unavailable; see Retry-After',
};

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as Json;
  return rest;
}

function buildParameters(route: Route): Json[] {
  const list: Json[] = [];
  for (const [location, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    for (const [name, field] of Object.entries(schema?.shape ?? {})) {
      const { description, ...json } = toJsonSchema(field as z.ZodType, 'input');
      const required = location === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      list.push({ name, in: location, required, description, schema: json });
    }
  }
  if (route.idempotent === true) {
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'Makes the request safe to retry: the same key gets the same response for 31 days',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  return list;
}

function buildResponses(route: Route): Json {
  const status = String(route.status ?? (route.output ? 200 : 204));
  const content: Json = {};
  if (route.output) content['application/json'] = { schema: toJsonSchema(route.output, 'output') };
  if (route.csv === true) content['text/csv'] = { schema: { type: 'string' } };
  if (route.xlsx === true) content[XLSX_TYPE] = { schema: { type: 'string', contentMediaType: XLSX_TYPE } };
  if (route.stream) content[route.stream] = { schema: { type: 'string' } };
  const ok_status = route.stream ? '200' : status;
  const responses: Json = {
    [ok_status]: { description: route.summary, ...(Object.keys(content).length > 0 ? { content } : {}) },
  };
  const codes = new Map<number, string[]>();
  for (const [code, of_status] of Object.entries(route.errors ?? {}))
    codes.set(of_status, [...(codes.get(of_status) ?? []), code]);
  for (const common of listErrorStatuses(route)) if (!codes.has(common)) codes.set(common, []);
  for (const [error_status, names] of codes) {
    const description =
      names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : (COMMON_ERRORS[error_status] ?? 'Error');
    responses[String(error_status)] = {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

/** Error statuses that a route can answer. */
export function listErrorStatuses(route: Route): number[] {
  const list = [429, 500, 503];
  if (route.access !== 'public') list.push(401);
  if (typeof route.access === 'object') list.push(403);
  if (route.params) list.push(404);
  if (route.query || route.body || route.idempotent === true) list.push(400);
  if (route.idempotent === true) list.push(409, 422);
  return [...new Set([...list, ...Object.values(route.errors ?? {})])].sort((a, b) => a - b);
}

/** Builds the document. `server_url`: base URL of the API. */
export function buildOpenapi(server_url: string): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, routes] of Object.entries(ROUTES_BY_FEATURE)) {
    for (const route of routes) {
      const operations = (paths[route.path] ??= {});
      operations[route.method.toLowerCase()] = {
        operationId: route.name,
        tags: [feature],
        summary: route.summary,
        description:
          typeof route.access === 'object'
            ? `Needs access \`${route.access.level}\` on \`${route.access.group}\`.`
            : undefined,
        security: route.access === 'public' ? [] : [{ token: [] }],
        parameters: buildParameters(route),
        ...(route.body
          ? {
              requestBody: {
                required: true,
                content: { 'application/json': { schema: toJsonSchema(route.body, 'input') } },
              },
            }
          : {}),
        responses: buildResponses(route),
      };
    }
  }
  return JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Dasbor API',
        version: '1.0.0',
        description:
          'One API for the merchant dashboard (session token) and for merchants’ own servers (API key). Amounts are whole rupiah; times are UTC.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: server_url + API_BASE }],
      tags: Object.keys(ROUTES_BY_FEATURE).map((name) => ({ name })),
      paths,
      components: {
        schemas: { Problem: toJsonSchema(problem, 'output') },
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'Access token of a session, or an API key' },
        },
      },
    }),
  ) as Json;
}
