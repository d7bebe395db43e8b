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
  expect(sealed[0]).toMatch(/^v1\./);
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
  expect(() => other.open(context, vault.seal(context, 'hunter2'))).toThrow(/unable to authenticate/i);
  expect(() => createVault({ key_encryption_key: Buffer.alloc(16).toString('base64') })).toThrow('32 bytes');
});
