/** Server-sent events over fetch: EventSource cannot carry the Authorization header. */

/** A stream that has sent heartbeats and then falls silent this long is dead. */
const SILENCE_MOST_MS = 90_000;

const dataOf = (block: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n');

const isHeartbeat = (block: string): boolean => block.startsWith(':');

/** The data of each event of a stream; ends when the stream ends, goes silent or is aborted. */
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
      if (beats) silence = setTimeout(cancel, SILENCE_MOST_MS);
      for (const block of blocks) if (dataOf(block) !== '') yield dataOf(block);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
