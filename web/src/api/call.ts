/** Typed calls to the API: one function for every route of the contract. */
import type { CallBody, CallParams, CallQuery, Output, Route } from '@dasbor/contract/route';
import { type Request, readBody, send } from './send.ts';

type Part<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: undefined }
  : unknown extends Value
    ? { [K in Name]?: undefined }
    : Record<string, never> extends Value
      ? { [K in Name]?: Value }
      : { [K in Name]: Value };

type BodyPart<R extends Route> = R['method'] extends 'POST' | 'PATCH'
  ? Part<'body', CallBody<R>> | { form: FormData; body?: undefined }
  : Part<'body', CallBody<R>>;

/** Money-moving routes are idempotent by key: a retry sends the same key, a new request a new one. */
type KeyPart<R extends Route> = R['idempotency_key'] extends 'required' ? { idempotency_key: string } : unknown;

/** The input of a route. */
export type Input<R extends Route> = Part<'params', CallParams<R>> &
  Part<'query', CallQuery<R>> &
  BodyPart<R> &
  KeyPart<R> & { signal?: AbortSignal };

/** The input is optional where the route requires none. */
export type InputArguments<R extends Route> =
  Record<string, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/**
 * Calls a route and returns its response body (undefined for 204).
 *
 * @throws CallError normalised by specification section 8
 */
export async function call<R extends Route>(route: R, ...[input]: InputArguments<R>): Promise<Output<R>> {
  const response = await send(route, input as Request | undefined);
  return (await readBody(response)) as Output<R>;
}

/** A new Idempotency-Key: one per request of the user, reused by every retry. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
