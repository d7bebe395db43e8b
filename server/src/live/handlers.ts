/** The event stream of an open dashboard or a merchant's server: changes that the principal may view, and heartbeats. */
import { Readable } from 'node:stream';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type * as live from '@dasbor/contract/live';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { type Handlers, StreamResponse } from '../http/serve.ts';
import { toVisibleEvent } from './rules.ts';
import { getStreamLimits } from './stream-limits.ts';

const TYPE = 'text/event-stream';
/** Shorter than the idle timeout of proxies and browsers, about a minute. */
const HEARTBEAT_MS = duration.seconds(20);
/** How soon a browser reconnects after the stream ends. */
const RETRY_MS = duration.seconds(2);
/** Maximum backlog of a slow reader. Its stream is closed; it reads everything again when it reconnects. */
const BUFFER_BYTES_MAX = 262_144;

export const liveHandlers: Handlers<typeof live> = {
  streamLiveEvents: async ({ principal, deps, request, setHeader }) => {
    // HEAD returns headers only; a stream would never be closed.
    if (request.method === 'HEAD') return new StreamResponse(Readable.from([]), TYPE);
    const release = getStreamLimits(deps.live).open({
      principal: principal.type === 'user' ? principal.session_id : principal.id,
      user: principal.id,
      merchant: principal.merchant_id ?? 'provider',
    });
    if (release === null) throw tooManyStreams();
    setHeader('x-accel-buffering', 'no');
    const { stream, end } = openStream(deps, principal);
    stream.once('close', release);
    return new StreamResponse(stream, TYPE, undefined, end);
  },
};

const tooManyStreams = () =>
  new Problem(
    429,
    'too_many_streams',
    localized(
      'Too many live streams are open. Close one, or wait a moment.',
      'Terlalu banyak aliran langsung yang terbuka. Tutup salah satunya, atau tunggu sebentar.',
    ),
    { retry_after_s: 30 },
  );

function openStream(deps: Deps, principal: Principal) {
  const stream = new Readable({ read: () => undefined });
  const write = (text: string): void => {
    if (stream.destroyed || stream.readableEnded) return;
    if (stream.readableLength > BUFFER_BYTES_MAX) stream.destroy();
    else stream.push(text);
  };
  const end = (): void => {
    if (!stream.destroyed) stream.push(null);
  };
  write(`retry: ${RETRY_MS}\n\n`);
  const unsubscribe = deps.live.subscribe(principal.merchant_id, {
    event: (event) => {
      const visible = toVisibleEvent(principal, event);
      if (visible !== null) write(`data: ${JSON.stringify(visible)}\n\n`);
    },
    end,
  });
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  stream.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
  return { stream, end };
}
