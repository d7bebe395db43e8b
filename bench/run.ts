// `npm run bench -- NAME` runs one benchmark and ends with the line `NAME ratio=… target=… ok|short`; without a name, runs
// all and prints a table. Exits with status 1 when one is short.
import { ensureBuilt } from '../scripts/bootstrap.mjs';
import { fail } from '../scripts/progress.mjs';
import { type Benchmark, type BenchmarkResult, isMet } from './benchmark.ts';
import { measureAnalytics } from './analytics.ts';
import { measureDeepPage } from './deep-page.ts';
import { findDiskFolder } from './disk.ts';
import { measureDisburse } from './disburse.ts';
import { measureExport } from './export.ts';
import { measureIdleMemory } from './idle-memory.ts';
import { measureList } from './list.ts';
import { measureReport } from './report.ts';
import { measureSearch } from './search.ts';
import { measureSettle } from './settle.ts';
import { measureTakePayment } from './take-payment.ts';
import { measureTotals } from './totals.ts';
import { measurePayPage } from './pay-page.ts';
import { measureStart } from './start.ts';
import { measureFirstPaint } from './first-paint.ts';
import { measureWebWeight } from './web-weight.ts';
import { measureWebhooks } from './webhooks.ts';

const BENCHMARKS: Record<string, Benchmark> = {
  'web-weight': measureWebWeight,
  'first-paint': measureFirstPaint,
  'pay-page': measurePayPage,
  list: measureList,
  'deep-page': measureDeepPage,
  totals: measureTotals,
  analytics: measureAnalytics,
  export: measureExport,
  search: measureSearch,
  'take-payment': measureTakePayment,
  webhooks: measureWebhooks,
  settle: measureSettle,
  disburse: measureDisburse,
  report: measureReport,
  start: measureStart,
  'idle-memory': measureIdleMemory,
};

const name = process.argv[2];
const chosen = name === undefined ? Object.keys(BENCHMARKS) : [name];
process.env.TMPDIR = findDiskFolder();
await ensureBuilt().catch(fail);
const results: [name: string, result: BenchmarkResult][] = [];
for (const each of chosen) {
  const benchmark = BENCHMARKS[each];
  if (!benchmark) fail(`Unknown benchmark ${each}. Available: ${Object.keys(BENCHMARKS).join(', ')}`);
  const result = await benchmark().catch(fail);
  for (const line of result.lines) process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${resultLine(each, result)}\n`);
  results.push([each, result]);
}
if (name === undefined) printTable();
process.exit(results.every(([, result]) => isMet(result)) ? 0 : 1);

function resultLine(of: string, result: BenchmarkResult): string {
  return `${of} ratio=${result.ratio.toFixed(3)} target=${result.target} ${isMet(result) ? 'ok' : 'short'}`;
}

function printTable(): void {
  const rows = results.map(([of, result]) => [
    of,
    result.ratio.toFixed(3),
    `${result.comparison} ${result.target}`,
    isMet(result) ? 'ok' : 'short',
  ]);
  process.stdout.write('\n');
  for (const [of = '', ratio = '', target = '', verdict] of [['benchmark', 'ratio', 'target', ''], ...rows]) {
    process.stdout.write(`${of.padEnd(14)} ${ratio.padStart(8)}  ${target.padEnd(12)} ${verdict}\n`);
  }
}
