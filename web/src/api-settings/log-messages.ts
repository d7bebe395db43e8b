/** Texts of the API log. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  line: 'Requests that your servers sent with API keys and SNAP credentials in the last 30 days. Secrets and personal data are masked.',
  label: 'API requests',
  filter: 'Filter API requests',
  search: 'Request ID, path, error code or Idempotency-Key',
  empty: 'No API requests',
  empty_line: 'Every request with an API key or SNAP credential appears here a few seconds after its response.',
  close: 'Close',
  columns: {
    time: 'Time',
    status: 'Status',
    method: 'Method',
    path: 'Path',
    elapsed: 'Duration',
    key: 'API key',
    ip: 'IP address',
  },
  classes: { '2xx': 'Successful (2xx)', '4xx': 'Client error (4xx)', '5xx': 'Server error (5xx)' },
  milliseconds: (value: number) => `${value} ms`,
  request_id: 'Request ID',
  user_agent: 'User agent',
  error_code: 'Error code',
  idempotency_key: 'Idempotency-Key',
  replay: 'Idempotent replay',
  yes: 'Yes',
  no: 'No',
  request_body: 'Request body',
  response_body: 'Response body',
  no_body: 'No body.',
  hidden: 'Not shown: you have no access to what this request returns.',
  not_stored: (bytes: number) => `${bytes.toLocaleString('en')} bytes. Only JSON of up to 8 KB is stored.`,
};

export type Messages = typeof ENGLISH;
export const logMessages = defineMessages(ENGLISH, () => import('./log-messages-id.ts'));
