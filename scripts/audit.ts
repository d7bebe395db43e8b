// `npm run audit`: looks up known vulnerabilities of the packages that run in production. Fails for high and critical
// ones. Where the registry does not answer, as on a machine without network, it says so and succeeds.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { parseAuditReport } from './audit-report.ts';
import { ROOT } from './bootstrap.mjs';
import { fail, print } from './progress.mjs';

const TIMEOUT_MS = 120_000;

await main().catch(fail);

async function main(): Promise<void> {
  const report = parseAuditReport(await runAudit());
  if (!report.is_answered) {
    return print(`Known vulnerabilities were not looked up, because the registry did not answer: ${report.reason}`);
  }
  const { serious, others } = report;
  print(`${serious.length} production packages with high or critical vulnerabilities, ${others} with lower ones`);
  if (serious.length > 0) throw new Error(serious.join('\n'));
}

/** The report of npm; empty when it does not end in time. It ends with an error when there is something to report. */
async function runAudit(): Promise<string> {
  const child = spawn('npm', ['audit', '--omit', 'dev', '--json', '--fetch-retries', '1'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
  });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  return Promise.race([text(child.stdout), failed]);
}
