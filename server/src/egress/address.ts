/** Which addresses and names the outside world may mean. Everything that is not plainly public is refused. */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Public by its number, but a cloud's inner service all the same: Azure's WireServer. */
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

/** Whether an IP address is unicast and public, seen through every IPv6 form that carries an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || INTERNAL_SERVICES.has(parsed.toString())) return false;
  // Only 2000::/3 has ever been handed out for public use; the rest is unassigned.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}

/**
 * The one spelling of a host: lower case, ASCII, no trailing dot, IPv4 in four decimal parts whatever notation it was
 * written in. null for what is no host at all, such as a host with its port.
 */
export function normaliseHost(host: string): string | null {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(bare)) return bare.includes('%') ? null : ipaddr.parse(bare).toString();
  // What a URL would read as something else than a host is refused before it is parsed as one.
  if (bare === '' || bare.length > 253 || /[\s:/\\?#@%[\]<>^|]|\p{Cc}/u.test(bare)) return null;
  let name: string;
  try {
    name = new URL(`http://${bare}/`).hostname.replace(/\.$/, '');
  } catch {
    return null;
  }
  // The parser reads 127.1, 0x7f.1, 2130706433 and full-width digits; a final dot can hide them from it once.
  return /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name) ? name : null;
}

/** Whether a normalised name (not an address) may be looked up at all. */
export function isPublicName(name: string): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && !INTERNAL_SUFFIXES.includes(last) && !/^(0x[0-9a-f]*|\d+)$/.test(last);
}
