/** Lists of addresses and networks that people enter. */
import { localized } from '@dasbor/contract/language';
import { parseNetwork } from './allowed-address.ts';
import { Problem } from './problem.ts';

/** The networks in their usual notation, each once. Throws 422 `invalid_cidr` with an error per line of `field`. */
export function parseNetworks(given: readonly string[], field: string): string[] {
  const networks = given.map((text) => ({ text, network: parseNetwork(text) }));
  const errors = networks.flatMap(({ text, network }, index) =>
    network === null ? [{ field: `${field}.${index}`, detail: invalidText(text) }] : [],
  );
  const [first] = errors;
  if (first !== undefined) throw new Problem(422, 'invalid_cidr', first.detail, { errors });
  return [...new Set(networks.flatMap(({ network }) => network ?? []))];
}

const invalidText = (text: string) =>
  localized(
    `"${text}" is not an IP address or network, such as 203.0.113.0/24.`,
    `"${text}" bukan alamat IP atau jaringan, misalnya 203.0.113.0/24.`,
  );
