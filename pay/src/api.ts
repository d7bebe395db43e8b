/** API calls of the page. Network errors are returned, not thrown. */
import type { PayAttempt, PayLink, startPayAttempt } from '@dasbor/contract/pay';
import type { Problem } from '@dasbor/contract/problem';
import type { CallBody } from '@dasbor/contract/route';
import { setClock } from './clock.ts';

export type StartBody = CallBody<typeof startPayAttempt>;

/** `status` 0: no response, for example without a connection. */
export interface ErrorReply {
  ok: false;
  status: number;
  code: string;
  errors: { field: string; detail: string }[];
}
export type Reply<T> = { ok: true; data: T } | ErrorReply;

const TIMEOUT_MS = 25_000;

async function call<T extends { now: string }>(
  method: 'GET' | 'POST',
  path: string,
  body?: StartBody,
  key?: string,
): Promise<Reply<T>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const answer = await fetch(`/api/v1/pay/${path}`, {
      method,
      signal: abort.signal,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) return toErrorReply(answer.status, (await answer.json()) as Partial<Problem>);
    const { data } = (await answer.json()) as { data: T };
    setClock(data.now);
    return { ok: true, data };
  } catch {
    return toErrorReply(0, {});
  } finally {
    clearTimeout(timer);
  }
}

const toErrorReply = (status: number, { code = '', errors = [] }: Partial<Problem>): ErrorReply => ({
  ok: false,
  status,
  code,
  errors,
});

export interface Api {
  /** The link; with an amount, its payment methods are priced for it. */
  readLink: (amount: number | null) => Promise<Reply<PayLink>>;
  start: (body: StartBody, key: string) => Promise<Reply<PayAttempt>>;
  readAttempt: (token: string) => Promise<Reply<PayAttempt>>;
  checkAttempt: (token: string) => Promise<Reply<PayAttempt>>;
}

export const createApi = (slug: string): Api => ({
  readLink: (amount) => call('GET', slug + (amount === null ? '' : `?amount=${amount}`)),
  start: (body, key) => call('POST', `${slug}/attempts`, body, key),
  readAttempt: (token) => call('GET', `${slug}/attempts/${token}`),
  checkAttempt: (token) => call('POST', `${slug}/attempts/${token}/check`),
});
