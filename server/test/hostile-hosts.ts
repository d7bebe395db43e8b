/** Test data: hosts that an attacker could configure to reach an internal network, with addresses in every notation. */
import { networkInterfaces } from 'node:os';

const INTERNAL_V4 = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1.2.3',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.254',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '192.168.255.254',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.254',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
];

const INTERNAL_V6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'fe80::1%lo',
  'fe80::1%25eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd12:3456:789a::1',
  'ff02::1',
  'ff05::2',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2001:20::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
];

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'db.localhost',
  'ⓛocalhost',
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  'postgres',
  'redis',
  'metadata',
  'metadata.google.internal',
  'metadata.google.internal.',
  'METADATA.google.INTERNAL',
  'instance-data.ec2.internal',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  'printer.local',
  'nas.lan',
  'router.home',
  'router.home.arpa',
  'vault.corp',
  'wiki.intranet',
  'host.docker.internal',
  'gateway.docker.internal',
  '1.0.0.127.in-addr.arpa',
  '127.0.0.1.nip.io',
  'localtest.me',
  'rebind.example.com',
];

const TRICKS = [
  '',
  ' ',
  '.',
  '..',
  ':',
  '[]',
  '[::1]',
  '[::1]:22',
  '[::ffff:127.0.0.1]',
  'localhost:22',
  '127.0.0.1:22',
  '127.0.0.1#example.com',
  'example.com#@127.0.0.1',
  'example.com@127.0.0.1',
  '127.0.0.1\\@example.com',
  '127.0.0.1/example.com',
  '127.0.0.1?example.com',
  'http://127.0.0.1',
  'sftp://127.0.0.1',
  '//127.0.0.1',
  '127.0.0.1%00.example.com',
  '127.0.0.1\u0000.example.com',
  '127.0.0.1\r\nexample.com',
  '127.0.0.1\texample.com',
  '%31%32%37.0.0.1',
  'loc%61lhost',
  '127。0。0。1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127.0.0.1.',
  '127.0.0.1..',
  '127.1',
  '127.0.1',
  '0',
  '0.0',
  '0x0',
  '1.2.3.4.5',
  '256.256.256.256',
  '127.0.0.0x1',
  '127.0.0.00000001',
  '0x7f.0x0.0x0.0x1',
  '0b1111111.0.0.1',
  '-1',
  '999999999999',
  '4294967296',
  'a'.repeat(300),
  `${'a'.repeat(64)}.com`,
];

/** Notations of an IPv4 address that some parsers accept. */
function listNotations(address: string): string[] {
  const parts = address.split('.').map(Number) as [number, number, number, number];
  const [a, b, c, d] = parts;
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = (value: number): string => value.toString(16);
  const [high, low] = [hex(whole >>> 16), hex(whole & 0xffff)];
  return [
    address,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `::${address}`,
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::ffff:0:${address}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::1`,
    `[::ffff:${address}]`,
    `${address}.`,
  ];
}

/** More than 300 hosts, including the addresses of this machine. */
export function listHostileHosts(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map((each) => each.address);
  const all = [...[...INTERNAL_V4].flatMap(listNotations), ...INTERNAL_V6, ...NAMES, ...TRICKS, ...own];
  return [...new Set(all)];
}
