/** Access to reports beyond the group 'Reports' (decision 0140). */
import type { AccessGroup } from './access.ts';
import { REPORT_TYPES, type ReportType } from './report.ts';

/** The group of what a report lists: its type also requires view access to it. */
const LISTED_GROUP: Record<ReportType, AccessGroup> = {
  settlement: 'Reports',
  transactions: 'Transactions',
  balance: 'Invoices',
  deposit: 'Deposit VA',
  refund: 'Refunds',
  disbursement: 'Disbursements',
  fee_invoice: 'Invoices',
};

/** Report types that somebody can see who may view the given groups, in order. */
export const listVisibleReportTypes = (mayView: (group: AccessGroup) => boolean): ReportType[] =>
  REPORT_TYPES.filter((type) => mayView(LISTED_GROUP[type]));
