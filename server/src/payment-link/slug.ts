/** Addresses of links: what the merchant wishes, and always a part that nobody can guess. */
import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^12 is above 2^71: trying them all at 30 a minute takes longer than the world has been there. */
const RANDOM_LENGTH = 12;

export function generateSlug(wished: string | undefined): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
  return wished === undefined ? random : `${wished}-${random}`;
}

/** The address of the pay page of a link. */
export const buildPayUrl = (public_url: string, slug: string): string =>
  `${public_url.replace(/\/+$/, '')}/pay/${slug}`;
