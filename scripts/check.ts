// `npm run check`: runs all static checks, two at a time, and prints one line per check and the output of failed ones.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { NODE, ROOT } from './bootstrap.mjs';

type Check = { name: string; command: string[] };
type Outcome = { name: string; ok: boolean; elapsed_ms: number; output: string };

const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);
const WORKSPACES = ['contract', 'client', 'server', 'web', 'pay', 'bank', 'e2e', 'scripts', 'bench', 'soak'];
const PROJECTS = ['.', 'contract', 'client', 'server', 'web', 'pay', 'bank', 'e2e'].filter(hasSources);

const CHECKS: Check[] = [
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'generated files', command: [NODE, 'scripts/generate.ts', '--check'] },
  ...PROJECTS.map((folder) => ({ name: `types ${folder}`, command: [bin('tsc'), '-p', folder] })),
  { name: 'dependency rules', command: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...WORKSPACES] },
  { name: 'cycles between features', command: [NODE, 'scripts/check-feature-cycles.ts'] },
  { name: 'unused code', command: [bin('knip')] },
  { name: 'format', command: [bin('oxfmt'), '--check'] },
  { name: 'coverage of the specification', command: [NODE, 'scripts/check-coverage.ts'] },
  { name: 'language', command: [NODE, 'scripts/check-language.ts'] },
  { name: 'messages', command: [NODE, 'scripts/check-messages.ts'] },
];

const outcomes = await runAll(CHECKS, 2);
for (const { name, ok, output } of outcomes) {
  if (!ok) process.stdout.write(`\n── ${name} ${'─'.repeat(Math.max(2, 100 - name.length))}\n${output.trim()}\n`);
}
process.stdout.write('\n');
for (const { name, ok, elapsed_ms } of outcomes) {
  process.stdout.write(`${ok ? '  ok  ' : 'FAILED'}  ${name.padEnd(32)} ${(elapsed_ms / 1000).toFixed(1)} s\n`);
}
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;

async function runAll(checks: Check[], at_once: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = [...checks.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes[next[0]] = await runOne(next[1]);
  };
  await Promise.all(Array.from({ length: at_once }, work));
  return outcomes;
}

function runOne({ name, command: [program = '', ...args] }: Check): Promise<Outcome> {
  const started_ms = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    const end = (ok: boolean) => resolve({ name, ok, elapsed_ms: performance.now() - started_ms, output });
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** tsc fails for a project without files. */
function hasSources(folder: string): boolean {
  if (folder === '.') return true;
  const names = fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.some((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'));
}
