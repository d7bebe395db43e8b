/** Serves the page of the bank in the browser's language, from memory and under a strict content security policy. */
import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language, parseLanguage } from '@dasbor/contract/language';
import type { FastifyInstance } from 'fastify';
import { PAGE_MESSAGES, type PageMessages } from './page-messages.ts';

const STATIC_FILES = [
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/shared.js', 'shared.js', 'text/javascript; charset=utf-8'],
  ['/va.js', 'va.js', 'text/javascript; charset=utf-8'],
  ['/refund.js', 'refund.js', 'text/javascript; charset=utf-8'],
] as const;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function registerPage(app: FastifyInstance): void {
  for (const [path, file, type] of STATIC_FILES) {
    const text = readPageFile(file);
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(text));
  }
  const template = readPageFile('index.html');
  serveLocalized(app, '/', 'text/html; charset=utf-8', (language) => renderHtml(template, language));
  serveLocalized(app, '/messages.js', 'text/javascript; charset=utf-8', renderMessages);
}

const readPageFile = (file: string): string => readFileSync(new URL(`../page/${file}`, import.meta.url), 'utf8');

/** Serves a file in the language that the browser prefers. */
function serveLocalized(
  app: FastifyInstance,
  path: string,
  type: string,
  render: (language: Language) => string,
): void {
  const texts = new Map(LANGUAGES.map((language) => [language, render(language)]));
  app.get(path, async (request, reply) =>
    reply
      .type(type)
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .send(texts.get(parseLanguage(request.headers['accept-language']))),
  );
}

/** Fills `{{language}}` and `{{message}}`. Throws for an unknown message. */
const renderHtml = (template: string, language: Language): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => {
    if (name === 'language') return language;
    const text = PAGE_MESSAGES[language][name as keyof PageMessages];
    if (text === undefined) throw new Error(`The page has no message ${name}`);
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  });

const renderMessages = (language: Language): string =>
  `export const language = '${language}';\nexport const messages = ${JSON.stringify(PAGE_MESSAGES[language])};\n`;

/** Headers of every response of the bank. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
