/** Every example of the API reference that an API key can run, run as it is written, in four languages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { type ExampleKit, startExampleKit } from '../../test/example-kit.ts';
import { PREPARATIONS } from '../../test/example-preparations.ts';
import { type ExampleRunner, createExampleRunner } from '../../test/example-runner.ts';
import { EXAMPLE_LANGUAGES, type ExampleLanguage, renderExample } from './example-code.ts';
import { buildExampleRequest, formatTarget } from './example-request.ts';
import { acceptsApiKey } from '../http/openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'dasbor-examples-'));
const callable = ROUTES.filter(acceptsApiKey);
let kit: ExampleKit;
let runner: ExampleRunner;
/** Requests that reached the server, with the status of the response. */
const received: { line: string; status: number }[] = [];

beforeAll(async () => {
  kit = await startExampleKit(folder);
  kit.t.app.server.on('request', ({ method, url }: IncomingMessage, response: ServerResponse) => {
    response.on('finish', () => received.push({ line: `${method} ${url}`, status: response.statusCode }));
  });
  runner = createExampleRunner(folder, { DASBOR_KEY: kit.api_key });
});
afterAll(async () => {
  await runner?.close();
  await kit?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The example with the texts of the prepared objects. */
async function prepare(route: Route, language: ExampleLanguage): Promise<{ code: string; line: string }> {
  const replacements = Object.entries((await PREPARATIONS[route.name]?.(kit)) ?? {});
  const replace = (text: string): string => replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const request = buildExampleRequest(route);
  return {
    code: replace(renderExample(request, language, kit.origin)),
    line: replace(`${route.method} ${formatTarget(request)}`),
  };
}

const [endless, ending] = [true, false].map((is_endless) =>
  callable
    .filter((route) => (buildExampleRequest(route).result.kind === 'lines') === is_endless)
    .map((route) => [route.name, route] as const),
) as [[string, Route][], [string, Route][]];

test.each(ending)('%s', async (_name, route) => {
  for (const language of EXAMPLE_LANGUAGES) {
    const { code, line } = await prepare(route, language);
    received.length = 0;
    expect(await runner.run(language, code), code).toBe('ok');
    expect(received.map((each) => each.line)).toEqual([line]);
    expect(received[0]?.status, line).toBe(route.stream ? 200 : (route.status ?? (route.output ? 200 : 204)));
  }
});

test.each(endless)('%s prints what arrives', async (_name, route) => {
  for (const language of EXAMPLE_LANGUAGES) {
    const { code } = await prepare(route, language);
    expect(await runner.runUntilOutput(language, code), code).toMatch(/^(:|event|data|id|retry)/);
  }
});

test('no preparation is left of an operation that is gone', () => {
  const names = callable.map(({ name }) => name);
  expect(Object.keys(PREPARATIONS).filter((name) => !names.includes(name))).toEqual([]);
});

test('the examples of users and of the public are programs of their languages', () => {
  const others = ROUTES.filter((route) => !acceptsApiKey(route)).map(buildExampleRequest);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  const render = (language: ExampleLanguage) =>
    others.map((request, index) => write(`other-${index}.${language}`, renderExample(request, language, kit.origin)));
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const check = () => {
    execFileSync('sh', ['-c', 'for file in *.curl; do sh -n "$file" || exit 1; done', ...render('curl')], options);
    const compile = 'import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name).read(), name)';
    execFileSync('python3', ['-c', compile, ...render('python')], options);
    const lint = 'foreach (array_slice($argv, 1) as $name) token_get_all(file_get_contents($name), TOKEN_PARSE);';
    execFileSync('php', ['-r', lint, '--', ...render('php')], options);
  };
  expect(check).not.toThrow();
});

test('the TypeScript examples have the types of the client package', () => {
  for (const [index, route] of ROUTES.entries()) {
    const code = renderExample(buildExampleRequest(route), 'typescript', kit.origin);
    writeFileSync(join(folder, `typed-${index}.ts`), `${code}\nexport {};\n`);
  }
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typed-*.ts'] }));
  const compiler = join(folder, 'node_modules/.bin/tsc');
  let output = '';
  try {
    execFileSync(compiler, ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  expect(output).toBe('');
});
