/** Text of random characters for keys, slugs and codes: from the cryptographic generator, without bias. */
import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of `alphabet`: letters and digits where none is given. */
export const generateRandomText = (length: number, alphabet = BASE62): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
