/** Runs examples of the API reference as programs. TypeScript and Python keep one process, because starting them takes longest. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ExampleLanguage } from '../src/api-reference/example-code.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Reads the path of a program per line and answers `ok` or the error, as JSON. */
const NODE_LOOP = `
import { createInterface } from 'node:readline';
console.log = () => {};
for await (const file of createInterface({ input: process.stdin })) {
  const answer = await import(file).then(() => 'ok', (error) => String(error?.stack ?? error));
  process.stdout.write(JSON.stringify(answer) + '\\n');
}`;
const PYTHON_LOOP = `
import contextlib, io, json, runpy, sys, traceback
for line in sys.stdin:
    answer = "ok"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(line.strip())
    except Exception as error:
        answer = traceback.format_exc() + (error.read().decode() if hasattr(error, "read") else "")
    print(json.dumps(answer), flush=True)`;

const COMMANDS: Record<ExampleLanguage, { extension: string; command: string; args: string[] }> = {
  curl: { extension: 'sh', command: 'sh', args: ['-e'] },
  typescript: { extension: 'ts', command: process.execPath, args: [] },
  python: { extension: 'py', command: 'python3', args: ['-u'] },
  php: { extension: 'php', command: 'php', args: [] },
};

export interface ExampleRunner {
  /** Runs a program. Returns `ok`, or what it printed when it failed. */
  run: (language: ExampleLanguage, code: string) => Promise<string>;
  /** Runs a program that does not end until it prints something. Returns what it printed. */
  runUntilOutput: (language: ExampleLanguage, code: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Programs are written to `folder`, where they also run. */
export function createExampleRunner(folder: string, env: Record<string, string>): ExampleRunner {
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const loops = {
    typescript: startLoop(spawn(process.execPath, ['--input-type=module', '-e', NODE_LOOP], options)),
    python: startLoop(spawn('python3', ['-c', PYTHON_LOOP], options)),
  };
  let count = 0;
  const write = (language: ExampleLanguage, code: string): string => {
    const file = join(folder, `example-${++count}.${COMMANDS[language].extension}`);
    writeFileSync(file, code);
    return file;
  };
  // In a group of its own: a shell does not end its programs.
  const start = (language: ExampleLanguage, file: string): ChildProcess =>
    spawn(COMMANDS[language].command, [...COMMANDS[language].args, file], { ...options, detached: true });
  return {
    run: async (language, code) => {
      const file = write(language, code);
      if (language === 'typescript' || language === 'python') return loops[language].call(file);
      const child = start(language, file);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)));
      const [status] = (await once(child, 'close')) as [number | null];
      return status === 0 ? 'ok' : `${status}: ${output}`;
    },
    runUntilOutput: async (language, code) => {
      const child = start(language, write(language, code));
      const end = once(child, 'close');
      let errors = '';
      child.stderr?.on('data', (part) => (errors += String(part)));
      const [text] = (await Promise.race([once(child.stdout!, 'data'), end])) as [unknown];
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
      await end;
      return typeof text === 'number' ? errors : String(text);
    },
    close: async () => {
      await Promise.all(Object.values(loops).map((loop) => loop.end()));
    },
  };
}

function startLoop(child: ChildProcess) {
  child.stderr?.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    call: async (file: string): Promise<string> => {
      child.stdin?.write(`${file}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`The process that runs ${file} has ended`);
      return JSON.parse(value) as string;
    },
    end: async () => {
      const end = once(child, 'close');
      child.stdin?.end();
      await end;
    },
  };
}
