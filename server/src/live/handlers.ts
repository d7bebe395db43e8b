/** The event stream of an open dashboard: changes of the principal's merchant, and heartbeats. */
import { Readable } from 'node:stream';
import type * as live from '@dasbor/contract/live';
import { findSession } from '../auth/queries.ts';
import { isAlive } from '../auth/rules.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forbidden } from '../http/problem.ts';
import { type Handlers, StreamResponse } from '../http/serve.ts';

const TYPE = 'text/event-stream';
/** Shorter than the idle timeout of proxies and browsers, about a minute. */
const HEARTBEAT_MS = 20_000;
/** How soon a browser reconnects after the stream ends. */
const RETRY_MS = 2_000;
/** Maximum backlog of a slow reader. Its stream is closed; it reads everything again when it reconnects. */
const BUFFER_BYTES_MAX = 262_144;

export const liveHandlers: Handlers<typeof live> = {
  streamLiveEvents: async ({ principal, deps, request, setHeader }) => {
    if (principal.type !== 'user') throw forbidden();
    // HEAD returns headers only; a stream would never be closed.
    if (request.method === 'HEAD') return new StreamResponse(Readable.from([]), TYPE);
    setHeader('x-accel-buffering', 'no');
    return new StreamResponse(openStream(deps, principal.session_id, principal.merchant_id), TYPE);
  },
};

function openStream(deps: Deps, session_id: string, merchant_id: string | null): Readable {
  const stream = new Readable({ read: () => undefined });
  const write = (text: string): void => {
    if (stream.destroyed || stream.readableEnded) return;
    if (stream.readableLength > BUFFER_BYTES_MAX) stream.destroy();
    else stream.push(text);
  };
  const end = (): void => {
    if (!stream.destroyed) stream.push(null);
  };
  const unsubscribe = deps.live.subscribe(merchant_id, {
    event: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    end,
  });
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    isSessionAlive(deps, session_id).then(
      (is_alive) => is_alive || end(),
      (error: unknown) => deps.log.warn({ err: error }, 'checking the session of a live stream failed'),
    );
  }, HEARTBEAT_MS);
  stream.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
  write(`retry: ${RETRY_MS}\n\n`);
  return stream;
}

/** A stream outlives its access token; it ends with its session. */
async function isSessionAlive(deps: Deps, session_id: string): Promise<boolean> {
  const session = await asLogin(deps.db, (tx) => findSession(tx, session_id));
  return session !== undefined && isAlive(session, deps.clock.now());
}
