/** Every error code of the API: what it means and what to do. Its HTTP status is that of the routes which declare it. */
import { ACCOUNT_ERRORS } from './error-catalogue-account.ts';
import { PAYMENT_ERRORS } from './error-catalogue-payment.ts';
import { PAYOUT_ERRORS } from './error-catalogue-payout.ts';
import { PROVIDER_ERRORS } from './error-catalogue-provider.ts';
import { REQUEST_ERRORS } from './error-catalogue-request.ts';

export type ErrorEntry = readonly [meaning: string, action: string];

export interface ErrorGroup {
  title: string;
  entries: Record<string, ErrorEntry>;
}

export const ERROR_CATALOGUE: ErrorGroup[] = [
  { title: 'Requests, keys and files', entries: REQUEST_ERRORS },
  { title: 'Payments, refunds and settlements', entries: PAYMENT_ERRORS },
  { title: 'Disbursements, deposits and delivery', entries: PAYOUT_ERRORS },
  { title: 'Users, sessions and profiles', entries: ACCOUNT_ERRORS },
  { title: 'Operations of the provider', entries: PROVIDER_ERRORS },
];

/** HTTP status of the codes that every route can answer, which routes do not declare. */
export const COMMON_ERROR_STATUSES: Record<string, number> = {
  invalid_request: 400,
  idempotency_key_missing: 400,
  unauthenticated: 401,
  forbidden: 403,
  address_not_allowed: 403,
  impersonation_read_only: 403,
  second_factor_required: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_key_in_use: 409,
  merchant_not_active: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  headers_too_large: 431,
  too_many_requests: 429,
  too_many_downloads: 429,
  internal: 500,
  unavailable: 503,
};

/** Codes of every route with an upload. */
export const UPLOAD_ERROR_STATUSES: Record<string, number> = {
  file_too_large: 413,
  file_type_not_allowed: 422,
  file_damaged: 422,
  file_unsafe: 422,
  too_many_uploads: 429,
  scan_unavailable: 503,
};
