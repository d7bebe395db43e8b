/** A merchant's own credentials at the bank, which the provider sets, tests, rotates and removes. */
import * as duration from '@dasbor/contract/duration';
import type * as contract from '@dasbor/contract/bank-credential';
import { BANK_CREDENTIAL_OVERLAP_HOURS } from '@dasbor/contract/bank-credential';
import type { AuditAction } from '@dasbor/contract/audit-actions';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, asPlatform, isUniqueViolation } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { findMerchant } from '../merchant/detail-queries.ts';
import { generatePartnerKeys, openBankSecret, sealBankSecret } from '../rails/bank-credential.ts';
import { CLIENT_KEY_PATTERN } from '../rails/merchant-credential.ts';
import { type ProbeOutcome, probeCredentials } from '../rails/probe-credentials.ts';
import { bankUnreachable } from '../rails/problems.ts';
import type { OutgoingCredentials } from '../rails/snap-transport.ts';
import { listAcceptedCredentials } from '../secrets.ts';
import { parsePublicKey } from '../snap-credential/rules.ts';
import { toAuditState, toView } from './credential-view.ts';
import { credentialExists, credentialRejected, keyTaken, rotationInProgress } from './problems.ts';
import {
  type CredentialRow,
  type CurrentKey,
  type LockedCredential,
  ONE_PER_CHANNEL,
  claimBankClientKey,
  findCredential,
  insertCredential,
  listCredentials,
  lockCredential,
  updateCredential,
} from './queries.ts';

export const bankCredentialHandlers: Handlers<typeof contract> = {
  listMerchantBankCredentials: async ({ deps, params: { merchant_id }, now }) => {
    const rows = await asPlatform(deps.db, async (tx) => {
      if ((await findMerchant(tx, merchant_id)) === undefined) throw notFound();
      return listCredentials(tx, merchant_id);
    });
    return { data: rows.map((row) => toView(row, now)) };
  },

  setMerchantBankCredential: {
    find: async ({ deps, params }) => (await asPlatform(deps.db, (tx) => findMerchant(tx, params.merchant_id))) ?? null,
    handle: async (ctx) => {
      const { deps, params, body, principal, now } = ctx;
      const { merchant_id, channel } = params;
      const bank_public_key = parseBankKey(body.bank_public_key);
      assertFreeKey(deps, body.bank_client_key, now);
      const key = { merchant_id, id: newId('bank_credential', now) };
      const keys = await generatePartnerKeys();
      const credential = {
        ...key,
        channel,
        client_key: body.client_key,
        client_secret_sealed: sealBankSecret(deps.vault, key, 'client_secret_sealed', body.client_secret),
        partner_private_key_sealed: sealBankSecret(deps.vault, key, 'partner_private_key_sealed', keys.privateKey),
        partner_public_key: keys.publicKey,
        bank_client_key: body.bank_client_key,
        bank_client_secret_sealed: sealBankSecret(
          deps.vault,
          key,
          'bank_client_secret_sealed',
          body.bank_client_secret,
        ),
        bank_public_key,
        created_by: principal.name,
        created_at: now,
      };
      const row = await asPlatform(deps.db, async (tx) => {
        await claimKey(tx, key, body.bank_client_key);
        const created = await insertCredential(tx, credential);
        await record(ctx, tx, created, { action: 'bank_credential.set' });
        return created;
      }).catch((error: unknown) => {
        throw isUniqueViolation(error, ONE_PER_CHANNEL) ? credentialExists() : error;
      });
      return { data: toView(row, now) };
    },
  },

  verifyMerchantBankCredential: async (ctx) => {
    const { deps, params, now } = ctx;
    const read = await asPlatform(deps.db, (tx) => lock(tx, params));
    const test_outcome = await probe(deps, params, openOutgoing(deps, read));
    const row = await asPlatform(deps.db, async (tx) => {
      const found = await lock(tx, params);
      // The credentials were replaced during the test, which says nothing about the new ones.
      if (found.id !== read.id || found.version !== read.version) return found;
      const is_first = test_outcome === 'accepted' && found.activated_at === null;
      const tested = { tested_at: now, test_outcome, ...(is_first ? { activated_at: now } : {}) };
      const changed = await updateCredential(tx, found, tested);
      const action = is_first ? 'bank_credential.activated' : 'bank_credential.tested';
      await record(ctx, tx, changed, { action, after: { outcome: test_outcome } });
      return changed;
    });
    return { data: toView(row, now) };
  },

  rotateMerchantBankCredential: {
    find: ({ deps, params }) => findOrNull(deps, params),
    handle: async (ctx) => {
      const { deps, params, body, now } = ctx;
      const bank_public_key = parseBankKey(body.bank_public_key);
      assertFreeKey(deps, body.bank_client_key, now);
      const read = await asPlatform(deps.db, (tx) => lock(tx, params));
      assertNotRotating(read, now);
      const { client_key, client_secret } = body;
      const outcome = await probe(deps, params, { ...openOutgoing(deps, read), client_key, client_secret });
      if (outcome === 'unreachable') throw bankUnreachable();
      if (outcome === 'rejected') throw credentialRejected();
      const row = await asPlatform(deps.db, async (tx) => {
        const found = await lock(tx, params);
        if (found.id !== read.id || found.version !== read.version) throw rotationInProgress();
        await claimKey(tx, found, body.bank_client_key);
        const changed = await updateCredential(tx, found, {
          client_key,
          client_secret_sealed: sealBankSecret(deps.vault, found, 'client_secret_sealed', client_secret),
          bank_client_key: body.bank_client_key,
          bank_client_secret_sealed: sealBankSecret(
            deps.vault,
            found,
            'bank_client_secret_sealed',
            body.bank_client_secret,
          ),
          bank_public_key,
          ...retainFormer(deps, found, now),
          version: found.version + 1,
          tested_at: now,
          test_outcome: outcome,
          activated_at: found.activated_at ?? now,
          rotated_at: now,
        });
        const after = { former_valid_until: changed.former_valid_until };
        await record(ctx, tx, changed, { action: 'bank_credential.rotated', before: found, after });
        return changed;
      });
      return { data: toView(row, now) };
    },
  },

  removeMerchantBankCredential: async (ctx) => {
    const { deps, params, now } = ctx;
    await asPlatform(deps.db, async (tx) => {
      const found = await lock(tx, params);
      await updateCredential(tx, found, { removed_at: now });
      await record(ctx, tx, found, { action: 'bank_credential.removed' });
    });
  },
};

