/**
 * Changes of the API that programs can notice, newest first. A version is a date; webhook events have the version of
 * their endpoint as `api_version`. Additions do not make a version: programs ignore fields and codes that they do not know.
 */
export interface ApiChange {
  kind: 'added' | 'changed' | 'removed';
  /** One sentence; `backticks` mark code. */
  text: string;
}

export interface ApiRelease {
  date: string;
  /** Version that began on this day; null when the day brought additions and corrections only. */
  api_version: string | null;
  changes: ApiChange[];
}

export const API_CHANGELOG: ApiRelease[] = [
  {
    date: '2026-11-30',
    api_version: null,
    changes: [
      {
        kind: 'changed',
        text: 'The details of a transaction that was started on a pay page contain `ip` and `user_agent` of its payer for 180 days; both were always null.',
      },
      {
        kind: 'changed',
        text: 'The website of a business is refused when it contains a user name or password.',
      },
      {
        kind: 'changed',
        text: 'Recovering webhook events of a period that ends before it starts is refused, as is simulating a commission whose maximum is below its minimum.',
      },
      {
        kind: 'added',
        text: 'The details of a transaction give the fees of its refund transfers as `refund_fee_amount`.',
      },
      {
        kind: 'changed',
        text: '`net_amount` of QRIS payments, in lists and files, is that of their transactions: null until paid, less refunds. It was the gross amount of unpaid payments.',
      },
      { kind: 'added', text: 'QRIS payments give what was refunded as `refunded_amount`.' },
    ],
  },
  {
    date: '2026-11-29',
    api_version: null,
    changes: [
      { kind: 'changed', text: 'The audit log accepts several values of `object_id`.' },
      {
        kind: 'changed',
        text: 'Shares of a payment link give the delivery of their email as `email_status` instead of `mail_status`, and an email that could not be sent is the error `email_failed` instead of `mail_failed`.',
      },
      {
        kind: 'changed',
        text: '`GET /virtual-accounts/metrics` is the path of the key metrics of virtual accounts, which was `/virtual-accounts/figures`, and analytics returns `metrics` instead of `figures`.',
      },
    ],
  },
  {
    date: '2026-11-28',
    api_version: null,
    changes: [
      {
        kind: 'changed',
        text: 'The health of channels names the merchant of a bank credential as `credential` instead of `agreement`.',
      },
      {
        kind: 'changed',
        text: 'Requests for approval describe their subject in `details` instead of `facts`.',
      },
      {
        kind: 'added',
        text: 'Every list that is a CSV file is also an Excel file, and so are the widgets of analytics. Exports cover webhook events and the audit log.',
      },
      {
        kind: 'changed',
        text: 'The `settlement_status` of a transaction that an early settlement of the provider has settled is `early_settled`; it was `settled` before. Lists filter by it.',
      },
      {
        kind: 'added',
        text: '`GET /dashboard/timeseries` returns a metric of each payment method with `group_by=method`.',
      },
      {
        kind: 'added',
        text: 'The details of a transaction have `settlement`, which contains the payment, and `commission_amount`, what account groups earn at the expense of the merchant.',
      },
      {
        kind: 'added',
        text: 'The search finds the types `invoice`, `webhook_event`, `api_key` and `export`, within the access of the key.',
      },
      {
        kind: 'changed',
        text: 'An object whose current status does not allow a request answers 409 `status_conflict` everywhere, instead of `invalid_transition`, `wrong_status`, `merchant_status_conflict`, `refund_not_pending`, `not_active` (virtual accounts), `not_under_review` (deposits), `not_a_draft`, `commission_rule_not_active`, `announcement_not_draft` and `announcement_not_published`. Codes that name another remedy stay, such as `not_cancellable` and `link_ended`.',
      },
      {
        kind: 'changed',
        text: 'Announcements answer `account_group_not_found` instead of `group_not_found`, and payment links `invalid_payment_link` instead of `invalid_link`.',
      },
      {
        kind: 'changed',
        text: 'The bounds of a commission are `commission_min` and `commission_max` instead of `amount_min` and `amount_max`, as those of a fee are `fee_min` and `fee_max`.',
      },
      {
        kind: 'added',
        text: 'Totals by status of disbursement batches, static QR codes, requests for approval and commission statements: the `summary` of each list.',
      },
    ],
  },
  {
    date: '2026-11-26',
    api_version: null,
    changes: [
      { kind: 'added', text: 'Lists of transactions filter by `hour`, the hour of the day (WIB) of creation.' },
      { kind: 'added', text: 'Analytics breaks payments down by `payment_link`.' },
      {
        kind: 'added',
        text: 'The filters `channel`, `issuer`, `failure_code` and `payment_link_id` of transactions accept `none`: without a value.',
      },
      { kind: 'added', text: 'Lists of transactions filter by `customer_email`, the exact email of the customer.' },
      { kind: 'added', text: 'Lists of refunds and of disbursements filter by `failure_code`.' },
    ],
  },
  {
    date: '2026-11-23',
    api_version: null,
    changes: [
      {
        kind: 'added',
        text: 'Payments are notified over SNAP BI: `notify_urls`, `notify_signature` and `notify_public_key` of SNAP credentials, `snap_credential_id` and `snap_service` of webhook endpoints.',
      },
      { kind: 'added', text: 'Examples in curl, TypeScript, Python and PHP for every call of this reference.' },
      { kind: 'added', text: 'The catalogue of error codes, with what they mean and what to do.' },
      {
        kind: 'added',
        text: 'The OpenAPI document contains the descriptions and examples of parameters and fields, and `@dasbor/client` shows them.',
      },
      { kind: 'added', text: 'Live events of the topics `webhook-event` and `api-request`.' },
      { kind: 'changed', text: 'The list of webhook events accepts several values of `status`.' },
      {
        kind: 'changed',
        text: 'Downloads and live streams of an API key end within five seconds of its revocation or expiry.',
      },
      {
        kind: 'changed',
        text: 'The description says what API keys cannot do: notes on transactions, and approving or rejecting refunds, disbursements, batches and balance transfers. Such requests were refused before as well; notes and balance transfers still answer 403, the others 403 instead of 422 `person_required`.',
      },
      {
        kind: 'added',
        text: '`@dasbor/client` offers exports, search, approvals and the live stream, and leaves fields with a default optional.',
      },
    ],
  },
  {
    date: '2026-11-22',
    api_version: null,
    changes: [
      { kind: 'added', text: 'SNAP BI for merchants’ servers: services 73, 47, 51, 27 and 26 below `/snap`.' },
      { kind: 'added', text: 'API keys can be rolled with an overlap, and restricted to networks.' },
      { kind: 'added', text: 'The API log of requests of the last 30 days.' },
    ],
  },
  {
    date: '2026-11-01',
    api_version: '2026-11-01',
    changes: [{ kind: 'added', text: 'First version of the API and of webhook events.' }],
  },
];
