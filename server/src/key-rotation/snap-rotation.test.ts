/** Callbacks are accepted at every step of a rotation of the bank's credentials. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureSecrets, listAcceptedCredentials } from '../secrets.ts';
import {
  HANDOVER_FILE,
  acceptBothSnapCredentials,
  getSnapStage,
  issueSnapCredentials,
  retireSnapCredentials,
} from './snap-rotation.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const DAY_MS = 86_400_000;
let data_dir: string;
beforeEach(() => {
  data_dir = mkdtempSync(path.join(tmpdir(), 'dasbor-snap-'));
  ensureSecrets(data_dir);
});
afterEach(() => rmSync(data_dir, { recursive: true }));

const readSnap = () => ensureSecrets(data_dir).snap;
const listAccepted = (at: Date) => listAcceptedCredentials(readSnap(), at).map((set) => set.bank_client_secret);
const readHandover = () =>
  JSON.parse(readFileSync(path.join(data_dir, HANDOVER_FILE), 'utf8')) as Record<string, string>;

test('issue, accept both, retire', () => {
  const before = readSnap();
  const handover = issueSnapCredentials(data_dir);
  expect(statSync(handover).mode & 0o777).toBe(0o600);
  const issued = readHandover()['bank_client_secret']!;
  expect(readHandover()).toEqual({ bank_client_key: before.bank_client_key, bank_client_secret: issued });
  expect(getSnapStage(readSnap())).toBe('issued');
  expect(listAccepted(NOW)).toEqual([before.bank_client_secret]);

  acceptBothSnapCredentials(data_dir, 14, NOW);
  expect(getSnapStage(readSnap())).toBe('accepting_both');
  expect(listAccepted(NOW)).toEqual([issued, before.bank_client_secret]);
  expect(listAccepted(new Date(NOW.getTime() + 14 * DAY_MS))).toEqual([issued]);
  // Our own requests and the bank's key are not part of it.
  const { client_key, client_secret, bank_public_key_pem, partner_private_key_pem } = before;
  expect(readSnap()).toMatchObject({ client_key, client_secret, bank_public_key_pem, partner_private_key_pem });

  expect(() => retireSnapCredentials(data_dir, { is_early: false, now: NOW })).toThrow('valid until');
  retireSnapCredentials(data_dir, { is_early: true, now: NOW });
  expect(listAccepted(NOW)).toEqual([issued]);
  expect(readSnap()).toEqual({ ...before, bank_client_secret: issued });
  expect(existsSync(path.join(data_dir, HANDOVER_FILE))).toBe(false);
});

test("the bank's public key changes with it", () => {
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const before = readSnap();
  issueSnapCredentials(data_dir, publicKey);
  acceptBothSnapCredentials(data_dir, 1, NOW);
  expect(listAcceptedCredentials(readSnap(), NOW).map((set) => set.bank_public_key_pem)).toEqual([
    publicKey,
    before.bank_public_key_pem,
  ]);
});

test('each step is refused out of turn, and nothing changes', () => {
  const before = readSnap();
  expect(() => acceptBothSnapCredentials(data_dir, 14, NOW)).toThrow('begin with issue');
  expect(() => retireSnapCredentials(data_dir, { is_early: true, now: NOW })).toThrow('begin with issue');
  expect(() => issueSnapCredentials(data_dir, 'no key')).toThrow('must be an RSA key in PEM');
  expect(readSnap()).toEqual(before);
  issueSnapCredentials(data_dir);
  const issued = readSnap();
  expect(() => issueSnapCredentials(data_dir)).toThrow('in progress');
  expect(readSnap()).toEqual(issued);
});

test('the command says what comes next', () => {
  const command = fileURLToPath(new URL('./snap-command.ts', import.meta.url));
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [command, ...args], {
      env: { ...process.env, DATA_DIR: data_dir, NODE_ENV: 'test' },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run()).toContain('No rotation is in progress');
  expect(run('issue')).toContain(HANDOVER_FILE);
  expect(run('accept', '--days', '30')).toContain('Have the bank sign with the new ones');
  expect(() => run('accept', '--days', '0')).toThrow('--days must be a number');
  expect(() => run('retire')).toThrow('valid until');
  expect(run('retire', '--early')).toContain('The former credentials are removed');
});
