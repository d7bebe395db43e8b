/** A log whose lines a test reads. */
import { createLog } from '../src/log.ts';

export function createCollectedLog() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { log: createLog({ LOG_LEVEL: 'info' }, destination), lines };
}
