/** Background jobs of sign-in. */
import * as duration from '@dasbor/contract/duration';
import { asLogin } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { SEND_ACCOUNT_EMAIL_JOB, sendAccountEmail } from './account-requests.ts';
import { SEND_SMS_JOB, sendSms } from './mobile-code.ts';
import { COMPLETE_REGISTRATION_JOB, completeRegistration } from './register.ts';
import { END_IMPERSONATION_JOB, finishImpersonation } from './impersonation.ts';
import { recordSecurityEvent } from './security-event-queries.ts';
import { claimLockNotification, listUnnotifiedLocks } from './sign-in-event-queries.ts';

const BATCH = 200;
/** A person is notified about locks at most once in this time, whatever the number of addresses. */
const LOCK_NOTIFICATION_INTERVAL_MS = duration.hours(1);

/**
 * Records that accounts were locked. A job instead of the sign-in, whose duration must not depend on whether the email
 * has an account.
 */
const recordLockedSignIns: Job = {
  name: 'record_locked_sign_ins',
  lane: 'mail',
  run: async ({ db, clock }) => {
    const now = clock.now();
    const since = new Date(now.getTime() - LOCK_NOTIFICATION_INTERVAL_MS);
    for (const { user_id, address } of await asLogin(db, (tx) => listUnnotifiedLocks(tx, now, BATCH))) {
      await asLogin(db, async (tx) => {
        if (!(await claimLockNotification(tx, user_id, now, since))) return;
        await recordSecurityEvent(tx, { user_id, kind: 'sign_in_locked', at: now, ip: address, actor: null });
      });
    }
  },
};

/** Enqueued with every request of a public form for an email with a link. */
const sendAccountEmailJob: Job = {
  name: SEND_ACCOUNT_EMAIL_JOB,
  lane: 'mail',
  run: (deps, { id }) => sendAccountEmail(deps, String(id)),
};

/** Enqueued with every registration. */
const completeRegistrationJob: Job = {
  name: COMPLETE_REGISTRATION_JOB,
  lane: 'mail',
  run: (deps, { id }) => completeRegistration(deps, String(id)),
};

/** Enqueued with every text message. */
const sendSmsJob: Job = { name: SEND_SMS_JOB, lane: 'mail', run: (deps, { id }) => sendSms(deps, String(id)) };

/** Enqueued when people of the provider begin to read a merchant. The session reads nothing more from then on anyway. */
const endImpersonation: Job = {
  name: END_IMPERSONATION_JOB,
  lane: 'mail',
  run: async (deps, { session_id, ends_at }) => {
    await finishImpersonation(deps, String(session_id), { now: deps.clock.now(), ip: null, ends_at: String(ends_at) });
  },
};

export const authJobs: Job[] = [
  recordLockedSignIns,
  sendAccountEmailJob,
  completeRegistrationJob,
  sendSmsJob,
  endImpersonation,
];
