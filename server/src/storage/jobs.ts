/** Deletes expired files and abandoned uploads. */
import * as duration from '@dasbor/contract/duration';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { listRemovableFiles, deleteFile } from './queries.ts';

/** Longer than any file takes to write. */
const ABANDONED_AFTER_MS = duration.hours(24);
const PAGE = 200;

const removeExpiredFiles: Job = {
  name: 'remove_stored_files',
  lane: 'maintenance',
  run: async (deps) => {
    const now = deps.clock.now();
    const abandoned_before = new Date(now.getTime() - ABANDONED_AFTER_MS);
    for (;;) {
      const files = await asPlatform(deps.db, (tx) => listRemovableFiles(tx, now, abandoned_before, PAGE));
      for (const { merchant_id, id } of files) await asMerchant(deps.db, merchant_id, (tx) => deleteFile(tx, id));
      if (files.length > 0) deps.log.info({ file_count: files.length }, 'stored files removed');
      if (files.length < PAGE) return;
    }
  },
};

export const storageJobs: Job[] = [removeExpiredFiles];
