/** Background jobs of invoices. Idempotent and safe to run concurrently. */
import type { Job } from '../jobs/job.ts';
import { issueInvoices } from './issue.ts';

export { expireCreditNote } from './credit-note.ts';

export const invoiceJobs: Job[] = [{ name: 'issue_invoices', lane: 'ledger', run: issueInvoices }];
