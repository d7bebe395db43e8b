/** The edge of the network for tests: a recorded request is what really left the browser. */
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface Seen {
  method: string;
  path: string;
  query: string;
  headers: Headers;
  body: string;
}

export interface Answer {
  status?: number;
  json?: JsonBodyType;
  text?: string;
  headers?: Record<string, string>;
}

type Responder = (seen: Seen, count: number) => Answer | Promise<Answer>;

/** Requests in their order. */
export const seen: Seen[] = [];
export const seenAt = (path: string): Seen[] => seen.filter((request) => request.path === path);

const responders = new Map<string, Responder>();
const server = setupServer(
  http.all('*/api/v1/*', async ({ request }) => {
    const url = new URL(request.url);
    const path = url.pathname.replace('/api/v1', '');
    const entry = {
      method: request.method,
      path,
      query: url.search,
      headers: request.headers,
      body: await request.text(),
    };
    seen.push(entry);
    const responder = responders.get(`${request.method} ${path}`);
    if (!responder) return HttpResponse.json({ detail: `No answer prepared for ${path}` }, { status: 404 });
    const { status = 200, json, text, headers = {} } = await responder(entry, seenAt(path).length);
    if (text !== undefined) return new HttpResponse(text, { status, headers });
    return json === undefined
      ? new HttpResponse(null, { status, headers })
      : HttpResponse.json(json, { status, headers });
  }),
);

/** Prepares the answer of one endpoint, e.g. `answer('GET /profile', () => ({json: …}))`. */
export function answer(endpoint: string, responder: Responder): void {
  responders.set(endpoint, responder);
}

/** Switches the edge on for the tests of a file. */
export function withNetwork(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    responders.clear();
    seen.length = 0;
  });
  afterAll(() => server.close());
}
