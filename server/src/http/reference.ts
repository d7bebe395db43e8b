/** The reference page at /api/docs: plain HTML without any script, rendered once from the contract. */
import type { FastifyInstance } from 'fastify';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { ROUTES_BY_FEATURE } from '@dasbor/contract/routes';
import { type FieldRow, listSchemaFields, buildSample } from './reference-fields.ts';
import { REFERENCE_STYLE } from './reference-style.ts';

const NONCE = '__NONCE__';

/** Serves the page; `newNonce` makes the value that lets its one stylesheet, and nothing else, through the policy. */
export function serveReference(fastify: FastifyInstance, newNonce: () => string): void {
  const page = renderPage();
  fastify.get('/api/docs', (_request, reply) => {
    const nonce = newNonce();
    const policy = [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace(NONCE, nonce));
  });
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text of the contract, in which `backticks` mark code. */
const renderText = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** `qris-payment` as a person writes it: QRIS payment. */
const formatTitle = (noun: string): string =>
  (noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ')).replaceAll(/\b(qris|api|sftp)\b/gi, (word) =>
    word.toUpperCase(),
  );

function renderPage(): string {
  const nouns = Object.entries(ROUTES_BY_FEATURE);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dasbor API reference</title>
<style nonce="${NONCE}">${REFERENCE_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<div class="layout">
<nav aria-label="Operations">
<a class="name" href="#content">Dasbor API</a>
<ul>${GUIDE.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>
${nouns.map(([noun, routes]) => renderMenu(noun, routes)).join('\n')}
</nav>
<main id="content">
<h1>Dasbor API reference</h1>
<p class="soft">One API for the merchant dashboard and for merchants’ own servers. Every path stands below <code>${API_BASE}</code>; the same description for machines is <a href="${API_BASE}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${GUIDE.map(({ id, title, text }) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${text}</section>`).join('\n')}
${nouns.map(([noun, routes]) => renderFeature(noun, routes)).join('\n')}
</main>
</div>
</body>
</html>
`;
}

const GUIDE = [
  {
    id: 'authentication',
    title: 'Authentication',
    text: `<p>Send <code>Authorization: Bearer …</code> with the access token of a session, or with an API key (<code>sk_test_…</code>, <code>sk_live_…</code>). An access token lives ten minutes; <a href="#refreshSession">refresh the session</a> when a request is answered 401. A 403 is about access and never calls for a refresh.</p>`,
  },
  {
    id: 'conventions',
    title: 'Conventions',
    text: `<p>Amounts are whole rupiah as integers. Times are ISO 8601 in UTC; days are business days in Asia/Jakarta. Lists answer <code>data</code> and <code>next_cursor</code>: pass it as <code>cursor</code> for the next page. Unknown fields are refused.</p>
<p>Requests that move money take an <code>Idempotency-Key</code> header: sending the same request again with the same key has no second effect and answers the same, for 31 days.</p>`,
  },
  {
    id: 'errors',
    title: 'Errors',
    text: `<p>Every refusal has the same shape. <code>detail</code> is for people, <code>code</code> is stable and for programs; quote <code>request_id</code> to support.</p>
<pre tabindex="0" aria-label="Example of a refusal">{ "detail": "There is nothing here.", "status_code": 404,
  "code": "not_found", "request_id": "req_01kagz7v3w8x9y2m4n5p6q7r8s" }</pre>
<p>Beyond the codes of each operation: 400 <code>invalid_request</code> with <code>errors</code> by field, 401 <code>unauthenticated</code>, 403 <code>forbidden</code>, 404 <code>not_found</code>, 413 <code>body_too_large</code>, 429 <code>too_many_requests</code> and 503 <code>unavailable</code>, the last two with a <code>Retry-After</code> header.</p>`,
  },
];

const renderMenu = (noun: string, routes: Route[]): string =>
  `<h2><a href="#noun-${noun}">${formatTitle(noun)}</a></h2><ul class="operations">${routes
    .map((route) => `<li><a href="#${route.name}">${escapeHtml(formatOperationName(route.name))}</a></li>`)
    .join('')}</ul>`;

/** `listApiKeys`: List API keys. */
const formatOperationName = (name: string): string =>
  formatTitle(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const renderFeature = (noun: string, routes: Route[]): string =>
  `<section aria-labelledby="noun-${noun}"><h2 id="noun-${noun}">${formatTitle(noun)}</h2>${routes.map(renderRoute).join('\n')}</section>`;

function renderRoute(route: Route): string {
  const id = route.name;
  const output = route.output ? listSchemaFields(route.output, 'output') : [];
  return `<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${escapeHtml(formatOperationName(route.name))}</h3>
<p class="call"><span class="method">${route.method}</span><code>${escapeHtml(API_BASE + route.path)}</code></p>
<p>${renderText(route.summary)}.</p>
<p class="soft">${formatAccess(route)}</p>
${renderFields('Path parameters', route.params ? listSchemaFields(route.params, 'input') : [])}
${renderFields('Query parameters', route.query ? listSchemaFields(route.query, 'input') : [])}
${renderFields('Body', route.body ? listSchemaFields(route.body, 'input') : [])}
${renderErrors(route)}
<h4>Example</h4>
<pre tabindex="0" aria-label="Example request">${escapeHtml(buildCurlExample(route))}</pre>
${output.length === 0 ? `<p class="soft">${describeEmptyResponse(route)}</p>` : `<details><summary>Answer, ${route.status ?? 200}</summary>${renderFieldTable(output, false)}</details>`}
</article>`;
}

function formatAccess({ access }: Route): string {
  if (access === 'public') return 'Open to everybody.';
  if (access === 'signed-in') return 'For any signed-in user.';
  return `Needs <code>${access.level}</code> on ${escapeHtml(access.group)}, by session or API key.`;
}

const describeEmptyResponse = (route: Route): string =>
  route.stream ? `Answers a stream of <code>${route.stream}</code>.` : `Answers ${route.status ?? 204} without a body.`;

const renderFields = (title: string, rows: FieldRow[]): string =>
  rows.length === 0 ? '' : `<h4>${title}</h4>${renderFieldTable(rows, true)}`;

function renderFieldTable(rows: FieldRow[], shows_required: boolean): string {
  const lines = rows.map((row) => {
    const required = shows_required && row.is_required ? '<span class="required">required</span>' : '';
    return `<tr><td><code>${escapeHtml(row.path)}</code>${required}</td><td>${escapeHtml(row.type)}</td><td>${renderText(row.description)}</td></tr>`;
  });
  return `<div class="table" tabindex="0" role="region" aria-label="Fields"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function renderErrors(route: Route): string {
  const errors = Object.entries(route.errors ?? {});
  if (errors.length === 0) return '';
  const list = errors.map(([code, status]) => `<li><code>${escapeHtml(code)}</code>, ${status}</li>`).join('');
  return `<h4>Errors of its own</h4><ul>${list}</ul>`;
}

/** A request that can be pasted into a shell. */
function buildCurlExample(route: Route): string {
  const params = (route.params ? buildSample(route.params) : {}) as Record<string, string>;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? name);
  const lines = [`curl ${route.method === 'GET' ? '' : `-X ${route.method} `}http://localhost:4000${API_BASE}${path}`];
  if (route.access !== 'public') lines.push(`-H "Authorization: Bearer $DASBOR_KEY"`);
  if (route.idempotent === true) lines.push(`-H "Idempotency-Key: $(uuidgen)"`);
  if (route.body) {
    lines.push(`-H "Content-Type: application/json"`, `-d '${JSON.stringify(buildSample(route.body))}'`);
  }
  return lines.join(' \\\n  ');
}
