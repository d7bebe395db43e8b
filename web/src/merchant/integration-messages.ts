/** Texts of the integration of a merchant in English. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  keys: 'API keys',
  no_keys: 'No API keys',
  webhooks: 'Webhook endpoints',
  no_webhooks: 'No webhook endpoints',
  snap: 'SNAP credentials',
  no_snap: 'No SNAP credentials',
  name: 'Name',
  key: 'Key',
  status: 'Status',
  last_used: 'Last used',
  expires: 'Expires',
  created: 'Created',
  url: 'URL',
  success_rate: 'Success rate (24 h)',
  waiting: 'Waiting',
  last_delivery: 'Last delivery',
  failing_since: 'Failing since',
  client_key: 'Client key',
  channel_id: 'Channel ID',
  statuses: {
    active: 'Active',
    rolled: 'Being replaced',
    incomplete: 'Needs public key',
    failing: 'Failing',
    expired: 'Expired',
    revoked: 'Revoked',
    disabled: 'Disabled',
  },
};

export type Messages = typeof ENGLISH;
export const integrationMessages = defineMessages(ENGLISH, () => import('./integration-messages-id.ts'));
