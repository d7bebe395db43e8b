/** Calls to the API, typed by the contract: one function for every route. */
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

/** Money-moving routes name the attempt: the same key on a repeated try, a new one for a new wish. */
type KeyPart<R extends Route> = R['idempotent'] extends true ? { idempotency_key: string } : unknown;

/** What a route needs beside its address. */
export type Input<R extends Route> = Part<'params', CallParams<R>> &
  Part<'query', CallQuery<R>> &
  BodyPart<R> &
  KeyPart<R> & { signal?: AbortSignal };

/** The second argument may be left out where the route needs nothing. */
export type InputArguments<R extends Route> =
  Record<string, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/**
 * Calls a route and answers what it returns (undefined for 204).
 *
 * @throws CallError normalised by specification section 8
 */
export async function call<R extends Route>(route: R, ...[input]: InputArguments<R>): Promise<Output<R>> {
  const response = await send(route, input as Request | undefined);
  return (await readBody(response)) as Output<R>;
}

/** A new Idempotency-Key: make one per wish of the user, and keep it for every repetition. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
