/**
 * `npm run rotate-snap`: rotates the credentials with which the bank signs its callbacks, in three steps: `issue`
 * [--bank-public-key FILE], `accept` [--days N], `retire` [--early]. Without a step it prints what comes next.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readEnv } from '../env.ts';
import { ensureSecrets } from '../secrets.ts';
import {
  type SnapStage,
  acceptBothSnapCredentials,
  getSnapStage,
  issueSnapCredentials,
  retireSnapCredentials,
} from './snap-rotation.ts';

/** Period in which callbacks with the former credentials are accepted: default and maximum. */
const DAYS = 14;
const DAYS_MAX = 90;

const NEXT: Record<SnapStage, string> = {
  idle: 'No rotation is in progress. Begin: npm run rotate-snap -- issue',
  issued: 'New credentials are issued and not in use. Next: npm run rotate-snap -- accept, then restart all processes',
  accepting_both:
    'Both are accepted. Have the bank sign with the new ones, then: npm run rotate-snap -- retire, and restart all processes',
};

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'bank-public-key': { type: 'string' }, days: { type: 'string' }, early: { type: 'boolean' } },
  });
  const { DATA_DIR, NODE_ENV } = readEnv();
  ensureSecrets(DATA_DIR, NODE_ENV);
  const now = new Date();
  const [step] = positionals;
  if (step === 'issue') {
    const file = values['bank-public-key'];
    print(`Written: ${issueSnapCredentials(DATA_DIR, file === undefined ? undefined : readFileSync(file, 'utf8'))}`);
  } else if (step === 'accept') {
    const valid_until = acceptBothSnapCredentials(DATA_DIR, parseDays(values.days), now);
    print(`The former credentials are valid until ${valid_until.toISOString()}. Restart all processes,`);
    print('then give the hand-over file to the bank on a secure channel.');
  } else if (step === 'retire') {
    retireSnapCredentials(DATA_DIR, { is_early: values.early === true, now });
    print('The former credentials are removed. Restart all processes.');
  } else if (step !== undefined) {
    throw new Error(`Unknown step ${step}: use issue, accept or retire`);
  }
  print(NEXT[getSnapStage(ensureSecrets(DATA_DIR, NODE_ENV).snap)]);
}

function parseDays(text = String(DAYS)): number {
  const days = Number(text);
  if (!Number.isSafeInteger(days) || days < 1 || days > DAYS_MAX) {
    throw new Error(`--days must be a number from 1 to ${DAYS_MAX}`);
  }
  return days;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
