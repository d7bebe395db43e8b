/**
 * A route is a value with everything that the server, the web, the OpenAPI document and the tests need to know about an
 * endpoint. Paths are declared nowhere else.
 */
import type { z } from 'zod';
import type { Access } from './access.ts';
import type { MoneyAction } from './merchant-activity.ts';
import type { Upload } from './upload.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  /** Unique, verb first; also the name of the handler and the OpenAPI operation. */
  name: string;
  method: Method;
  /** Below `/api/v1`, with `{param}` placeholders. */
  path: `/${string}`;
  /** Short imperative sentence for the API reference. */
  summary: string;
  access: Access;
  /**
   * Requires that the user signed in or stepped up within the last five minutes: otherwise 403 `step_up_required`. API keys
   * have no session and are not asked; a route that must not be called with them says `users_only` in its access.
   * `conditional`: the handler requires it for some requests, by `assertSteppedUp`.
   */
  step_up?: true | 'conditional';
  /** May be called by users who must enrol a second factor first; other routes answer 403 `second_factor_required`. */
  before_enrolment?: boolean;
  /**
   * Requires that the merchant may do this now: otherwise 409 `merchant_not_active`, after access and validation. Set on
   * every route that accepts payments, pays out or refunds for the merchant of the principal.
   */
  requires_active?: MoneyAction;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Takes a multipart form with one file; `body` describes its other fields. POST only. */
  upload?: Upload;
  /** 200 by default. */
  status?: 200 | 201 | 202 | 204;
  /** Absent for status 204 and for streams only. */
  output?: z.ZodType;
  /** Error codes beyond the common ones (401, 403, 404, 400, 429). */
  errors?: Record<string, 400 | 401 | 404 | 409 | 422 | 429 | 502 | 503>;
  /**
   * `Idempotency-Key`: required on every POST that moves money; optional where a request creates or sends something each time,
   * which needs no declaration for a POST with status 201.
   */
  idempotency_key?: 'required' | 'optional';
  /** The response has a secret, which is shown once: it is not stored, so the route takes no optional `Idempotency-Key`. */
  returns_secret?: boolean;
  /**
   * Also serves its rows as files of the same filter: CSV to `Accept: text/csv`, and Excel to
   * `Accept: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`.
   */
  files?: boolean;
  /** Returns a stream of this media type, or of one of these, instead of JSON. */
  stream?: MediaType | readonly MediaType[];
}

/** Declares a route. Access is a required field: a route without it does not compile. */
export const route = <const R extends Route>(definition: R): R => definition;

/** Media type of an XLSX file. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Media types of the streams of routes. */
export type MediaType =
  | 'text/event-stream'
  | 'text/csv'
  | 'text/plain'
  | 'image/png'
  | 'image/jpeg'
  | 'image/svg+xml'
  | 'application/pdf'
  | typeof XLSX_TYPE;

/** Media types of a table as a file. */
export const TABLE_TYPES = ['text/csv', XLSX_TYPE, 'application/pdf'] as const satisfies readonly MediaType[];

/** Media types that a route streams; none when it answers JSON. */
export function listMediaTypes({ stream }: Pick<Route, 'stream'>): readonly MediaType[] {
  if (stream === undefined) return [];
  return typeof stream === 'string' ? [stream] : stream;
}

/** Base path of the dashboard API (specification section 7: version 1). */
export const API_BASE = '/api/v1';

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Parsed values as a handler receives them. */
export type Params<R extends Route> = Out<R['params']>;
export type Query<R extends Route> = Out<R['query']>;
export type Body<R extends Route> = Out<R['body']>;
/** Output of a handler, as a client reads it. */
export type Output<R extends Route> = Out<R['output']>;
/** Input of a call, as a client passes it. */
export type CallParams<R extends Route> = In<R['params']>;
export type CallQuery<R extends Route> = In<R['query']>;
export type CallBody<R extends Route> = In<R['body']>;
