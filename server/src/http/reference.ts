/** The API reference at /api/docs: plain HTML without scripts, rendered from the contract when it is first read. */
import type { FastifyInstance } from 'fastify';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { UPLOAD_TYPE_TERMS, formatUploadLimit, formatUploadTypes } from '@dasbor/contract/upload';
import { ROUTES_BY_FEATURE } from '@dasbor/contract/routes';
import { type FieldRow, listSchemaFields, buildSample } from './reference-fields.ts';
import { REFERENCE_STYLE } from './reference-style.ts';

const NONCE = '__NONCE__';

/** Serves the page. `newNonce` creates the nonce by which the policy allows its stylesheet and nothing else. */
export function serveReference(fastify: FastifyInstance, newNonce: () => string): void {
  let page: string | undefined;
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
      .send((page ??= renderPage()).replace(NONCE, nonce));
  });
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** HTML of a contract text, in which `backticks` mark code. */
const renderText = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** `qris-payment` as a title: QRIS payment. */
const formatTitle = (feature: string): string =>
  (feature.charAt(0).toUpperCase() + feature.slice(1).replaceAll('-', ' ')).replaceAll(
    /\b(qris|api|sftp)\b/gi,
    (word) => word.toUpperCase(),
  );

function renderPage(): string {
  const features = Object.entries(ROUTES_BY_FEATURE);
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
${features.map(([feature, routes]) => renderMenu(feature, routes)).join('\n')}
</nav>
<main id="content">
<h1>Dasbor API reference</h1>
<p class="soft">One API for the merchant dashboard and for merchants’ own servers. All paths are relative to <code>${API_BASE}</code>; the machine-readable description is <a href="${API_BASE}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${GUIDE.map(({ id, title, text }) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${text}</section>`).join('\n')}
${features.map(([feature, routes]) => renderFeature(feature, routes)).join('\n')}
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
    text: `<p>Send <code>Authorization: Bearer …</code> with the access token of a session, or with an API key (<code>sk_test_…</code>, <code>sk_live_…</code>). An access token lives ten minutes; <a href="#refreshSession">refresh the session</a> when a request returns 401. A 403 means missing access; refreshing the session does not help.</p>`,
  },
  {
    id: 'conventions',
    title: 'Conventions',
    text: `<p>Amounts are whole rupiah as integers. Times are ISO 8601 in UTC; days are business days in Asia/Jakarta. Lists return <code>data</code> and <code>next_cursor</code>: pass it as <code>cursor</code> for the next page. Unknown fields and query parameters are rejected. <code>from</code> and <code>to</code> accept instants and days.</p>
<p>Requests that move money take an <code>Idempotency-Key</code> header: a repeated request with the same key has no second effect and returns the same response for 31 days.</p>`,
  },
  {
    id: 'errors',
    title: 'Errors',
    text: `<p>All errors have the same shape. <code>detail</code> is for people, in the language of <code>Accept-Language</code> (English or Indonesian); <code>code</code> is stable and for programs. Quote <code>request_id</code> to support.</p>
<pre tabindex="0" aria-label="Example of an error">{ "detail": "Not found.", "status_code": 404,
  "code": "not_found", "request_id": "req_01kagz7v3w8x9y2m4n5p6q7r8s" }</pre>
<p>Common codes: 400 <code>invalid_request</code> with <code>errors</code> by field, 401 <code>unauthenticated</code>, 403 <code>forbidden</code>, 404 <code>not_found</code>, 405 <code>method_not_allowed</code>, 413 <code>body_too_large</code>, 429 <code>too_many_requests</code> and 503 <code>unavailable</code>, the last two with a <code>Retry-After</code> header.</p>`,
  },
];

const renderMenu = (feature: string, routes: Route[]): string =>
  `<h2><a href="#feature-${feature}">${formatTitle(feature)}</a></h2><ul class="operations">${routes
    .map((route) => `<li><a href="#${route.name}">${escapeHtml(formatOperationName(route.name))}</a></li>`)
    .join('')}</ul>`;

