/** The edge of the network for tests: a recorded request is what really left the browser. */
import type { LiveEvent } from '@dasbor/contract/live';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface RecordedRequest {
  method: string;
  path: string;
  query: string;
  headers: Headers;
  body: string;
}

export interface MockResponse {
  status?: number;
  json?: JsonBodyType;
  text?: string;
  /** A body that is sent in parts and may stay open. */
  stream?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

type Responder = (seen: RecordedRequest, count: number) => MockResponse | Promise<MockResponse>;

/** Requests in their order. */
export const recordedRequests: RecordedRequest[] = [];
export const requestsTo = (path: string): RecordedRequest[] =>
  recordedRequests.filter((request) => request.path === path);

/** Parsed body of the last request to a path that changes something; null: there was none. */
export const readSentBody = (path: string): unknown =>
  JSON.parse(requestsTo(path).findLast(({ method }) => method !== 'GET')?.body ?? 'null');

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
    recordedRequests.push(entry);
    const responder = responders.get(`${request.method} ${path}`);
    if (!responder) return HttpResponse.json({ detail: `No answer prepared for ${path}` }, { status: 404 });
    const { status = 200, json, text, stream, headers = {} } = await responder(entry, requestsTo(path).length);
    if (stream !== undefined) return new HttpResponse(stream, { status, headers });
    if (text !== undefined) return new HttpResponse(text, { status, headers });
    return json === undefined
      ? new HttpResponse(null, { status, headers })
      : HttpResponse.json(json, { status, headers });
  }),
);

/** Prepares the answer of one endpoint, e.g. `mockEndpoint('GET /profile', () => ({json: …}))`. */
export function mockEndpoint(endpoint: string, responder: Responder): void {
  responders.set(endpoint, responder);
}

/** Lets reads of an endpoint fail with an error that is not retried, so that the screen shows it immediately. */
export function mockReadFailure(endpoint: string): void {
  mockEndpoint(endpoint, () => ({ status: 500, json: { detail: 'Try again in a minute.', request_id: 'req_1' } }));
}

/** Opens the stream of live events, which stays open as the server's does. Returns how to publish an event. */
export function openLiveStream(): (event: LiveEvent) => void {
  const encoder = new TextEncoder();
  const sent: Uint8Array[] = [encoder.encode(': hello\n\n')];
  let send = (part: Uint8Array): void => void sent.push(part);
  mockEndpoint('GET /live', () => ({
    stream: new ReadableStream({
      start: (controller) => {
        for (const part of sent.splice(0)) controller.enqueue(part);
        send = (part) => controller.enqueue(part);
      },
    }),
  }));
  return (event) => send(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
}

/** Switches the edge on for the tests of a file. */
export function setUpMockServer(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    responders.clear();
    recordedRequests.length = 0;
  });
  afterAll(() => server.close());
}
