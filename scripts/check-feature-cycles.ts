// Cycles between feature folders, which an import rule of single modules does not find. Part of `npm run check`.
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { findCycle, readFolderGraph } from './feature-cycles.ts';

/** Registry and cron list the jobs of every feature, as `app.ts` lists the handlers. */
const SOURCES: Record<string, string[]> = {
  'server/src': ['jobs/registry.ts', 'jobs/cron.ts'],
  'web/src': [],
  'bank/src': [],
};

for (const [source, lists] of Object.entries(SOURCES)) {
  const cycle = findCycle(readFolderGraph(path.join(ROOT, source), lists));
  if (cycle === null) continue;
  process.exitCode = 1;
  process.stdout.write(`Features of ${source} import each other. Move the shared part to the feature that owns it:\n`);
  for (const edge of cycle) process.stdout.write(`  ${edge}\n`);
}
