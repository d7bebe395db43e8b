/** Background jobs of sign-in. */
import { asLogin } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { notifyNewDevice } from './device.ts';
import { listUnnotifiedDevices } from './queries.ts';

const BATCH = 200;

/** Reconciliation sweep: notifies users about new devices when the process of the sign-in died before it could. */
const notifyNewDevices: Job = {
  name: 'notify_new_devices',
  lane: 'mail',
  run: async (deps) => {
    for (const { id } of await asLogin(deps.db, (tx) => listUnnotifiedDevices(tx, BATCH)))
      await notifyNewDevice(deps, id);
  },
};

export const authJobs: Job[] = [notifyNewDevices];