/** `listApiKeys`: List API keys. */
const formatOperationName = (name: string): string =>
  formatTitle(name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));

const renderFeature = (feature: string, routes: Route[]): string =>
  `<section aria-labelledby="feature-${feature}"><h2 id="feature-${feature}">${formatTitle(feature)}</h2>${routes.map(renderRoute).join('\n')}</section>`;

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
${renderFields(route.upload ? 'Form' : 'Body', listBodyFields(route))}
${renderErrors(route)}
<h4>Example</h4>
<pre tabindex="0" aria-label="Example request">${escapeHtml(buildCurlExample(route))}</pre>
${output.length === 0 ? `<p class="soft">${describeEmptyResponse(route)}</p>` : `<details><summary>Response, ${route.status ?? 200}</summary>${renderFieldTable(output, false)}</details>`}
</article>`;
}

function listBodyFields({ body, upload }: Route): FieldRow[] {
  const rows = body ? listSchemaFields(body, 'input') : [];
  if (upload === undefined) return rows;
  const description = `${formatUploadTypes(upload.types)}, up to ${formatUploadLimit(upload.max_bytes)}`;
  return [{ path: upload.field, type: 'file', is_required: true, description }, ...rows];
}

function formatAccess({ access }: Route): string {
  if (access === 'public') return 'Public: no authentication.';
  if (access === 'signed-in') return 'Requires a signed-in user.';
  if (access === 'authenticated') return 'By session or API key, within its access.';
  const by = access.users_only === true ? 'by session only' : 'by session or API key';
  return `Requires <code>${access.level}</code> on ${escapeHtml(access.group)}${access.or === undefined ? '' : ` or ${escapeHtml(access.or)}`}, ${by}.`;
}

const describeEmptyResponse = (route: Route): string =>
  route.stream ? `Returns a stream of <code>${route.stream}</code>.` : `Returns ${route.status ?? 204} without a body.`;

const renderFields = (title: string, rows: FieldRow[]): string =>
  rows.length === 0 ? '' : `<h4>${title}</h4>${renderFieldTable(rows, true)}`;

function renderFieldTable(rows: FieldRow[], shows_required: boolean): string {
  const lines = rows.map((row) => {
    const required = shows_required && row.is_required ? '<span class="required">required</span>' : '';
    return `<tr><td><code>${escapeHtml(row.path)}</code>${required}</td><td>${escapeHtml(row.type)}</td><td>${renderText(row.description)}</td></tr>`;
  });
  return `<div class="table" tabindex="0" role="region" aria-label="Fields"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function renderErrors(route: Route): string {
  const errors = Object.entries(route.errors ?? {});
  if (errors.length === 0) return '';
  const list = errors.map(([code, status]) => `<li><code>${escapeHtml(code)}</code>, ${status}</li>`).join('');
  return `<h4>Errors</h4><ul>${list}</ul>`;
}

/** A request for a shell. */
function buildCurlExample(route: Route): string {
  const params = (route.params ? buildSample(route.params) : {}) as Record<string, string>;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? name);
  const lines = [`curl ${route.method === 'GET' ? '' : `-X ${route.method} `}http://localhost:4000${API_BASE}${path}`];
  if (route.access !== 'public') lines.push(`-H "Authorization: Bearer $DASBOR_KEY"`);
  if (route.idempotent === true) lines.push(`-H "Idempotency-Key: $(uuidgen)"`);
  if (route.upload) {
    const fields = Object.entries((route.body ? buildSample(route.body) : {}) as Record<string, unknown>);
    const texts = fields.map(
      ([name, value]) => `-F '${name}=${typeof value === 'string' ? value : JSON.stringify(value)}'`,
    );
    lines.push(
      `-F ${route.upload.field}=@file${UPLOAD_TYPE_TERMS[route.upload.types[0] ?? 'pdf'].extensions[0]}`,
      ...texts,
    );
  } else if (route.body) {
    lines.push(`-H "Content-Type: application/json"`, `-d '${JSON.stringify(buildSample(route.body))}'`);
  }
  return lines.join(' \\\n  ');
}
