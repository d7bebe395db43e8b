/** The OpenAPI 3.1 document, derived from the contract, which is the only description of the API. */
import { z } from 'zod';
import { type AccessGroup, MERCHANT_GROUPS } from '@dasbor/contract/access';
import { UPLOAD_ERROR_STATUSES } from '@dasbor/contract/error-catalogue';
import { problem } from '@dasbor/contract/problem';
import { API_BASE, type Route, XLSX_TYPE, listMediaTypes } from '@dasbor/contract/route';
import { ROUTES_BY_FEATURE, SCHEMAS_BY_NAME } from '@dasbor/contract/routes';
import { type Upload, formatUploadLimit, formatUploadTypes } from '@dasbor/contract/upload';
import { FORM_TYPE, acceptsForm } from './form.ts';
import { acceptsOptionalKey } from './idempotency.ts';
import { MERCHANT_NOT_ACTIVE } from './active-merchant.ts';

type Json = Record<string, unknown>;

const COMMON_ERRORS: Record<number, string> = {
  400: 'The request is not valid; `errors` names each invalid field',
  401: 'No session or API key, or one that has ended',
  403: 'The principal has no access to this',
  404: 'The object does not exist or belongs to another merchant',
  413: 'The request body is larger than 1 MB',
  414: 'A path parameter is too long',
  415: 'The request body is neither JSON nor, with POST and PATCH, a multipart form',
  429: 'Too many requests; see Retry-After',
  500: 'Internal error; quote the request id to support',
  409: 'The state of the object does not allow this, or a request with this Idempotency-Key is in progress',
  422: 'A rule of the business does not allow this, or the Idempotency-Key was used with another request',
  503: 'Temporarily unavailable; see Retry-After',
};

/** Schemas that the contract exports by name: published once under `components` and referred to. */
const named_schemas = nameSchemas();

function nameSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(SCHEMAS_BY_NAME)) registry.add(schema, { id: name });
  // A registry of its own replaces the common one, which holds descriptions and examples.
  const getName = registry.get.bind(registry);
  registry.get = (schema) => ({ ...z.globalRegistry.get(schema), ...getName(schema) }) as { id: string };
  return registry;
}

/** `components` receives the named schemas that the schema uses; an input and an output of one name may differ. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Json> = {}): Json {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    metadata: named_schemas,
  }) as Json & { $defs?: Record<string, Json> };
  const toName = (name: string): string => (io === 'input' && !name.endsWith('Input') ? `${name}Input` : name);
  const refer = (json: Json): Json =>
    JSON.parse(
      JSON.stringify(json).replaceAll(
        /"#\/\$defs\/(\w+)"/g,
        (_match, name: string) => `"#/components/schemas/${toName(name)}"`,
      ),
    ) as Json;
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...described } = refer(definition);
    components[toName(name)] = described;
  }
  const { id: _id, ...own } = refer(rest);
  return own;
}

function buildParameters(route: Route, components: Record<string, Json>): Json[] {
  const list: Json[] = [];
  for (const [location, schema] of [
    ['path', route.params],
    ['query', route.query],
  ] as const) {
    for (const [name, field] of Object.entries(schema?.shape ?? {})) {
      const { description, ...json } = toJsonSchema(field as z.ZodType, 'input', components);
      const required = location === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      list.push({ name, in: location, required, description, schema: json });
    }
  }
  if (route.idempotency_key === 'required' || acceptsOptionalKey(route)) {
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: route.idempotency_key === 'required',
      description: 'Makes the request safe to retry: the same key gets the same response for 31 days',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  return list;
}

function buildResponses(route: Route, components: Record<string, Json>): Json {
  const status = String(route.status ?? (route.output ? 200 : 204));
  const content: Json = {};
  if (route.output) content['application/json'] = { schema: toJsonSchema(route.output, 'output', components) };
  if (route.files === true) {
    content['text/csv'] = { schema: { type: 'string' } };
    content[XLSX_TYPE] = { schema: { type: 'string', contentMediaType: XLSX_TYPE } };
  }
  for (const type of listMediaTypes(route)) content[type] = { schema: { type: 'string' } };
  const ok_status = route.stream ? '200' : status;
  const responses: Json = {
    [ok_status]: { description: route.summary, ...(Object.keys(content).length > 0 ? { content } : {}) },
  };
  const codes = new Map<number, string[]>();
  for (const [code, of_status] of Object.entries(route.errors ?? {}))
    codes.set(of_status, [...(codes.get(of_status) ?? []), code]);
  if (route.upload !== undefined) {
    for (const [code, status] of Object.entries(UPLOAD_ERROR_STATUSES))
      codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  if (route.step_up !== undefined) codes.set(403, ['step_up_required', 'forbidden']);
  if (route.requires_active !== undefined) codes.set(409, [...(codes.get(409) ?? []), MERCHANT_NOT_ACTIVE]);
  for (const common of listErrorStatuses(route)) if (!codes.has(common)) codes.set(common, []);
  for (const [error_status, names] of codes) {
    responses[String(error_status)] =
      names.length === 0
        ? { $ref: `#/components/responses/Error${error_status}` }
        : buildErrorResponse(names.map((name) => `\`${name}\``).join(', '));
  }
  return responses;
}

const buildErrorResponse = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Error statuses that a route can answer. */
export function listErrorStatuses(route: Route): number[] {
  const list = [429, 500, 503];
  if (route.access !== 'public') list.push(401);
  if (route.access !== 'public') list.push(403);
  if (route.params) list.push(404, 414);
  // Unknown query parameters are rejected on every route.
  list.push(400);
  if (route.method !== 'GET') list.push(413, 415);
  if (route.idempotency_key === 'required' || acceptsOptionalKey(route)) list.push(409, 422);
  if (route.upload !== undefined) list.push(...Object.values(UPLOAD_ERROR_STATUSES));
  return [...new Set([...list, ...Object.values(route.errors ?? {})])].sort((a, b) => a - b);
}

