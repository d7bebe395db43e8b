/** Errors of the API: requests, authentication and limits. */
import type { ErrorEntry } from './error-catalogue.ts';

export const REQUEST_ERRORS = {
  access_exceeds_own: [
    'The key or credential would have more access than the person.',
    'Grant at most your own access.',
  ],
  address_not_allowed: [
    'The IP address is not among the allowed networks of the key or the merchant.',
    'Call from an allowed address, or add the address.',
  ],
  api_key_not_active: ['The API key is revoked or expired.', 'Create a new key.'],
  body_too_large: ['The request body is larger than 1 MB.', 'Send less at once.'],
  expiry_in_past: ['The expiry is not in the future.', 'Choose a later expiry.'],
  export_expired: ['The files of the export have been deleted.', 'Create the export again.'],
  file_damaged: ['The file cannot be read to its end.', 'Create the file again.'],
  file_too_large: ['The file is larger than the call allows.', 'Send a smaller file.'],
  file_type_not_allowed: [
    'The content of the file is not of an allowed type.',
    'Convert the file to one of the types of the call.',
  ],
  file_unsafe: ['The file contains something that may harm its readers.', 'Remove macros, scripts and embedded files.'],
  filter_not_available: ['The widget cannot be filtered by this field.', 'Remove the filter.'],
  forbidden: ['The principal has no access to this.', 'Use a key or a role with the access that the call names.'],
  header_not_allowed: ['The custom header is reserved.', 'Rename the header.'],
  headers_required: [
    'The URL changes to another server, to which the values of the custom headers would be sent.',
    'Send `headers` with their values again, or empty to remove them.',
  ],
  headers_too_large: ['The headers of the request are larger than 16 KB.', 'Send fewer or shorter headers.'],
  idempotency_key_in_use: [
    'A request with the same Idempotency-Key is in progress.',
    'Repeat the request after `Retry-After`; it gets the response of the first one.',
  ],
  idempotency_key_missing: [
    'The call needs an Idempotency-Key.',
    'Send a key of your own, such as the id of the order.',
  ],
  idempotency_key_reused: ['The Idempotency-Key was used with another request.', 'Use a new key for a new request.'],
  impersonation_read_only: ['A provider employee who views a merchant cannot change anything.', 'End the view first.'],
  internal: [
    'The server failed.',
    'Repeat the request with the same Idempotency-Key; quote `request_id` to support if it fails again.',
  ],
  invalid_cidr: ['A network is not in CIDR notation.', 'Write networks like `203.0.113.0/24`.'],
  invalid_public_key: [
    'The public key is not an RSA key of at least 2048 bits.',
    'Upload a PEM with `BEGIN PUBLIC KEY`.',
  ],
  invalid_request: [
    'The request is not valid; `errors` names each invalid field.',
    'Correct the fields in `errors` and send the request again.',
  ],
  merchant_not_active: [
    'The merchant may not do this now: it is not active, or payments or payouts are disabled.',
    'Contact support; afterwards repeat the request with the same key.',
  ],
  method_not_allowed: ['The path does not have this method.', 'Use a method of the `Allow` header.'],
  not_found: [
    'The object does not exist, or belongs to another merchant.',
    'Check the id, and whether the key belongs to the right merchant.',
  ],
  not_ready: ['The file is not ready yet.', 'Retry when the status says that it is ready.'],
  own_address_missing: ['The list would exclude the address of the person who saves it.', 'Add your own address.'],
  range_reversed: ['The start of the range is after its end.', 'Swap `from` and `to`.'],
  range_too_long: ['The range is longer than the call allows.', 'Request a shorter range, or create an export.'],
  request_timeout: ['The request did not arrive completely in time.', 'Send it again.'],
  scan_unavailable: ['The virus scanner does not respond.', 'Repeat the upload later.'],
  second_factor_required: [
    'The user must enrol a second factor before anything else.',
    'Enrol a second factor under Profile.',
  ],
  snap_credential_revoked: ['The SNAP credential is revoked.', 'Create a new credential.'],
  statement_too_long: ['The statement would have too many entries.', 'Choose a shorter period.'],
  status_conflict: [
    'The current status of the object does not allow this; `detail` names it.',
    'Read the object again, and decide by its status.',
  ],
  step_up_required: [
    'The call needs a sign-in of the last five minutes.',
    'Confirm the password or a code (`POST /step-up`), then repeat the call.',
  ],
  too_many_api_keys: ['The merchant has the maximum number of API keys.', 'Revoke keys that are not used.'],
  too_many_downloads: [
    'Three downloads of the merchant are running.',
    'Wait until one has finished, or create an export.',
  ],
  too_many_exports: ['Five exports of the person are unfinished.', 'Wait until one has finished.'],
  too_many_points: ['The chart would have too many points.', 'Choose a longer interval or a shorter range.'],
  too_many_requests: ['The rate limit is used up.', 'Wait for `Retry-After`, and slow down.'],
  too_many_rows: ['The file would have more rows than its format allows.', 'Narrow the filter, or create an export.'],
  snap_service_missing: [
    'A notification URL is of a service that the SNAP credential does not have.',
    'Add the service to the credential, or omit the URL.',
  ],
  too_many_snap_credentials: [
    'The merchant has the maximum number of SNAP credentials.',
    'Revoke credentials that are not used.',
  ],
  too_many_streams: [
    'Ten live streams of the session or key are open.',
    'Close one, or use one stream for all topics.',
  ],
  too_many_uploads: ['Too many files are being inspected.', 'Wait for `Retry-After`.'],
  too_many_webhooks: ['The merchant has 20 webhook endpoints.', 'Delete one first.'],
  unauthenticated: [
    'There is no session or API key, or it has ended.',
    'Sign in again, refresh the session, or check the API key.',
  ],
  unavailable: ['The service is temporarily unavailable.', 'Repeat the request after `Retry-After`.'],
  unsupported_media_type: ['The body is neither JSON nor an accepted form.', 'Send `Content-Type: application/json`.'],
  webhook_disabled: ['The webhook endpoint is disabled.', 'Enable the endpoint first.'],
  webhook_of_snap_credential: [
    'The endpoint belongs to a SNAP credential.',
    'Change the notification URLs of the SNAP credential instead.',
  ],
  webhook_url_not_allowed: ['The URL is not a public HTTPS address on port 443 or 8443.', 'Use another URL.'],
  widget_not_available: ['The widget is not available to this role or merchant.', 'Choose another widget.'],
} as const satisfies Record<string, ErrorEntry>;
