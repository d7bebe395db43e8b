/** Background jobs of account groups. */
import type { Job } from '../jobs/job.ts';
import { SEND_GROUP_INVITATION_JOB } from './rules.ts';
import { sendGroupInvitation } from './send-invitation.ts';

const sendGroupInvitationJob: Job = {
  name: SEND_GROUP_INVITATION_JOB,
  lane: 'mail',
  run: (deps, { group_id, id }) => sendGroupInvitation(deps, String(group_id), String(id)),
};

export const accountGroupJobs: Job[] = [sendGroupInvitationJob];
