/** The event stream of an open dashboard: each change of the caller's merchant, and a heartbeat in between. */
import { Readable } from 'node:stream';
import type * as live from '@dasbor/contract/live';
import { findSession } from '../auth/queries.ts';
import { isAlive } from '../auth/rules.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forbidden } from '../http/problem.ts';
import { type Handlers, StreamResponse } from '../http/serve.ts';

const TYPE = 'text/event-stream';
/** Proxies and browsers give up on a silent connection after a minute or so. */
const HEARTBEAT_MS = 20_000;
/** How soon a browser should come back after the stream ends. */
const RETRY_MS = 2_000;
/** A reader this far behind is cut off; it reads everything again when it comes back. */
const BUFFER_BYTES_MAX = 262_144;

export const liveHandlers: Handlers<typeof live> = {
  streamLiveEvents: async ({ principal, deps, request, setHeader }) => {
    if (principal.type !== 'user') throw forbidden();
    // HEAD asks for the headers only; a stream would stay open for ever behind it.
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
      (error: unknown) => deps.log.warn({ err: error }, 'session of a live stream could not be checked'),
    );
  }, HEARTBEAT_MS);
  stream.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
  write(`retry: ${RETRY_MS}\n\n`);
  return stream;
}

/** The access token of a stream runs out while it is open; what counts is the session. */
async function isSessionAlive(deps: Deps, session_id: string): Promise<boolean> {
  const session = await asLogin(deps.db, (tx) => findSession(tx, session_id));
  return session !== undefined && isAlive(session, deps.clock.now());
}
