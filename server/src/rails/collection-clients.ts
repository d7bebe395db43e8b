/**
 * Clients of the bank for collections, one per credential. Transfers and most merchants use the credential of the provider; a
 * merchant may have its own for a channel (decision 0112). Each has its own access token, circuit breaker, external ids and log entries.
 */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/connect.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Secrets } from '../secrets.ts';
import type { Vault } from '../vault.ts';
import { openCredential } from './bank-credential.ts';
import { findByBankClientKey, findSealedCredential } from './bank-credential-queries.ts';
import { type QrServices, buildQrServices } from './bank-qr.ts';
import { type RefundServices, buildRefundServices } from './bank-refund.ts';
import { type VaServices, buildVaServices } from './bank-va.ts';
import { SnapError } from './callback-auth.ts';
import type { CircuitChange } from './circuit-store.ts';
import { createSnapClient } from './snap-client.ts';

/** Services of the bank for a merchant's collections and refunds. Transfers are the provider's, whose money they move. */
export type CollectionClient = QrServices & VaServices & RefundServices;

/** The credential under which the bank calls us. */
export interface CallbackCredential {
  /** Id in the provider log, in the uniqueness of X-EXTERNAL-ID and in the health of channels. */
  partner: string;
  /** The merchant that owns the credential; null: it is that of the provider. */
  owner: { merchant_id: string; credential_id: string } | null;
}

/** With the keys by which the bank authenticates. */
export interface CredentialWithKeys extends CallbackCredential {
  keys: Secrets['snap'];
}

export const PROVIDER_CREDENTIAL: CallbackCredential = { partner: BANK_PARTNER_ID, owner: null };

export interface CollectionClients {
  /** The client of one credential. Throws when the merchant has none with the id. */
  getClient: (merchant_id: string, credential_id: string) => Promise<CollectionClient>;
  /** The credential with a client key of the bank; null when no merchant has it. */
  findByBankKey: (bank_client_key: string) => Promise<CredentialWithKeys | null>;
}

export interface CollectionClientOptions {
  db: Db;
  vault: Vault;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Base URL of the bank's SNAP BI service. */
  url: string;
  on_circuit_change: (change: CircuitChange) => void;
}

interface Held {
  version: number;
  client: CollectionClient;
  /** One object per version, because keys derived from it are cached by it. */
  credential: CredentialWithKeys;
  /** Credentials of the client: the same object for all versions, so that the circuit breaker outlives a rotation. */
  signing: Secrets['snap'];
}

/** Clients that a process holds; the ones that were not used for the longest time are dropped. */
const HELD_MAX = 1_000;

export function createCollectionClients(options: CollectionClientOptions): CollectionClients {
  const { db, vault } = options;
  const held = new Map<string, Held>();

  /** Reads the credential each time, so that a rotation counts at once in every process. */
  async function read(merchant_id: string, credential_id: string): Promise<Held> {
    const row = await asMerchant(db, merchant_id, (tx) => findSealedCredential(tx, credential_id));
    if (row === undefined) throw new Error(`Merchant ${merchant_id} has no bank credential ${credential_id}`);
    const found = held.get(credential_id);
    held.delete(credential_id);
    // Another reader may have held a newer version meanwhile.
    const current =
      found !== undefined && found.version >= row.version ? found : hold(found, row, openCredential(vault, row));
    held.set(credential_id, current);
    const [oldest] = held.keys();
    if (held.size > HELD_MAX && oldest !== undefined) held.delete(oldest);
    return current;
  }

  function hold(
    found: Held | undefined,
    { merchant_id, id, version }: { merchant_id: string; id: string; version: number },
    credentials: Secrets['snap'],
  ): Held {
    const credential = { partner: id, owner: { merchant_id, credential_id: id }, keys: credentials };
    if (found !== undefined) {
      Object.assign(found.signing, credentials);
      return { ...found, version, credential };
    }
    const signing = { ...credentials };
    return { version, credential, signing, client: createCollectionClient(options, id, signing) };
  }

  return {
    getClient: async (merchant_id, credential_id) => (await read(merchant_id, credential_id)).client,
    findByBankKey: async (bank_client_key) => {
      const entry = await asPlatform(db, (tx) => findByBankClientKey(tx, bank_client_key));
      if (entry === undefined) return null;
      return (await read(entry.merchant_of, entry.credential_id)).credential;
    },
  };
}

function createCollectionClient(
  { url, clock, log, on_circuit_change }: CollectionClientOptions,
  partner: string,
  credentials: Secrets['snap'],
): CollectionClient {
  const call = createSnapClient({ url, credentials, clock, log, partner, on_circuit_change });
  return { ...buildQrServices(call), ...buildVaServices(call), ...buildRefundServices(call) };
}

/** The client of the credential that an object was issued under. */
export const getCollectionBank = async <K extends keyof CollectionClient>(
  deps: { bank: Pick<CollectionClient, K>; collection_clients: CollectionClients },
  merchant_id: string,
  { bank_credential_id }: { bank_credential_id: string | null },
): Promise<Pick<CollectionClient, K>> =>
  bank_credential_id === null ? deps.bank : deps.collection_clients.getClient(merchant_id, bank_credential_id);

/**
 * Rejects a callback about an object of another credential: the keys of one credential must not report payments of
 * another.
 */
export function assertIssuedUnder(
  { owner }: CallbackCredential,
  { bank_credential_id }: { bank_credential_id: string | null },
): void {
  if ((owner?.credential_id ?? null) !== bank_credential_id) throw new SnapError('transaction_not_found');
}
