import { expect, test } from 'vitest';
import { parseAttemptToken, createAttemptToken } from './token.ts';

const SECRETS = { access_token_key: Buffer.alloc(32, 7).toString('base64') };
const OTHERS = { access_token_key: Buffer.alloc(32, 8).toString('base64') };
const LINK = 'pl_01kagz7v3w8x9y2m4n5p6q7r8s';
const PAYMENT = 'txn_01kagz7v3w8x9y2m4n5p6q7r8t';

test('a token is readable by its issuer, deterministic and opaque', () => {
  const token = createAttemptToken(SECRETS, LINK, PAYMENT);
  expect(token).toMatch(/^[\w-]{56}$/);
  expect(createAttemptToken(SECRETS, LINK, PAYMENT)).toBe(token);
  expect(parseAttemptToken(SECRETS, LINK, token)).toBe(PAYMENT);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('01kagz');
});

test('a token of another link, another installation or with any character changed is rejected', () => {
  const token = createAttemptToken(SECRETS, LINK, PAYMENT);
  expect(parseAttemptToken(SECRETS, LINK.replace(/.$/, 't'), token)).toBeNull();
  expect(parseAttemptToken(OTHERS, LINK, token)).toBeNull();
  for (let at = 0; at < token.length; at += 1) {
    const changed = `${token.slice(0, at)}${token.charAt(at) === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    expect(parseAttemptToken(SECRETS, LINK, changed), `sign ${at}`).toBeNull();
  }
  expect(parseAttemptToken(SECRETS, LINK, 'short')).toBeNull();
});
