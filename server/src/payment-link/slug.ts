/** Slugs and URLs of links: an optional custom part, always followed by a random part. */
import { generateRandomText } from '../random-text.ts';

/** 62^12 exceeds 2^71, which cannot be enumerated under the rate limit of the pay page. */
const RANDOM_LENGTH = 12;

export function generateSlug(custom: string | undefined): string {
  const random = generateRandomText(RANDOM_LENGTH);
  return custom === undefined ? random : `${custom}-${random}`;
}

/** The URL of the pay page of a link. */
export const buildPayUrl = (public_url: string, slug: string): string =>
  `${public_url.replace(/\/+$/, '')}/pay/${slug}`;
