/** The API reference at /api/docs, plain HTML without scripts, and the OpenAPI document, both built from the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE, type Route, listMediaTypes } from '@dasbor/contract/route';
import { formatUploadLimit, formatUploadTypes } from '@dasbor/contract/upload';
import { ROUTES_BY_FEATURE } from '@dasbor/contract/routes';
import { EXAMPLE_LANGUAGES, EXAMPLE_LANGUAGE_NAMES, renderExample } from './example-code.ts';
import { buildExampleRequest } from './example-request.ts';
import { renderChangelog, renderErrorCatalogue } from './catalogue.ts';
import { GUIDE } from './guides.ts';
import { escapeHtml, renderText } from './html.ts';
import { createConstantText, sendConstantText } from '../http/compress.ts';
import { hashStyle } from '../http/headers.ts';
import { acceptsApiKey, buildOpenapi } from '../http/openapi.ts';
import { type FieldRow, listSchemaFields } from './schema-fields.ts';
import { REFERENCE_STYLE } from './style.ts';

interface ReferenceOptions {
  /** `PUBLIC_URL`. */
  origin: string;
  /** Counts a request against the budget of its address: neither document needs credentials. */
  countRequest: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Serves the page and the OpenAPI document. Both are built when they are first read: most processes never need them. */
export function serveReference(fastify: FastifyInstance, { origin, countRequest }: ReferenceOptions): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => countRequest(request, reply);
  const readPage = createConstantText(() => renderPage(origin));
  const policy = [
    "default-src 'none'",
    `style-src '${hashStyle(REFERENCE_STYLE)}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  fastify.get('/api/docs', { onRequest }, (request, reply) => {
    void reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
    return sendConstantText(request, reply, readPage);
  });
  const readDocument = createConstantText(() => JSON.stringify(buildOpenapi(origin)));
  fastify.get(`${API_BASE}/openapi.json`, { onRequest }, (request, reply) => {
    void reply.type('application/json; charset=utf-8');
    return sendConstantText(request, reply, readDocument);
  });
}

/** `qris-payment` as a title: QRIS payment. */
const formatTitle = (feature: string): string =>
  (feature.charAt(0).toUpperCase() + feature.slice(1).replaceAll('-', ' ')).replaceAll(
    /\b(qris|api|sftp)\b/gi,
    (word) => word.toUpperCase(),
  );

function renderPage(origin: string): string {
  const features = Object.entries(ROUTES_BY_FEATURE);
  const catalogues = [
    { id: 'error-codes', title: 'Error codes', text: renderErrorCatalogue() },
    { id: 'changelog', title: 'Changelog', text: renderChangelog() },
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dasbor API reference</title>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<div class="layout">
<nav aria-label="Operations">
<a class="name" href="#content">Dasbor API</a>
<ul>${[...GUIDE, ...catalogues].map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>
${features.map(([feature, routes]) => renderMenu(feature, routes)).join('\n')}
</nav>
<main id="content">
<fieldset class="languages"><legend>Examples in</legend>${EXAMPLE_LANGUAGES.map(
    (language, index) =>
      `<label><input type="radio" name="language" id="language-${language}" value="${language}"${index === 0 ? ' checked' : ''}>${EXAMPLE_LANGUAGE_NAMES[language]}</label>`,
  ).join('')}</fieldset>
<h1>Dasbor API reference</h1>
<p class="soft">One API for the merchant dashboard and for merchants’ own servers. All paths are relative to <code>${API_BASE}</code>; the machine-readable description is <a href="${API_BASE}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${[...GUIDE, ...catalogues].map(({ id, title, text }) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${text}</section>`).join('\n')}
${features.map(([feature, routes]) => renderFeature(feature, routes, origin)).join('\n')}
</main>
</div>
</body>
</html>
`;
}

const renderMenu = (feature: string, routes: Route[]): string =>
  `<h2><a href="#feature-${feature}">${formatTitle(feature)}</a></h2><ul class="operations">${routes
    .map((route) => `<li><a href="#${route.name}">${escapeHtml(formatOperationName(route.name))}</a></li>`)
    .join('')}</ul>`;

/** `listApiKeys`: List API keys. */
const formatOperationName = (name: string): string =>
  formatTitle(name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`));

const renderFeature = (feature: string, routes: Route[], origin: string): string =>
  `<section aria-labelledby="feature-${feature}"><h2 id="feature-${feature}">${formatTitle(feature)}</h2>${routes.map((route) => renderRoute(route, origin)).join('\n')}</section>`;

function renderRoute(route: Route, origin: string): string {
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
${renderExamples(route, origin)}
${output.length === 0 ? `<p class="soft">${describeEmptyResponse(route)}</p>` : `<details><summary>Response, ${route.status ?? 200}</summary>${renderFieldTable(output, false)}</details>`}
</article>`;
}

function listBodyFields({ body, upload }: Route): FieldRow[] {
  const rows = body ? listSchemaFields(body, 'input') : [];
  if (upload === undefined) return rows;
  const description = `${formatUploadTypes(upload.types)}, up to ${formatUploadLimit(upload.max_bytes)}`;
  return [{ path: upload.field, type: 'file', is_required: true, description }, ...rows];
}

function formatAccess(route: Route): string {
  const { access } = route;
  if (access === 'public') return 'Public: no authentication.';
  if (access === 'signed-in') return 'Requires a signed-in user.';
  if (access === 'authenticated') return 'By session or API key, within its access.';
  const by = acceptsApiKey(route) ? 'by session or API key' : 'by session only';
  return `Requires <code>${access.level}</code> on ${escapeHtml(access.group)}${access.or === undefined ? '' : ` or ${escapeHtml(access.or)}`}, ${by}.`;
}

/** The request in every language; the style shows the chosen one. */
function renderExamples(route: Route, origin: string): string {
  const request = buildExampleRequest(route);
  return EXAMPLE_LANGUAGES.map(
    (language) =>
      `<pre tabindex="0" class="example ${language}" aria-label="Example in ${EXAMPLE_LANGUAGE_NAMES[language]}">${escapeHtml(renderExample(request, language, origin))}</pre>`,
  ).join('\n');
}

const describeEmptyResponse = (route: Route): string =>
  route.stream
    ? `Returns a stream of ${listMediaTypes(route)
        .map((type) => `<code>${type}</code>`)
        .join(', ')}.`
    : `Returns ${route.status ?? 204} without a body.`;

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
  const list = errors
    .map(
      ([code, status]) =>
        `<li><a href="#error-${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a>, ${status}</li>`,
    )
    .join('');
  return `<h4>Errors</h4><ul>${list}</ul>`;
}
