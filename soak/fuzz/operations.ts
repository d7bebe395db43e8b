/** The operations of the published OpenAPI document, with validators of their responses. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { API_BASE } from '@dasbor/contract/route';
import type { SoakEnvironment } from '../environment.ts';
import { type FormSchema, toFormSchema } from './generate-form.ts';
import type { Schema } from './generate-value.ts';

/** Endless streams, and the end of the session of the fuzzer. */
const EXCLUDED_OPERATIONS = new Set(['streamLiveEvents', 'logout']);
/** Declared statuses for an unreachable bank, mail server or SFTP server. */
const UPSTREAM_STATUSES = new Set([502, 503]);

export interface Operation {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  body: Schema | null;
  /** Of a body that is sent as a multipart form. */
  form: FormSchema | null;
  answers: Map<number, Record<string, ValidateFunction | null>>;
}

/** Reads the public document. */
export async function readOperations({ app }: SoakEnvironment): Promise<Operation[]> {
  const answer = await app.inject({ method: 'GET', url: `${API_BASE}/openapi.json` });
  const document = answer.json<Document>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const components = JSON.stringify(document.components).replaceAll('"#/components/', '"#/');
  ajv.addSchema({ ...(JSON.parse(components) as object), $id: 'document' }, 'document');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !EXCLUDED_OPERATIONS.has(operationId))
      .map(([method, described]) => toOperation(path, method, resolveResponses(described, document), ajv)),
  );
}

type Content = Record<string, { schema: Schema }>;
interface OperationSpec {
  operationId: string;
  parameters: Operation['parameters'];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; $ref?: string }>;
}
interface Document {
  paths: Record<string, Record<string, OperationSpec>>;
  components: { schemas: Record<string, object>; responses: Record<string, { content?: Content }> };
}

/** Replaces references to the shared responses of the document. */
function resolveResponses(described: OperationSpec, { components }: Document): OperationSpec {
  const responses = Object.entries(described.responses).map(([status, response]) => {
    const name = response.$ref?.split('/').at(-1) ?? '';
    return [status, components.responses[name] ?? response] as const;
  });
  return { ...described, responses: Object.fromEntries(responses) };
}

function toOperation(path: string, method: string, described: OperationSpec, ajv: Ajv2020): Operation {
  const answers: Operation['answers'] = new Map();
  for (const [status, { content = {} }] of Object.entries(described.responses)) {
    const validators = Object.entries(content).map(([type, { schema }]) => [type, compileSchema(schema, ajv)] as const);
    answers.set(Number(status), Object.fromEntries(validators));
  }
  const form = described.requestBody?.content['multipart/form-data']?.schema;
  return {
    operationId: described.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    parameters: described.parameters,
    body: described.requestBody?.content['application/json']?.schema ?? null,
    form: form === undefined ? null : toFormSchema(form),
    answers,
  };
}

/** Resolves references to the components of the document. */
function compileSchema(schema: Schema, ajv: Ajv2020): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/');
  return ajv.compile(JSON.parse(text) as object);
}

/** Why a response breaks the document; null when it follows it. */
export function findViolation(
  { answers }: Operation,
  status: number,
  content_type: string,
  body: string,
): string | null {
  if (status >= 500 && !UPSTREAM_STATUSES.has(status)) return `${status} ${body.slice(0, 300)}`;
  const declared = answers.get(status);
  if (declared === undefined) return `${status} is not declared: ${body.slice(0, 300)}`;
  const type = content_type.split(';', 1)[0] ?? '';
  if (body === '' && Object.keys(declared).length === 0) return null;
  if (!(type in declared)) return `${status} has the undeclared content type ${type || 'none'}`;
  const validate = declared[type];
  if (!validate || type !== 'application/json' || validate(JSON.parse(body))) return null;
  return `${status} does not follow its schema: ${JSON.stringify(validate.errors?.[0])} in ${body.slice(0, 300)}`;
}
