/** The built pay page in memory: its document as a template, and its files ready compressed. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PayLink } from '@dasbor/contract/pay';
import type { Encoding } from '../http/compress.ts';

interface Asset {
  type: string;
  bodies: Record<Encoding, Buffer>;
}

export interface BuiltPage {
  /** The document about a link; null: about none. */
  renderDocument: (link: PayLink | null) => string;
  /** The one style sheet as a source of the content security policy. */
  style_hash: string;
  assets: Map<string, Asset>;
}

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Reads the build of pay/ when it is first asked for, and again whenever it was built anew; null while there is none. */
export function createPageReader(folder: string): () => BuiltPage | null {
  let known: { page: BuiltPage; built_ms: number } | null = null;
  return () => {
    const file = statSync(join(folder, 'index.html'), { throwIfNoEntry: false });
    if (file === undefined) return known?.page ?? null;
    if (known?.built_ms === file.mtimeMs) return known.page;
    const page = loadPage(folder);
    // Pages that are open still ask for the files of the build before.
    for (const [name, asset] of known?.page.assets ?? []) if (!page.assets.has(name)) page.assets.set(name, asset);
    known = { page, built_ms: file.mtimeMs };
    return page;
  };
}

function loadPage(folder: string): BuiltPage {
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const sheet = /<link rel="stylesheet"[^>]*href="\/pay\/(assets\/[^"]+)"[^>]*>/.exec(built);
  const style = sheet?.[1] === undefined ? '' : readFileSync(join(folder, sheet[1]), 'utf8').trim();
  // In the document, so that the first answer is enough to show what is to be paid.
  const template = built.replace(sheet?.[0] ?? '', () => `<style>${style}</style>`);
  return {
    renderDocument: (link) => fillTemplate(template, link),
    style_hash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
    assets: loadAssets(join(folder, 'assets')),
  };
}

function loadAssets(folder: string): Map<string, Asset> {
  return new Map(
    readdirSync(folder).flatMap((name): [string, Asset][] => {
      const type = TYPES[name.split('.').at(-1) ?? ''];
      if (type === undefined) return [];
      const identity = readFileSync(join(folder, name));
      const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
      return [[name, { type, bodies: { identity, br, gzip: gzipSync(identity, { level: 9 }) } }]];
    }),
  );
}

/** Puts the link into the document: words for those without JavaScript, and data for the script. */
function fillTemplate(template: string, link: PayLink | null): string {
  const asked = link?.amount ?? null;
  const amount = asked === null ? '' : `Rp ${asked.toLocaleString('id-ID')}`;
  const values: Record<string, string> = {
    __LANGUAGE__: link?.language ?? 'id',
    __HEADING__: escapeHtml(link === null ? 'Dasbor' : `${link.title} · ${link.merchant_name}`),
    __SUMMARY__: escapeHtml(amount),
    __MERCHANT_NAME__: escapeHtml(link?.merchant_name ?? ''),
    __TITLE__: escapeHtml(link?.title ?? '404'),
    __AMOUNT__: escapeHtml(amount),
    // Inside a script element only `<` could end it.
    '"__PAY_DATA__"': JSON.stringify(link).replaceAll('<', String.raw`\u003c`),
  };
  return template.replaceAll(/"__PAY_DATA__"|__[A-Z_]+?__/g, (name) => values[name] ?? name);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
