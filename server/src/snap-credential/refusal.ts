/** Errors of the API as SNAP BI responses. Pure. */
import type { SnapResponseKind } from '@dasbor/contract/snap';
import { Problem } from '../http/problem.ts';
import { SnapError } from '../rails/callback-auth.ts';

const BY_CODE: Record<string, SnapResponseKind> = {
  duplicate_reference: 'duplicate_partner_reference',
  idempotency_key_reused: 'inconsistent_request',
  idempotency_key_in_use: 'in_progress',
  merchant_not_active: 'inactive_account',
  channel_disabled: 'feature_not_allowed',
  amount_limit: 'amount_limit',
  limit_exceeded: 'amount_limit',
  number_taken: 'invalid_bill',
  bank_refused: 'do_not_honor',
};
const BY_STATUS: Record<number, SnapResponseKind> = {
  400: 'invalid_format',
  401: 'unauthorized',
  403: 'feature_not_allowed',
  404: 'transaction_not_found',
  409: 'inconsistent_request',
  422: 'do_not_honor',
  429: 'too_many_requests',
  502: 'external_error',
  503: 'unavailable',
};

/** Fields of the API by the field of the request that they come from. */
type FieldNames = Readonly<Record<string, string>>;

/** null for errors that are not expected; they become an internal error. */
export function toSnapRefusal(error: unknown, fields: FieldNames = {}): SnapError | null {
  if (!(error instanceof Problem)) return null;
  const response = BY_CODE[error.code] ?? BY_STATUS[error.status_code];
  if (response === undefined) return null;
  const field = error.errors?.[0]?.field ?? '';
  return new SnapError(response, response === 'invalid_format' ? (fields[field] ?? field) : '');
}
