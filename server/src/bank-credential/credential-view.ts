/** Representation of a bank credential in the API and the audit log. */
import { createHash, createPublicKey } from 'node:crypto';
import type { BankCredential } from '@dasbor/contract/bank-credential';
import type { CredentialRow } from './queries.ts';

/** As the audit log shows it. */
export const toAuditState = ({ channel, client_key, bank_client_key }: CredentialRow) => ({
  channel,
  client_key,
  bank_client_key,
});

/** As the API shows it. */
export function toView(row: CredentialRow, now: Date): BankCredential {
  const { id, channel, client_key, partner_public_key, bank_client_key, former_valid_until: until } = row;
  const { tested_at, test_outcome, activated_at, rotated_at, created_at, created_by } = row;
  return {
    id,
    channel,
    is_active: activated_at !== null,
    client_key,
    client_secret_set: true,
    partner_public_key,
    bank_client_key,
    bank_client_secret_set: true,
    bank_public_key_fingerprint: calculateFingerprint(row.bank_public_key),
    former_valid_until: until !== null && Date.parse(until) > now.getTime() ? until : null,
    tested_at,
    test_outcome,
    activated_at,
    rotated_at,
    created_at,
    created_by,
  };
}

const calculateFingerprint = (pem: string): string =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('base64url');
