/** Background jobs of users. */
import type { Job } from '../jobs/job.ts';
import { SEND_INVITATION_JOB } from './invitation-rules.ts';
import { sendInvitation } from './send-invitation.ts';

const sendInvitationJob: Job = {
  name: SEND_INVITATION_JOB,
  lane: 'mail',
  run: (deps, { merchant_id, id }) => sendInvitation(deps, String(merchant_id), String(id)),
};

export const userJobs: Job[] = [sendInvitationJob];
