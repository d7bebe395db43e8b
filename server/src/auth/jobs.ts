/** What sign-ins do by themselves afterwards. */
import { asLogin } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { tellOfNewDevice } from './device.ts';
import { listUntoldDevices } from './queries.ts';

const BATCH = 200;

/** Sign-ins from new devices whose user was not told, because a process died in between. */
const tellDevices: Job = {
  name: 'tell_new_devices',
  run: async (deps) => {
    for (const { id } of await asLogin(deps.db, (tx) => listUntoldDevices(tx, BATCH))) await tellOfNewDevice(deps, id);
  },
};

export const authJobs: Job[] = [tellDevices];
