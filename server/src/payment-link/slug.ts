/** Slugs and URLs of links: an optional custom part, always followed by a random part. */
import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^12 exceeds 2^71, which cannot be enumerated under the rate limit of the pay page. */
const RANDOM_LENGTH = 12;

export function generateSlug(custom: string | undefined): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return custom === undefined ? random : `${custom}-${random}`;
}

/** The URL of the pay page of a link. */
export const buildPayUrl = (public_url: string, slug: string): string =>
  `${public_url.replace(/\/+$/, '')}/pay/${slug}`;
