/**
 * The partners of the bank. The first one is named by the credentials file and may use every service; further ones are
 * registered and collect payments only. Each has its own keys, access tokens and objects.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { BankCredentials } from './credentials.ts';

/** Objects have the references of their partner: `partner_reference_no` of a code, `trx_id` of a virtual account. */
export const PARTNER_SCHEMA = `
create table if not exists partner (
  client_key text primary key,
  name text not null,
  client_secret text not null,
  -- Null until the partner hands its public key over; its token requests are refused until then.
  partner_public_key_pem text,
  bank_client_key text not null unique,
  bank_client_secret text not null,
  bank_private_key_pem text not null,
  bank_public_key_pem text not null,
  -- Issued for a rotation: the bank accepts both secrets and signs with the current ones until it switches.
  next_client_secret text,
  next_bank_client_secret text,
  created_at integer not null
) strict;

create table if not exists partner_object (
  reference text primary key,
  client_key text not null references partner (client_key)
) strict, without rowid;
`;

const partnerRow = z.object({
  client_key: z.string(),
  name: z.string(),
  client_secret: z.string(),
  partner_public_key_pem: z.string().nullable(),
  bank_client_key: z.string(),
  bank_client_secret: z.string(),
  bank_private_key_pem: z.string(),
  bank_public_key_pem: z.string(),
  next_client_secret: z.string().nullable(),
  next_bank_client_secret: z.string().nullable(),
  created_at: z.int(),
});
export type RegisteredPartner = z.infer<typeof partnerRow>;

/** A partner, as authentication and callbacks need it. */
export interface Partner {
  client_key: string;
  /** Whether it is the one of the credentials file. */
  is_first: boolean;
  client_secrets: string[];
  partner_public_key_pem: string | null;
  callback: Pick<BankCredentials, 'bank_client_key' | 'bank_client_secret' | 'bank_private_key_pem'>;
}

export interface Partners {
  findByClientKey: (client_key: string) => Partner | null;
  /** The partner whose object has a reference. */
  getOwner: (reference: string) => Partner;
}

export function createPartners(database: DatabaseSync, credentials: BankCredentials): Partners {
  const first: Partner = {
    client_key: credentials.client_key,
    is_first: true,
    client_secrets: [credentials.client_secret],
    partner_public_key_pem: credentials.partner_public_key_pem,
    callback: credentials,
  };
  const findByClientKey = (client_key: string): Partner | null => {
    if (client_key === first.client_key) return first;
    const row = findPartner(database, client_key);
    return row === null ? null : toPartner(row);
  };
  return {
    findByClientKey,
    getOwner: (reference) => {
      const row = database.prepare('select client_key from partner_object where reference = ?').get(reference);
      return (row && findByClientKey(String(row.client_key))) ?? first;
    },
  };
}

const toPartner = (row: RegisteredPartner): Partner => ({
  client_key: row.client_key,
  is_first: false,
  client_secrets: [row.client_secret, row.next_client_secret].filter((secret) => secret !== null),
  partner_public_key_pem: row.partner_public_key_pem,
  callback: row,
});

/** Makes a new object one of a partner. */
export function insertPartnerObject(
  database: DatabaseSync,
  { client_key, is_first }: Partner,
  reference: string,
): void {
  if (is_first) return;
  database.prepare('insert into partner_object (reference, client_key) values (?, ?)').run(reference, client_key);
}

export function findPartner(database: DatabaseSync, client_key: string): RegisteredPartner | null {
  const row = database.prepare('select * from partner where client_key = ?').get(client_key);
  return row ? partnerRow.parse({ ...row }) : null;
}

export const listPartners = (database: DatabaseSync): RegisteredPartner[] =>
  database
    .prepare('select * from partner order by created_at, rowid')
    .all()
    .map((row) => partnerRow.parse({ ...row }));

/** Registers a partner with generated keys. */
export function insertPartner(database: DatabaseSync, name: string, at: Date): RegisteredPartner {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const partner: RegisteredPartner = {
    client_key: `partner-${randomBytes(8).toString('hex')}`,
    name,
    client_secret: generateSecret(),
    partner_public_key_pem: null,
    bank_client_key: `bank-${randomBytes(8).toString('hex')}`,
    bank_client_secret: generateSecret(),
    bank_private_key_pem: keys.privateKey,
    bank_public_key_pem: keys.publicKey,
    next_client_secret: null,
    next_bank_client_secret: null,
    created_at: at.getTime(),
  };
  const columns = Object.keys(partner);
  database
    .prepare(`insert into partner (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(partner));
  return partner;
}

const generateSecret = (): string => randomBytes(32).toString('hex');

export function updatePartnerKey(database: DatabaseSync, client_key: string, public_key_pem: string): void {
  database
    .prepare('update partner set partner_public_key_pem = ? where client_key = ?')
    .run(public_key_pem, client_key);
}

/** Issues new secrets, which replace the current ones when the bank switches. */
export function issueNextSecrets(database: DatabaseSync, client_key: string): void {
  database
    .prepare('update partner set next_client_secret = ?, next_bank_client_secret = ? where client_key = ?')
    .run(generateSecret(), generateSecret(), client_key);
}

/** Makes the issued secrets the only ones. */
export function activateNextSecrets(database: DatabaseSync, client_key: string): void {
  database
    .prepare(
      `update partner set client_secret = next_client_secret, bank_client_secret = next_bank_client_secret,
         next_client_secret = null, next_bank_client_secret = null
       where client_key = ? and next_client_secret is not null`,
    )
    .run(client_key);
}
