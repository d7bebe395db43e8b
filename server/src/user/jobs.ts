/** Background jobs of users. */
import type { Job } from '../jobs/job.ts';
import { SEND_INVITATION_JOB } from './invitation-rules.ts';
import { sendInvitation } from './send-invitation.ts';
import { sendStaffInvitation } from './send-staff-invitation.ts';
import { SEND_STAFF_INVITATION_JOB } from './staff-rules.ts';

const sendInvitationJob: Job = {
  name: SEND_INVITATION_JOB,
  lane: 'mail',
  run: (deps, { merchant_id, id }) => sendInvitation(deps, String(merchant_id), String(id)),
};

const sendStaffInvitationJob: Job = {
  name: SEND_STAFF_INVITATION_JOB,
  lane: 'mail',
  run: (deps, { id }) => sendStaffInvitation(deps, String(id)),
};

export const userJobs: Job[] = [sendInvitationJob, sendStaffInvitationJob];
