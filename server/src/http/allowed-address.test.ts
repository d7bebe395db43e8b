import { expect, test } from 'vitest';
import { isAllowedAddress, parseNetwork } from './allowed-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.77/24 ', '203.0.113.0/24'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['2001:DB8::1/32', '2001:db8::/32'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.0/33', null],
  ['203.0.113.0/0', null],
  ['203.0.113', null],
  ['0x7f.1', null],
  ['203.0.113.0/24/1', null],
  ['kopi.example', null],
  ['', null],
])('%j is the network %j', (given, network) => {
  expect(parseNetwork(given)).toBe(network);
});

test.each([
  ['203.0.113.7', [], true],
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['2001:db8:1::5', ['203.0.113.7', '2001:db8::/32'], true],
  ['2001:db9::5', ['2001:db8::/32'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['nonsense', ['203.0.113.0/24'], false],
  [null, ['203.0.113.0/24'], false],
] as const)('%j belongs to %j: %j', (ip, networks, is_allowed) => {
  expect(isAllowedAddress(ip, networks)).toBe(is_allowed);
});
