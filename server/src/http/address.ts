/** Addresses as the key of a limit. */
import { isIPv6 } from 'node:net';

const GROUPS = 8;
const PREFIX_GROUPS = 4;

/**
 * The address of a client as a key: IPv4 whole, IPv6 by its /64, because one client commonly has a whole /64. An IPv4
 * address mapped into IPv6 is the same client as the IPv4 address.
 */
export function toAddressKey(ip: string): string {
  const address = ip.split('%', 1)[0] ?? ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const prefix = groups.slice(0, PREFIX_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}