const findOrNull = async ({ db }: Deps, key: CurrentKey): Promise<CredentialRow | null> =>
  (await asPlatform(db, (tx) => findCredential(tx, key))) ?? null;

async function lock(tx: PlatformTx, key: CurrentKey): Promise<LockedCredential> {
  const found = await lockCredential(tx, key);
  if (found === undefined) throw notFound();
  return found;
}

/** Key of the bank before the rotation. */
const retainFormer = ({ vault }: Deps, found: LockedCredential, now: Date) => ({
  former_bank_client_key: found.bank_client_key,
  former_bank_client_secret_sealed: sealBankSecret(
    vault,
    found,
    'former_bank_client_secret_sealed',
    openBankSecret(vault, found, 'bank_client_secret_sealed', found.bank_client_secret_sealed),
  ),
  former_bank_public_key: found.bank_public_key,
  former_valid_until: new Date(now.getTime() + duration.hours(BANK_CREDENTIAL_OVERLAP_HOURS)),
});

const openOutgoing = ({ vault }: Deps, found: LockedCredential): OutgoingCredentials => ({
  client_key: found.client_key,
  client_secret: openBankSecret(vault, found, 'client_secret_sealed', found.client_secret_sealed),
  partner_private_key_pem: openBankSecret(vault, found, 'partner_private_key_sealed', found.partner_private_key_sealed),
});

const probe = (
  { env, clock }: Deps,
  { channel }: CurrentKey,
  credentials: OutgoingCredentials,
): Promise<ProbeOutcome> => probeCredentials({ url: env.BANK_URL, credentials, clock }, channel);

/** Throws 409 `bank_client_key_taken`. */
async function claimKey(
  tx: PlatformTx,
  { merchant_id, id }: { merchant_id: string; id: string },
  bank_client_key: string,
): Promise<void> {
  const entry = { bank_client_key, merchant_of: merchant_id, credential_id: id };
  if (!(await claimBankClientKey(tx, entry))) throw keyTaken();
}

/** The client key decides whose credentials verify a callback: it must be neither the provider's nor a merchant server's. */
function assertFreeKey({ secrets }: Deps, bank_client_key: string, now: Date): void {
  const of_provider = listAcceptedCredentials(secrets.snap, now).map((set) => set.bank_client_key);
  if (of_provider.includes(bank_client_key) || CLIENT_KEY_PATTERN.test(bank_client_key)) throw keyTaken();
}

function assertNotRotating({ former_valid_until: until }: LockedCredential, now: Date): void {
  if (until !== null && Date.parse(until) > now.getTime()) throw rotationInProgress();
}

/** Throws 422 `invalid_public_key`. */
function parseBankKey(text: string): string {
  const key = parsePublicKey(text);
  if (!('refusal' in key)) return key.pem;
  const errors = [{ field: 'bank_public_key', detail: key.refusal }];
  throw new Problem(422, 'invalid_public_key', key.refusal, { errors });
}

const record = (
  ctx: AuditContext,
  tx: PlatformTx,
  row: CredentialRow,
  { action, before, after }: { action: AuditAction; before?: CredentialRow; after?: object },
): Promise<void> =>
  recordAudit(
    ctx,
    { merchant_id: row.merchant_id, sql: tx.sql },
    {
      action,
      object_type: 'bank_credential',
      object_id: row.id,
      ...(before === undefined ? {} : { before: toAuditState(before) }),
      after: { ...toAuditState(row), ...after },
    },
  );
