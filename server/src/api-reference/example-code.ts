/** An example request as a program: curl, TypeScript with the client package, Python without packages, and PHP. */
import { type ExampleRequest, formatTarget } from './example-request.ts';
import { toPhp, toPython, toTypeScript } from './example-literal.ts';

export const EXAMPLE_LANGUAGES = ['curl', 'typescript', 'python', 'php'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];
export const EXAMPLE_LANGUAGE_NAMES: Record<ExampleLanguage, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
};

/** Renders a request for the installation at `origin`. */
export const renderExample = (request: ExampleRequest, language: ExampleLanguage, origin: string): string =>
  RENDERERS[language](request, origin);

type Render = (request: ExampleRequest, origin: string) => string;

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);
const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const renderCurl: Render = (request, origin) => {
  const { method, body, form, result } = request;
  const url = origin + formatTarget(request);
  const options = ['--fail-with-body'];
  if (result.kind === 'lines') options.push('--no-buffer');
  if (method !== 'GET') options.push(`-X ${method}`);
  const lines = [`curl ${options.join(' ')} ${/[?&]/.test(url) ? quoteShell(url) : url}`];
  if (request.credential) lines.push(`-H "Authorization: Bearer $${request.credential}"`);
  if (request.has_idempotency_key) lines.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  if (form) {
    lines.push(`-F ${form.file_field}=@${form.file_name}`);
    for (const [name, value] of Object.entries(form.fields)) lines.push(`-F ${quoteShell(`${name}=${toText(value)}`)}`);
  } else if (body !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoteShell(JSON.stringify(body))}`);
  }
  if (result.kind === 'file') lines.push(`-o ${result.name}`);
  return lines.join(' \\\n  ');
};

const renderTypeScript: Render = (request, origin) =>
  request.credential === 'DASBOR_KEY' ? renderClientCall(request, origin) : renderFetch(request, origin);

/** Operations of the client package: those that API keys may call. */
function renderClientCall(request: ExampleRequest, origin: string): string {
  const { form, result, body } = request;
  const imports = [`import { createDasbor } from '@dasbor/client';`];
  const steps: string[] = [];
  const options: string[] = [];
  const params = {
    ...(Object.keys(request.path_params).length > 0 ? { path: request.path_params } : {}),
    ...(Object.keys(request.query).length > 0 ? { query: request.query } : {}),
  };
  if (Object.keys(params).length > 0) options.push(`params: ${toTypeScript(params)}`);
  if (form) {
    imports.unshift(`import { openAsBlob } from 'node:fs';`);
    steps.push(...renderForm(form));
    options.push(`body: ${toTypeScript({ [form.file_field]: form.file_name, ...form.fields })}`);
    options.push('bodySerializer: () => form');
  } else if (body !== undefined) options.push(`body: ${toTypeScript(body)}`);
  if (result.kind === 'file') options.push(`parseAs: 'arrayBuffer'`);
  if (result.kind === 'lines') options.push(`parseAs: 'stream'`);
  const target = `${request.method}('${request.template}'`;
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${indent(line, '  ')},\n`).join('')}}`;
  const call = `await dasbor.${target}${given});`;
  steps.push(result.kind === 'none' ? call : `const { data } = ${call}`, ...renderClientResult(result));
  if (result.kind === 'file') imports.unshift(`import { writeFileSync } from 'node:fs';`);
  const client = `const dasbor = createDasbor({ base_url: '${origin}', api_key: process.env.DASBOR_KEY! });`;
  return [...imports, '', client, ...steps].join('\n');
}

function renderClientResult(result: ExampleRequest['result']): string[] {
  if (result.kind === 'json') return ['console.log(data);'];
  if (result.kind === 'file') return [`writeFileSync('${result.name}', Buffer.from(data!));`];
  if (result.kind === 'lines')
    return ['for await (const text of data!.pipeThrough(new TextDecoderStream())) console.log(text);'];
  return [];
}

const renderForm = ({ file_field, file_name, fields }: NonNullable<ExampleRequest['form']>): string[] => [
  'const form = new FormData();',
  `form.set('${file_field}', await openAsBlob('${file_name}'), '${file_name}');`,
  ...Object.entries(fields).map(([name, value]) => `form.set('${name}', ${toTypeScript(toText(value))});`),
];

/** Operations of users and of everybody, which the client package does not offer. */
function renderFetch(request: ExampleRequest, origin: string): string {
  const { form, result } = request;
  const headers: string[] = [];
  if (request.credential) headers.push('authorization: `Bearer ${process.env.DASBOR_TOKEN}`');
  if (request.has_idempotency_key) headers.push(`'idempotency-key': crypto.randomUUID()`);
  if (request.body !== undefined) headers.push(`'content-type': 'application/json'`);
  const options: string[] = [];
  if (request.method !== 'GET') options.push(`method: '${request.method}'`);
  if (headers.length > 0) options.push(`headers: {\n${headers.map((line) => `  ${line},\n`).join('')}}`);
  if (form) options.push('body: form');
  else if (request.body !== undefined) options.push(`body: JSON.stringify(${toTypeScript(request.body)})`);
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${indent(line, '  ')},\n`).join('')}}`;
  return [
    ...(form ? [`import { openAsBlob } from 'node:fs';`] : []),
    ...(result.kind === 'file' ? [`import { writeFileSync } from 'node:fs';`] : []),
    ...(form || result.kind === 'file' ? [''] : []),
    ...(form ? renderForm(form) : []),
    `const response = await fetch('${origin}${formatTarget(request)}'${given});`,
    'if (!response.ok) throw new Error(await response.text());',
    ...(result.kind === 'json' ? ['console.log(await response.json());'] : []),
    ...(result.kind === 'file' ? [`writeFileSync('${result.name}', Buffer.from(await response.arrayBuffer()));`] : []),
  ].join('\n');
}

const renderPython: Render = (request, origin) => {
  const { form, result, body } = request;
  const modules = new Set(['urllib.request']);
  if (result.kind === 'json' || body !== undefined) modules.add('json');
  if (request.credential) modules.add('os');
  if (request.has_idempotency_key || form) modules.add('uuid');
  const headers: string[] = [];
  if (request.credential) headers.push(`"Authorization": f"Bearer {os.environ['${request.credential}']}"`);
  if (request.has_idempotency_key) headers.push('"Idempotency-Key": str(uuid.uuid4())');
  if (form) headers.push('"Content-Type": f"multipart/form-data; boundary={boundary}"');
  else if (body !== undefined) headers.push('"Content-Type": "application/json"');
  const options = [`"${origin}${formatTarget(request)}"`];
  if (request.method !== 'GET') options.push(`method="${request.method}"`);
  if (headers.length > 0) options.push(`headers={\n${headers.map((line) => `    ${line},\n`).join('')}}`);
  if (form) options.push('data=data');
  else if (body !== undefined) options.push(`data=json.dumps(${toPython(body)}).encode()`);
  return [
    `import ${[...modules].toSorted().join(', ')}`,
    '',
    ...(form ? renderPythonForm(form) : []),
    `request = urllib.request.Request(\n${options.map((line) => `    ${indent(line, '    ')},\n`).join('')})`,
    'with urllib.request.urlopen(request) as response:',
    ...renderPythonResult(result),
  ].join('\n');
};

function renderPythonResult(result: ExampleRequest['result']): string[] {
  if (result.kind === 'json') return ['    print(json.load(response))'];
  if (result.kind === 'file')
    return [`    with open("${result.name}", "wb") as file:`, '        file.write(response.read())'];
  if (result.kind === 'lines') return ['    for line in response:', '        print(line.decode(), end="", flush=True)'];
  return ['    print(response.status)'];
}

const renderPythonForm = ({ file_field, file_name, fields }: NonNullable<ExampleRequest['form']>): string[] => [
  'boundary = uuid.uuid4().hex',
  `with open("${file_name}", "rb") as file:`,
  '    content = file.read()',
  'data = b"".join([',
  ...Object.entries(fields).map(
    ([name, value]) =>
      `    f'--{boundary}\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n'.encode() + ${toPython(toText(value))}.encode() + b"\\r\\n",`,
  ),
  `    f'--{boundary}\\r\\nContent-Disposition: form-data; name="${file_field}"; filename="${file_name}"\\r\\n\\r\\n'.encode(),`,
  '    content,',
  `    f"\\r\\n--{boundary}--\\r\\n".encode(),`,
  '])',
];

const renderPhp: Render = (request, origin) => {
  const { form, result, body } = request;
  const headers: string[] = [];
  if (request.credential) headers.push(`'Authorization: Bearer ' . getenv('${request.credential}')`);
  if (request.has_idempotency_key) headers.push(`'Idempotency-Key: ' . bin2hex(random_bytes(16))`);
  if (body !== undefined) headers.push(`'Content-Type: application/json'`);
  const options: string[] = [];
  if (request.method !== 'GET') options.push(`CURLOPT_CUSTOMREQUEST => '${request.method}'`);
  if (headers.length > 0) options.push(`CURLOPT_HTTPHEADER => [\n${headers.map((line) => `    ${line},\n`).join('')}]`);
  if (form) options.push(`CURLOPT_POSTFIELDS => ${renderPhpForm(form)}`);
  else if (body !== undefined) options.push(`CURLOPT_POSTFIELDS => json_encode(${toPhp(body)})`);
  options.push(
    result.kind === 'lines'
      ? 'CURLOPT_WRITEFUNCTION => function ($curl, $text) {\n    echo $text;\n    return strlen($text);\n}'
      : 'CURLOPT_RETURNTRANSFER => true',
    'CURLOPT_FAILONERROR => true',
  );
  return [
    '<?php',
    `$curl = curl_init('${origin}${formatTarget(request)}');`,
    `curl_setopt_array($curl, [\n${options.map((line) => `    ${indent(line, '    ')},\n`).join('')}]);`,
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    throw new RuntimeException(curl_error($curl));',
    '}',
    ...(result.kind === 'json' ? ['print_r(json_decode($response, true));'] : []),
    ...(result.kind === 'file' ? [`file_put_contents('${result.name}', $response);`] : []),
  ].join('\n');
};

function renderPhpForm({ file_field, file_name, fields }: NonNullable<ExampleRequest['form']>): string {
  const texts = Object.entries(fields).map(([name, value]) => `    '${name}' => ${toPhp(toText(value))},\n`);
  return `[\n    '${file_field}' => new CURLFile('${file_name}'),\n${texts.join('')}]`;
}

const RENDERERS: Record<ExampleLanguage, Render> = {
  curl: renderCurl,
  typescript: renderTypeScript,
  python: renderPython,
  php: renderPhp,
};
