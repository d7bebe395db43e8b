import { readFileSync } from 'node:fs';

const LINES = 30;

/** The last lines of a log file, for the message about a program that ended. */
export const readLogTail = (log_file: string): string =>
  readFileSync(log_file, 'utf8').trim().split('\n').slice(-LINES).join('\n');
