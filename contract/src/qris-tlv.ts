/** TLV elements of QRIS payloads: a two-digit tag, a two-digit decimal length and a value. The last element is a CRC. */
import { type Localized, localized } from './language.ts';

/** A payload cannot be encoded or made dynamic. */
export class QrisError extends Error {}

export interface QrisPayloadError {
  code: 'length_overrun' | 'malformed' | 'tag_order' | 'missing_tag' | 'wrong_value' | 'wrong_length' | 'crc_mismatch';
  /** Tag with the error. */
  tag: string;
  /** Description for people. */
  detail: Localized;
}

export interface RawElement {
  tag: string;
  value: string;
}

/** Splits a text into its elements. Stops at the first unreadable one and returns it as the error. */
export function parseElements(text: string): { elements: RawElement[]; error?: QrisPayloadError } {
  const elements: RawElement[] = [];
  let at = 0;
  while (at < text.length) {
    const head = /^(\d{2})(\d{2})/.exec(text.slice(at, at + 4));
    if (!head) {
      const rest = text.slice(at);
      elements.push({ tag: '??', value: rest });
      const detail = localized(
        `No tag and length at character ${at + 1}.`,
        `Tidak ada tag dan panjang pada karakter ${at + 1}.`,
      );
      return { elements, error: { code: 'malformed', tag: '??', detail } };
    }
    const [tag, length] = [head[1] ?? '', Number(head[2])];
    const value = text.slice(at + 4, at + 4 + length);
    elements.push({ tag, value });
    if (value.length < length) {
      const detail = localized(
        `Tag ${tag} declares ${length} characters, but ${value.length} remain.`,
        `Tag ${tag} menyatakan ${length} karakter, tetapi tersisa ${value.length}.`,
      );
      return { elements, error: { code: 'length_overrun', tag, detail } };
    }
    at += 4 + length;
  }
  return { elements };
}

export const readValues = (text: string): Map<string, string> =>
  new Map(parseElements(text).elements.map(({ tag, value }) => [tag, value]));

export function encodeElement(tag: string, value: string): string {
  if (!/^[\x20-\x7e]{1,99}$/.test(value)) {
    throw new QrisError(`Tag ${tag} takes 1 to 99 plain characters, not ${JSON.stringify(value)}`);
  }
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

export const encodeOptional = (tag: string, value: string | undefined): string =>
  value === undefined ? '' : encodeElement(tag, value);

/** Appends the CRC that ends every payload. */
export const appendCrc = (body: string): string => `${body}6304${crc16(`${body}6304`)}`;

/** CRC-16/CCITT-FALSE (polynomial 0x1021, initial 0xFFFF) as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
