/** The built pay page in memory: its document as a template, and its precompressed assets. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { formatRupiah } from '@dasbor/contract/format';
import type { PayLink } from '@dasbor/contract/pay';
import type { Encoding } from '../http/compress.ts';
import { hashStyle } from '../http/headers.ts';

interface Asset {
  type: string;
  bodies: Record<Encoding, Buffer>;
}

export interface BuiltPage {
  /** The document of a link; null: the not-found page. `brand_style` follows the style of the page. */
  renderDocument: (link: PayLink | null, brand_style?: string) => string;
  /** The one style sheet as a source of the content security policy. */
  style_hash: string;
  assets: Map<string, Asset>;
}

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Loads the build of pay/ on first use and after every rebuild; null while there is no build. */
export function createPageReader(folder: string): () => BuiltPage | null {
  let known: { page: BuiltPage; built_ms: number } | null = null;
  return () => {
    const file = statSync(join(folder, 'index.html'), { throwIfNoEntry: false });
    if (file === undefined) return known?.page ?? null;
    if (known?.built_ms === file.mtimeMs) return known.page;
    const page = loadPage(folder);
    // Open pages still request the assets of the previous build.
    for (const [name, asset] of known?.page.assets ?? []) if (!page.assets.has(name)) page.assets.set(name, asset);
    known = { page, built_ms: file.mtimeMs };
    return page;
  };
}

function loadPage(folder: string): BuiltPage {
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const sheet = /<link rel="stylesheet"[^>]*href="\/pay\/(assets\/[^"]+)"[^>]*>/.exec(built);
  const style = sheet?.[1] === undefined ? '' : readFileSync(join(folder, sheet[1]), 'utf8').trim();
  // The style is inlined, so that the first response is enough to render the page.
  const template = built.replace(sheet?.[0] ?? '', () => `<style>${style}</style>__BRAND_STYLE__`);
  return {
    renderDocument: (link, brand_style = '') => fillTemplate(template, link, brand_style),
    style_hash: hashStyle(style),
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

/** Fills the link into the document: texts for clients without JavaScript, and data for the script. */
function fillTemplate(template: string, link: PayLink | null, brand_style: string): string {
  const link_amount = link?.amount ?? null;
  const amount = link_amount === null ? '' : formatRupiah(link_amount);
  const values: Record<string, string> = {
    __BRAND_STYLE__: brand_style === '' ? '' : `<style>${brand_style}</style>`,
    __LANGUAGE__: link?.language ?? 'id',
    __HEADING__: escapeHtml(link === null ? 'Dasbor' : `${link.title} · ${link.merchant_name}`),
    __SUMMARY__: escapeHtml(amount),
    __MERCHANT_NAME__: escapeHtml(link?.merchant_name ?? ''),
    __TITLE__: escapeHtml(link?.title ?? '404'),
    __AMOUNT__: escapeHtml(amount),
    // Within a script element only `<` could close it.
    '"__PAY_DATA__"': JSON.stringify(link).replaceAll('<', String.raw`\u003c`),
  };
  return template.replaceAll(/"__PAY_DATA__"|__[A-Z_]+?__/g, (name) => values[name] ?? name);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
