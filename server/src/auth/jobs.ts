/** What sign-ins do by themselves afterwards. */
import { asLogin } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { notifyNewDevice } from './device.ts';
import { listUnnotifiedDevices } from './queries.ts';

const BATCH = 200;

/** Sign-ins from new devices whose user was not told, because a process died in between. */
const notifyNewDevices: Job = {
  name: 'tell_new_devices',
  run: async (deps) => {
    for (const { id } of await asLogin(deps.db, (tx) => listUnnotifiedDevices(tx, BATCH)))
      await notifyNewDevice(deps, id);
  },
};

export const authJobs: Job[] = [notifyNewDevices];
