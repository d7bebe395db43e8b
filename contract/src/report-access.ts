/** Access to reports beyond the group 'Reports' (decision 0140). */
import type { AccessGroup } from './access.ts';
import { REPORT_TYPES, type ReportType } from './report.ts';

/** Access group of the rows in a report of each type. */
const LISTED_GROUP: Record<ReportType, AccessGroup> = {
  settlement: 'Reports',
  transactions: 'Transactions',
  balance: 'Invoices',
  deposit: 'Deposit VA',
  refund: 'Refunds',
  disbursement: 'Disbursements',
  fee_invoice: 'Invoices',
};

/** Report types visible to a user or API key, by the groups that it may view, in order. */
export const listVisibleReportTypes = (mayView: (group: AccessGroup) => boolean): ReportType[] =>
  REPORT_TYPES.filter((type) => mayView(LISTED_GROUP[type]));
