/**
 * Rotation of the credentials with which a bank signs its callbacks: issue new ones, accept both, retire the former ones.
 * Each step changes `secrets.json`; processes read it at their start.
 */
import { createPublicKey, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import * as duration from '@dasbor/contract/duration';
import { type Secrets, type SnapCredentials, changeSecrets, writePrivate } from '../secrets.ts';

/** File with the new credentials for the bank; removed when the rotation ends. */
export const HANDOVER_FILE = 'snap-handover.json';

export type SnapStage = 'idle' | 'issued' | 'accepting_both';

export const getSnapStage = ({ next, former }: Secrets['snap']): SnapStage =>
  next !== undefined ? 'issued' : former !== undefined ? 'accepting_both' : 'idle';

/**
 * Generates a new secret for the bank's callbacks, without using it yet, and writes it with the bank's client key into the
 * hand-over file, which it returns. `bank_public_key_pem`: the bank's new key, when it changes as well.
 */
export function issueSnapCredentials(data_dir: string, bank_public_key_pem?: string): string {
  if (bank_public_key_pem !== undefined) assertRsaKey(bank_public_key_pem);
  const next: Partial<SnapCredentials> = {
    bank_client_secret: randomBytes(32).toString('hex'),
    ...(bank_public_key_pem === undefined ? {} : { bank_public_key_pem }),
  };
  const { snap } = changeSecrets(data_dir, (secrets) => {
    assertStage(secrets.snap, 'idle');
    return { ...secrets, snap: { ...secrets.snap, next } };
  });
  const handover = path.join(data_dir, HANDOVER_FILE);
  writePrivate(handover, { bank_client_key: snap.bank_client_key, bank_client_secret: next.bank_client_secret });
  return handover;
}

/** Makes the issued credentials the current ones; the replaced ones stay valid for a number of days. Returns their end. */
export function acceptBothSnapCredentials(data_dir: string, days: number, now: Date): Date {
  const valid_until = new Date(now.getTime() + duration.days(days));
  changeSecrets(data_dir, (secrets) => {
    assertStage(secrets.snap, 'issued');
    const { next = {}, former: _former, ...current } = secrets.snap;
    const replaced = Object.fromEntries(
      Object.keys(next).map((name) => [name, current[name as keyof SnapCredentials]]),
    );
    return {
      ...secrets,
      snap: { ...current, ...next, former: { ...replaced, valid_until: valid_until.toISOString() } },
    };
  });
  return valid_until;
}

/** Removes the former credentials. Throws while they are valid, unless `is_early`. */
export function retireSnapCredentials(data_dir: string, { is_early, now }: { is_early: boolean; now: Date }): void {
  changeSecrets(data_dir, (secrets) => {
    assertStage(secrets.snap, 'accepting_both');
    const { former, ...snap } = secrets.snap;
    if (!is_early && former !== undefined && Date.parse(former.valid_until) > now.getTime()) {
      throw new Error(
        `The former credentials are valid until ${former.valid_until}. When the bank signs with the new ones already, repeat with --early.`,
      );
    }
    return { ...secrets, snap };
  });
  fs.rmSync(path.join(data_dir, HANDOVER_FILE), { force: true });
}

const EXPECTED: Record<SnapStage, string> = {
  idle: 'A rotation is in progress: finish it with accept and retire.',
  issued: 'No credentials are issued: begin with issue.',
  accepting_both: 'No former credentials are in use: begin with issue, then accept.',
};

function assertStage(snap: Secrets['snap'], expected: SnapStage): void {
  if (getSnapStage(snap) !== expected) throw new Error(EXPECTED[expected]);
}

function assertRsaKey(pem: string): void {
  const message = "The bank's public key must be an RSA key in PEM";
  let type: string | undefined;
  try {
    type = createPublicKey(pem).asymmetricKeyType;
  } catch (error) {
    throw new Error(message, { cause: error });
  }
  if (type !== 'rsa') throw new Error(message);
}