/** Whether API keys can call a route: they belong to merchants, and some routes and decisions are for users only. */
export const acceptsApiKey = ({ access, errors }: Route): boolean =>
  access === 'authenticated' ||
  (typeof access === 'object' &&
    access.users_only !== true &&
    errors?.['person_required'] === undefined &&
    (MERCHANT_GROUPS as readonly AccessGroup[]).includes(access.group));

/** Alternatives: a session, or an API key. */
function listSecurity(route: Route): Json[] {
  if (route.access === 'public') return [];
  return acceptsApiKey(route) ? [{ session: [] }, { api_key: [] }] : [{ session: [] }];
}

function buildRequestContent(route: Route, components: Record<string, Json>): Json | undefined {
  const schema = route.body && toJsonSchema(route.body, 'input', components);
  if (route.upload !== undefined) return { [FORM_TYPE]: { schema: addFile(route.upload, schema) } };
  if (schema === undefined) return undefined;
  return { 'application/json': { schema }, ...(acceptsForm(route) ? { [FORM_TYPE]: { schema } } : {}) };
}

/** The schema of a form with the file next to its other fields. */
function addFile({ field, types, max_bytes }: Upload, schema: Json = { type: 'object' }): Json {
  const description = `One file: ${formatUploadTypes(types)}, up to ${formatUploadLimit(max_bytes)}`;
  const properties = {
    ...(schema['properties'] as Json | undefined),
    [field]: { type: 'string', format: 'binary', description },
  };
  return { ...schema, properties, required: [...((schema['required'] as string[] | undefined) ?? []), field] };
}

function describeBody(route: Route, components: Record<string, Json>): Json {
  const content = buildRequestContent(route, components);
  return content === undefined ? {} : { requestBody: { required: true, content } };
}

/** Builds the document. `server_url`: base URL of the API. */
export function buildOpenapi(server_url: string): Json {
  const paths: Record<string, Json> = {};
  const components: Record<string, Json> = { Problem: toJsonSchema(problem, 'output') };
  for (const [feature, routes] of Object.entries(ROUTES_BY_FEATURE)) {
    for (const route of routes) {
      const operations = (paths[route.path] ??= {});
      operations[route.method.toLowerCase()] = {
        operationId: route.name,
        tags: [feature],
        summary: route.summary,
        description:
          typeof route.access === 'object'
            ? `Needs access \`${route.access.level}\` on \`${route.access.group}\`${route.access.or === undefined ? '' : ` or \`${route.access.or}\``}${route.access.users_only === true ? ', as a signed-in user' : ''}.`
            : undefined,
        security: listSecurity(route),
        parameters: buildParameters(route, components),
        ...describeBody(route, components),
        responses: buildResponses(route, components),
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
        schemas: components,
        responses: Object.fromEntries(
          Object.entries(COMMON_ERRORS).map(([status, text]) => [`Error${status}`, buildErrorResponse(text)]),
        ),
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Access token of a session, valid for ten minutes',
          },
          api_key: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'sk_test_… or sk_live_…',
            description: 'API key of a merchant',
          },
        },
      },
    }),
  ) as Json;
}
