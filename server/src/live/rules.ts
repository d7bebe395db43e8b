/** Which live events a principal receives. */
import { type AccessGroup, hasLevel } from '@dasbor/contract/access';
import type { LiveEvent } from '@dasbor/contract/live';
import { type Principal, getAccessLevel } from '../http/principal.ts';

/** The group whose objects a topic is about; null for topics of everybody. */
const GROUP_BY_TOPIC: Record<LiveEvent['topic'], AccessGroup | null> = {
  transaction: 'Transactions',
  'qris-payment': 'QRIS',
  'virtual-account': 'Virtual Accounts',
  'payment-link': 'Payment Links',
  'deposit-va': 'Deposit VA',
  refund: 'Refunds',
  disbursement: 'Disbursements',
  'disbursement-batch': 'Disbursements',
  approval: null,
  balance: 'Invoices',
  settlement: 'Reports',
  'business-profile': 'Business profile',
  'report-run': 'Reports',
  export: null,
  'webhook-event': 'API',
  'api-request': 'API',
  announcement: null,
  'commission-statement': 'Commissions',
  operations: 'Operations',
  resync: null,
};

/** The event as the principal may see it; null when it may not view the topic. */
export function toVisibleEvent(principal: Principal, event: LiveEvent): LiveEvent | null {
  const group = GROUP_BY_TOPIC[event.topic];
  if (group !== null) return hasLevel(getAccessLevel(principal, group), 'view') ? event : null;
  // The object may belong to another user; clients read their own list again.
  return { ...event, id: null };
}
