// `npm run bench -- NAME` runs one benchmark and prints last `NAME ratio=… target=… ok|short`; without a name it runs
// all and prints a table. Ends with status 1 when one is short.
import { fail } from '../scripts/progress.mjs';
import { type Benchmark, type BenchmarkResult, isMet } from './benchmark.ts';
import { measureDeepPage } from './deep-page.ts';
import { measureExport } from './export.ts';
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

const BENCHMARKS: Record<string, Benchmark> = {
  'web-weight': measureWebWeight,
  'first-paint': measureFirstPaint,
  'pay-page': measurePayPage,
  list: measureList,
  'deep-page': measureDeepPage,
  totals: measureTotals,
  export: measureExport,
  search: measureSearch,
  'take-payment': measureTakePayment,
  settle: measureSettle,
  report: measureReport,
  start: measureStart,
};

const name = process.argv[2];
const chosen = name === undefined ? Object.keys(BENCHMARKS) : [name];
const findings: [name: string, finding: BenchmarkResult][] = [];
for (const each of chosen) {
  const benchmark = BENCHMARKS[each];
  if (!benchmark) fail(`There is no benchmark ${each}. There are: ${Object.keys(BENCHMARKS).join(', ')}`);
  const finding = await benchmark().catch(fail);
  for (const line of finding.lines) process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${resultLine(each, finding)}\n`);
  findings.push([each, finding]);
}
if (name === undefined) printTable();
process.exit(findings.every(([, finding]) => isMet(finding)) ? 0 : 1);

function resultLine(of: string, finding: BenchmarkResult): string {
  return `${of} ratio=${finding.ratio.toFixed(3)} target=${finding.target} ${isMet(finding) ? 'ok' : 'short'}`;
}

function printTable(): void {
  const rows = findings.map(([of, finding]) => [
    of,
    finding.ratio.toFixed(3),
    `${finding.comparison} ${finding.target}`,
    isMet(finding) ? 'ok' : 'short',
  ]);
  process.stdout.write('\n');
  for (const [of = '', ratio = '', target = '', verdict] of [['benchmark', 'ratio', 'target', ''], ...rows]) {
    process.stdout.write(`${of.padEnd(14)} ${ratio.padStart(8)}  ${target.padEnd(12)} ${verdict}\n`);
  }
}
