/** Which hosts count as public. Fails closed: anything that is not clearly public is refused. */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public addresses of internal cloud services: Azure's WireServer. */
const INTERNAL_SERVICES = new Set(['168.63.129.16']);

/** Names that never belong to the public internet (RFC 6761, 6762, 8375, 9476 and common habits). */
const INTERNAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'svc',
  'arpa',
  'onion',
];

/** Whether an IP address is public unicast; IPv6 forms that embed an IPv4 address are unwrapped first. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || INTERNAL_SERVICES.has(parsed.toString())) return false;
  // Only 2000::/3 is allocated for public use.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}

/**
 * Canonical form of a host: lower case, ASCII, no trailing dot, IPv4 in dotted decimal regardless of its notation. Returns
 * null for anything that is not a host, such as a host with a port.
 */
export function normaliseHost(host: string): string | null {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(bare)) return bare.includes('%') ? null : ipaddr.parse(bare).toString();
  // Refuses characters that a URL parser would not read as part of the host.
  if (bare === '' || bare.length > 253 || /[\s:/\\?#@%[\]<>^|]|\p{Cc}/u.test(bare)) return null;
  let name: string;
  try {
    name = new URL(`http://${bare}/`).hostname.replace(/\.$/, '');
  } catch {
    return null;
  }
  // The parser resolves 127.1, 0x7f.1, 2130706433 and full-width digits, except before a trailing dot.
  return /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name) ? name : null;
}

/** Whether a normalised name (not an address) may be resolved. */
export function isPublicName(name: string): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && !INTERNAL_SUFFIXES.includes(last) && !/^(0x[0-9a-f]*|\d+)$/.test(last);
}
