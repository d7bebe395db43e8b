import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const vault = createVault({ key_encryption_key: Buffer.alloc(32, 1).toString('base64') });
const context = {
  table: 'report_configuration',
  column: 'sftp_password_encrypted',
  merchant_id: 'mer_1',
  row_id: 'mer_1',
};

test.each(['hunter2', '', 'kata sandi – ½ 🔑', 'x'.repeat(10_000)])('what was sealed opens again: %.20s', (plain) => {
  expect(vault.open(context, vault.seal(context, plain))).toBe(plain);
});

test('sealing a secret twice gives different ciphertexts that do not contain it', () => {
  const sealed = [vault.seal(context, 'hunter2'), vault.seal(context, 'hunter2')];
  expect(sealed[0]).not.toBe(sealed[1]);
  expect(sealed[0]).toMatch(/^k[0-9a-f]{12}\./);
  expect(Buffer.from(sealed[0]!.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('hunter2');
});

test.each([{ table: 'snap_credential' }, { column: 'sftp_host_key' }, { merchant_id: 'mer_2' }, { row_id: 'mer_2' }])(
  'a secret that is moved to %j does not open',
  (change) => {
    const sealed = vault.seal(context, 'hunter2');
    expect(() => vault.open({ ...context, ...change }, sealed)).toThrow(/unable to authenticate/i);
  },
);

test('a ciphertext with any flipped bit is rejected', () => {
  const [version, wrapped, ciphertext] = vault.seal(context, 'hunter2').split('.') as [string, string, string];
  const flip = (text: string, index: number) => {
    const bytes = Buffer.from(text, 'base64url');
    bytes[index]! ^= 1;
    return bytes.toString('base64url');
  };
  for (const index of [0, 12, 28]) {
    expect(() => vault.open(context, [version, flip(wrapped, index), ciphertext].join('.'))).toThrow(
      /unable to authenticate/i,
    );
    expect(() => vault.open(context, [version, wrapped, flip(ciphertext, index)].join('.'))).toThrow(
      /unable to authenticate/i,
    );
  }
  expect(() => vault.open(context, [`v2`, wrapped, ciphertext].join('.'))).toThrow('known key version');
  expect(() => vault.open(context, `${wrapped}`)).toThrow('known key version');
});

test('another installation cannot decrypt it, and a short key is rejected', () => {
  const other = createVault({ key_encryption_key: Buffer.alloc(32, 2).toString('base64') });
  expect(() => other.open(context, vault.seal(context, 'hunter2'))).toThrow('known key version');
  expect(() => createVault({ key_encryption_key: Buffer.alloc(16).toString('base64') })).toThrow('32 bytes');
});

test('secrets of before and after a rotation open; running processes read the new key when they meet it', () => {
  const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
  const rotated_keys = { key_encryption_key: second, former_key_encryption_keys: [first] };
  const rotated = createVault(rotated_keys);
  expect(rotated.open(context, vault.seal(context, 'old'))).toBe('old');
  expect(rotated.isCurrent(vault.seal(context, 'old'))).toBe(false);
  const running = createVault({ key_encryption_key: first }, () => rotated_keys);
  expect(running.open(context, rotated.seal(context, 'new'))).toBe('new');
  expect(rotated.isCurrent(running.seal(context, 'next'))).toBe(true);
});

test('secrets of the first version, which name no key, still open', () => {
  // Sealed by the first version of this file with a key of 32 bytes of 1.
  const sealed =
    'v1.NOrLiUX73vtrv4o-vYEYzrPdtZhPxbDOUh8UinDWprZM2D6Qgobh5CrVVPXFU8bTeMy_0UjjL5-MDZBg.SDyjxSF-Rx989t3nE78fyTwspM1oT_BfQU2LabCpQJqOs9k';
  expect(vault.open(context, sealed)).toBe('hunter2');
  const keys = [2, 1].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
  const rotated = createVault({ key_encryption_key: keys[0], former_key_encryption_keys: [keys[1]] });
  expect(rotated.open(context, sealed)).toBe('hunter2');
});
