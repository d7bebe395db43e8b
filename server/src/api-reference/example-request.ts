/** The example request of a route: what the API reference shows in every language, from the examples of the contract. */
import { REQUEST_EXAMPLES } from '@dasbor/contract/request-examples';
import { API_BASE, type MediaType, type Method, type Route, XLSX_TYPE, listMediaTypes } from '@dasbor/contract/route';
import { UPLOAD_TYPE_TERMS } from '@dasbor/contract/upload';
import { acceptsApiKey } from '../http/openapi.ts';
import { buildSample } from './schema-fields.ts';

export interface ExampleRequest {
  method: Method;
  /** Below the base path, with `{param}` placeholders, as in the contract. */
  template: string;
  path_params: Record<string, string | number>;
  query: Record<string, unknown>;
  /** Environment variable with the credential; null for public routes. */
  credential: 'DASBOR_KEY' | 'DASBOR_TOKEN' | null;
  has_idempotency_key: boolean;
  /** JSON body. */
  body: unknown;
  form: { file_field: string; file_name: string; fields: Record<string, unknown> } | null;
  result: ExampleResult;
}

/** `json`, nothing, a file that is stored under a name, or a stream of lines that does not end. */
export type ExampleResult =
  | { kind: 'json' }
  | { kind: 'none' }
  | { kind: 'file'; name: string }
  | { kind: 'lines'; media_type: string };

export function buildExampleRequest(route: Route): ExampleRequest {
  const example = REQUEST_EXAMPLES[route.name];
  const sample = example?.body ?? (route.body ? buildSample(route.body) : undefined);
  return {
    method: route.method,
    template: route.path,
    path_params: {
      ...(route.params ? (buildSample(route.params) as Record<string, string>) : {}),
      ...(example?.params as Record<string, string>),
    },
    query: { ...(route.query ? (buildSample(route.query) as object) : {}), ...example?.query },
    credential: route.access === 'public' ? null : acceptsApiKey(route) ? 'DASBOR_KEY' : 'DASBOR_TOKEN',
    has_idempotency_key: route.idempotency_key === 'required',
    body: route.upload ? undefined : sample,
    form: route.upload
      ? {
          file_field: route.upload.field,
          file_name: nameUpload(route.upload),
          fields: (sample ?? {}) as Record<string, unknown>,
        }
      : null,
    result: describeResult(route),
  };
}

/** Path below the origin, with its parameters and the query. */
export function formatTarget({ template, path_params, query }: ExampleRequest): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(path_params[name] ?? name));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return `${API_BASE}${path}${search === '' ? '' : `?${search}`}`;
}

const nameUpload = ({ field, types }: NonNullable<Route['upload']>): string =>
  `${field}${UPLOAD_TYPE_TERMS[types[0] ?? 'pdf'].extensions[0]}`;

const EXTENSIONS: Partial<Record<MediaType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  [XLSX_TYPE]: 'xlsx',
};

function describeResult(route: Route): ExampleResult {
  const [media_type] = listMediaTypes(route);
  if (media_type === 'text/event-stream') return { kind: 'lines', media_type };
  if (media_type !== undefined) {
    const subject = route.name.replace(/^(get|download)/, '').replaceAll(/(?!^)[A-Z]/g, (capital) => `-${capital}`);
    return { kind: 'file', name: `${subject.toLowerCase()}.${EXTENSIONS[media_type] ?? 'bin'}` };
  }
  return { kind: route.output ? 'json' : 'none' };
}
