/** Networks in CIDR notation, and whether an address belongs to them. */
import ipaddr from 'ipaddr.js';

/** A network in its usual notation, e.g. `203.0.113.0/24`; a single address has no suffix. null when it is not valid. */
export function parseNetwork(given: string): string | null {
  const [address = '', prefix, ...rest] = given.trim().split('/');
  const is_usual = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (rest.length > 0 || !is_usual || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return parsed.toString();
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits || Number(prefix) === 0) return null;
  const base = (parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${parsed.toString()}/${prefix}`,
  );
  return Number(prefix) === bits ? base.toString() : `${base.toString()}/${Number(prefix)}`;
}

/** Whether an address belongs to one of the networks. Without networks every address does. */
export function isAllowedAddress(ip: string | null, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const address = (ip ?? '').split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(
      network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`,
    );
    return base.kind() === parsed.kind() && parsed.match([base, bits] as Parameters<typeof parsed.match>[0]);
  });
}
