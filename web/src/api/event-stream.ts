/** Server-sent events over fetch: EventSource cannot carry the Authorization header. */
import * as duration from '@dasbor/contract/duration';

/** A stream with heartbeats is considered dead after this silence. */
const SILENCE_MAX_MS = duration.seconds(90);

const parseData = (block: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n');

const isHeartbeat = (block: string): boolean => block.startsWith(':');

/** Yields the data of each event; ends when the stream ends, goes silent or is aborted. */
export async function* readEvents(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  let silence: ReturnType<typeof setTimeout> | undefined;
  let buffer = '';
  let beats = false;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      const blocks = (buffer + part.value).replaceAll('\r\n', '\n').split('\n\n');
      buffer = blocks.pop() ?? '';
      beats ||= blocks.some(isHeartbeat);
      if (beats) silence = setTimeout(cancel, SILENCE_MAX_MS);
      for (const block of blocks) if (parseData(block) !== '') yield parseData(block);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
