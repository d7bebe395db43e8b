// `node scripts/run.mjs [OPTION …] FILE …`: runs a script with the Node of the project, after installing if needed.
import { spawn } from 'node:child_process';
import { ensureInstalled, NODE, ROOT } from './bootstrap.mjs';
import { fail } from './progress.mjs';

const [script, ...args] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/run.mjs [OPTION …] FILE …');
await ensureInstalled().catch(fail);

const child = spawn(NODE, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
// Ctrl-C also reaches the script, which decides when to exit.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
