// `npm run listen -- --forward URL`: creates a webhook endpoint of the sandbox on this machine, prints every event, and
// forwards it unchanged to URL. The response of URL is the response to the product, so failures are retried. Ctrl-C deletes
// the endpoint.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { fail, print } from './progress.mjs';

const USAGE = `Usage: npm run listen -- [--forward URL] [--events TYPE,…] [--url DASHBOARD] [--email EMAIL] [--password PASSWORD]`;
const DEFAULTS = { url: 'http://localhost:4000', email: 'developer@kopi.example', password: 'sandbox-only-2026' };
const FORWARD_TIMEOUT_MS = 14_000;
/** Headers of a request that are forwarded; the others belong to the connection. */
const FORWARDED_HEADER = /^(content-type|user-agent|webhook-.+)$/;

interface Options {
  forward: string | undefined;
  url: string;
  email: string;
  password: string;
  events: string[];
}

await main(readOptions()).catch(fail);

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        forward: { type: 'string' },
        events: { type: 'string', default: '*' },
        url: { type: 'string', default: DEFAULTS.url },
        email: { type: 'string', default: DEFAULTS.email },
        password: { type: 'string', default: DEFAULTS.password },
      },
    });
    const { events, forward, ...rest } = values;
    if (forward !== undefined) new URL(forward);
    return { ...rest, forward, events: events.split(',').map((each) => each.trim()) };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function main(options: Options): Promise<void> {
  const server = createServer((request, response) => void receive(request, response, options.forward));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { email, password, events } = options;
  const { access_token } = await call<{ access_token: string }>(options, 'POST', '/authenticate/login', {
    body: { email, password },
  });
  const { data } = await call<{ data: { id: string; secret: string } }>(options, 'POST', '/webhooks', {
    body: { url: address, events, description: 'npm run listen' },
    token: access_token,
  });
  print(`Listening as ${email}. Signing secret: ${data.secret}`);
  print(
    options.forward === undefined ? 'Events are printed only (--forward URL).' : `Forwarding to ${options.forward}`,
  );
  let is_stopping = false;
  const stop = async (): Promise<void> => {
    if (is_stopping) return;
    is_stopping = true;
    // The first access token may have expired meanwhile, and deleting needs a recent sign-in.
    const again = await call<{ access_token: string }>(options, 'POST', '/authenticate/login', {
      body: { email, password },
    });
    await call(options, 'DELETE', `/webhooks/${data.id}`, { token: again.access_token });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail));
}

async function call<Result>(
  { url }: Pick<Options, 'url'>,
  method: string,
  path: string,
  { body, token }: { body?: object; token?: string },
): Promise<Result> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => fail(`${url} does not respond. Start the product with \`npm start\`, or name it with --url.`));
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as Result & { detail?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.detail ?? response.status}`);
  return answer;
}

async function receive(request: IncomingMessage, response: ServerResponse, forward: string | undefined): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { status, text } = await forwardEvent(request, body, forward);
  const event = JSON.parse(body) as { id: string; type: string; data: { id?: string } };
  print(`${new Date().toISOString()}  ${event.type}  ${event.data.id ?? ''}  ${event.id}  → ${status}`);
  if (forward === undefined) process.stdout.write(`${JSON.stringify(event, null, 2)}\n`);
  response.writeHead(status).end(text);
}

async function forwardEvent(
  request: IncomingMessage,
  body: string,
  forward: string | undefined,
): Promise<{ status: number; text: string }> {
  if (forward === undefined) return { status: 200, text: '' };
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    FORWARDED_HEADER.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
    const answer = await fetch(forward, { method: 'POST', headers, body, redirect: 'manual', signal });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    return { status: 502, text: `${forward} does not respond: ${reason instanceof Error ? reason.message : ''}` };
  }
}
