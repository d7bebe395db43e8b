/**
 * Devices that users sign in from. A device is a browser on a network, stored as a hash for privacy. The browser version
 * is ignored because browsers update themselves; the network is used instead of the address because providers reassign
 * addresses.
 */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Origin } from '../http/origin.ts';

export function hashDevice(user_id: string, { ip, user_agent }: Origin): string {
  const browser = (user_agent ?? '').replaceAll(/[\d._]+/g, '');
  return createHash('sha256')
    .update([user_id, browser, toNetwork(ip ?? '')].join('\n'))
    .digest('hex');
}

/** The first three parts of an IPv4 address, the first three groups of an IPv6 one. */
export function toNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:/i, '');
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.');
  const [left = '', right] = plain.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: gap }, () => '0'), ...tail].slice(0, 3).join(':');
}
