/**
 * Sends the mails that are due. A mail is taken before it is sent and marked after, so that a crash in between sends
 * it once more under the same Message-ID rather than never (reliability 4.6).
 */
import { insist } from '../db/insist.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Mail, MailError } from '../mail/mailer.ts';
import { drawn } from './letter.ts';
import {
  type ClaimedMail,
  claimMail,
  findAction,
  groupDigest,
  listDueMails,
  listNewest,
  markMail,
} from './mail-queries.ts';
import { type Envelope, digestLetter, singleLetter } from './mail-text.ts';
import { readMerchant } from './queries.ts';
import { MATTERS_MS, nextTryAt } from './rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'mailer'>;

/** Mails of one run; the next goes on. */
const RUN_MOST = 500;
/** Mails under way at the same time. */
const TOGETHER = 4;
/** After so many failures in a row the mail server is left alone until the next run, and the jobs get their worker. */
const TROUBLE_MOST = 4;
/** How long a mail that was taken is left to whoever took it: longer than a mail server may take to answer. */
const TAKEN_MS = 2 * 60_000;
const SHOWN_OF_DIGEST = 5;

/** Sends what is due, of every merchant. Answers whether there may be more that can be sent now. */
export async function sendDueMails(deps: Parts): Promise<boolean> {
  const due = await asPlatform(deps.db, (tx) => listDueMails(tx, deps.clock.now(), RUN_MOST));
  const queue = due.values();
  let failures_in_a_row = 0;
  const lane = async (): Promise<void> => {
    for (const { merchant_id, id } of queue) {
      if (failures_in_a_row >= TROUBLE_MOST) return;
      const outcome = await sendMail(deps, merchant_id, id).catch((error: unknown) => {
        deps.log.error({ err: error, merchant_id, mail: id }, 'a notification mail failed');
        return 'trouble' as const;
      });
      failures_in_a_row = outcome === 'trouble' ? failures_in_a_row + 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
  return due.length === RUN_MOST && failures_in_a_row < TROUBLE_MOST;
}

/** `trouble`: the mail server could not take it now. */
export async function sendMail(deps: Parts, merchant_id: string, id: string): Promise<'done' | 'trouble'> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const mail = await asMerchant(deps.db, merchant_id, (tx) => claimMail(tx, id, now, until));
  if (mail === undefined) return 'done';
  try {
    if (now.getTime() > Date.parse(mail.created_at) + MATTERS_MS) throw new MailError('invalid', TOO_OLD);
    await deps.mailer.send(await asMerchant(deps.db, merchant_id, (tx) => composeMail(tx, mail, deps.env.PUBLIC_URL)));
  } catch (error) {
    const failure = error instanceof MailError ? error : new MailError('temporary', 'The mail could not be written.');
    // What is wrong with one mail must not hold up the others.
    if (failure !== error) deps.log.error({ err: error, merchant_id, mail: id }, 'a notification mail failed');
    await asMerchant(deps.db, merchant_id, (tx) => noteFailure(tx, deps, mail, failure));
    return failure === error && isTrouble(failure) ? 'trouble' : 'done';
  }
  const sent_at = deps.clock.now();
  await insist(() => asMerchant(deps.db, merchant_id, (tx) => markMail(tx, id, { sent_at, error: null })));
  return 'done';
}

const TOO_OLD = 'It can no longer matter.';
const isTrouble = ({ code }: MailError): boolean => code === 'temporary' || code === 'not_configured';

/** Refused for good, or too old by its next try: given up, and said so. The address stays out of the log. */
async function noteFailure(
  tx: MerchantTx,
  { clock, log }: Parts,
  { id, attempts, created_at }: ClaimedMail,
  failure: MailError,
): Promise<void> {
  const now = clock.now();
  const error = failure.message.slice(0, 300);
  const due_at = isTrouble(failure) ? nextTryAt(attempts, new Date(created_at), now) : null;
  if (due_at !== null) {
    await markMail(tx, id, { due_at, error });
    return;
  }
  await markMail(tx, id, { given_up_at: now, error });
  log.error({ merchant_id: tx.merchant_id, mail: id, attempts, why: failure.code }, 'a notification mail was given up');
}

async function composeMail(tx: MerchantTx, mail: ClaimedMail, public_url: string): Promise<Mail> {
  const { brand_name } = await readMerchant(tx);
  const newest = await listNewest(tx, mail.id, mail.kind === 'single' ? 1 : SHOWN_OF_DIGEST);
  const [first] = newest;
  if (first === undefined) throw new Error(`Mail ${mail.id} tells of nothing`);
  const envelope: Envelope = {
    locale: mail.locale,
    public_url,
    brand_name,
    switched_by: mail.kind === 'single' ? await findAction(tx, first.action) : null,
    is_named: first.addresses !== null,
  };
  const letter =
    mail.kind === 'single'
      ? singleLetter(first, envelope)
      : digestLetter(await groupDigest(tx, mail.id), newest, envelope);
  return { to: mail.recipient, message_id: mail.message_id, ...drawn(letter) };
}
