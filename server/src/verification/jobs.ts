/** Background jobs of verifications. */
import type { Job } from '../jobs/job.ts';
import { remindExpiringDocuments } from './remind-documents.ts';

export const verificationJobs: Job[] = [
  { name: 'remind_expiring_documents', lane: 'mail', run: remindExpiringDocuments },
];
