/** Writes a database of cities in MaxMind's format, version 2.0 (maxmind.github.io/MaxMind-DB): one network, one place. */
import * as fs from 'node:fs';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const TYPES = { string: 2, number: 6, map: 7, array: 11 } as const;
/** Types above 7 are written in a second byte. */
const EXTENDED = 7;
const IPV4_PREFIX_BITS = 96;
/** Between the search tree and the data. */
const SEPARATOR_BYTES = 16;

function encodeHead(type: keyof typeof TYPES, size: number): Buffer {
  const number = TYPES[type];
  return number > EXTENDED ? Buffer.from([size, number - EXTENDED]) : Buffer.from([(number << 5) | size]);
}

/** Sizes below 29, which need no further byte. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([encodeHead('string', value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([encodeHead('number', bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([encodeHead('array', value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([encodeHead('map', entries.length), ...entries.flat().map((each) => encode(each as Value))]);
}

/** `network`: such as `10.9.0.0/16`. Every other address is not found. */
export function writeCityDatabase(file: string, network: string, place: { [key: string]: Value }): void {
  const [address = '', length = '32'] = network.split('/');
  const own_bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  const bits = '0'.repeat(IPV4_PREFIX_BITS) + own_bits.join('').slice(0, Number(length));
  const node_count = bits.length;
  const tree = Buffer.alloc(node_count * 6);
  for (const [index, bit] of [...bits].entries()) {
    const next = index + 1 < node_count ? index + 1 : node_count + SEPARATOR_BYTES;
    tree.writeUIntBE(bit === '0' ? next : node_count, index * 6, 3);
    tree.writeUIntBE(bit === '1' ? next : node_count, index * 6 + 3, 3);
  }
  const metadata = {
    node_count,
    record_size: 24,
    ip_version: 6,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    description: { en: 'One city' },
  };
  const marker = Buffer.from('\u00AB\u00CD\u00EFMaxMind.com', 'latin1');
  fs.writeFileSync(file, Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), encode(place), marker, encode(metadata)]));
}
