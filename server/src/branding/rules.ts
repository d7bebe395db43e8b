/** Addresses of logos, and the brand as pages and emails use it. */
import { toDarkModeColor } from '@dasbor/contract/brand-color';
import type { EmailSender } from '../mail/template.ts';

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/** The address contains the hash, so that it may be cached permanently and a new logo has a new address. */
export const buildLogoUrl = (merchant_id: string, sha256: string, content_type: keyof typeof EXTENSIONS): string =>
  `/logos/${merchant_id}/${sha256}.${EXTENSIONS[content_type]}`;

/** The hash in the address of a logo; null when it has none. */
export const parseLogoHash = (logo_url: string | null): string | null =>
  /\/([0-9a-f]{64})\.(?:png|jpg)$/.exec(logo_url ?? '')?.[1] ?? null;

/** The merchant as the sender of an email, where addresses must be absolute. */
export const toEmailSender = (
  { brand_name, brand_color, logo_url }: { brand_name: string; brand_color: string | null; logo_url: string | null },
  public_url: string,
): EmailSender => ({
  name: brand_name,
  color: brand_color,
  logo_url: logo_url === null ? null : `${public_url.replace(/\/$/, '')}${logo_url}`,
});

/** The style of the pay page in the brand colour; empty without one. Tints are neutral, so that they suit every colour. */
export function buildBrandStyle(color: string | null): string {
  if (color === null) return '';
  const light = `:root{--brand:${color};--on-brand:#fff;--soft:#f0f2f6}`;
  const dark = `:root{--brand:${toDarkModeColor(color)};--on-brand:#0d1730;--soft:#222c44}`;
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}
