/**
 * Sends the mails that are due. A mail is taken before it is sent and marked after, so that a crash in between sends
 * it once more under the same Message-ID rather than never (reliability 4.6).
 */
import { retry } from '../db/retry.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Mail, MailError } from '../mail/mailer.ts';
import { renderEmail } from '../mail/template.ts';
import {
  type ClaimedEmail,
  claimEmail,
  findAction,
  groupDigest,
  listDueEmails,
  listNewestNotifications,
  updateEmail,
} from './send-queries.ts';
import { type EmailContext, buildDigestEmail, buildSingleEmail } from './compose.ts';
import { getMerchant } from './queries.ts';
import { MAX_AGE_MS, nextAttemptAt } from './rules.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'mailer'>;

/** Mails of one run; the next goes on. */
const EMAILS_PER_RUN = 500;
/** Mails under way at the same time. */
const CONCURRENCY = 4;
/** After so many failures in a row the mail server is left alone until the next run, and the jobs get their worker. */
const MAX_CONSECUTIVE_FAILURES = 4;
/** How long a mail that was taken is left to whoever took it: longer than a mail server may take to answer. */
const CLAIM_MS = 2 * 60_000;
const DIGEST_NEWEST_MAX = 5;

/** Sends what is due, of every merchant. Answers whether there may be more that can be sent now. */
export async function sendDueEmails(deps: SendDeps): Promise<boolean> {
  const due = await asPlatform(deps.db, (tx) => listDueEmails(tx, deps.clock.now(), EMAILS_PER_RUN));
  const queue = due.values();
  let failures_in_a_row = 0;
  const lane = async (): Promise<void> => {
    for (const { merchant_id, id } of queue) {
      if (failures_in_a_row >= MAX_CONSECUTIVE_FAILURES) return;
      const outcome = await sendEmail(deps, merchant_id, id).catch((error: unknown) => {
        deps.log.error({ err: error, merchant_id, mail: id }, 'a notification mail failed');
        return 'trouble' as const;
      });
      failures_in_a_row = outcome === 'trouble' ? failures_in_a_row + 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return due.length === EMAILS_PER_RUN && failures_in_a_row < MAX_CONSECUTIVE_FAILURES;
}

/** `trouble`: the mail server could not take it now. */
export async function sendEmail(deps: SendDeps, merchant_id: string, id: string): Promise<'done' | 'trouble'> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const mail = await asMerchant(deps.db, merchant_id, (tx) => claimEmail(tx, id, now, until));
  if (mail === undefined) return 'done';
  try {
    if (now.getTime() > Date.parse(mail.created_at) + MAX_AGE_MS) throw new MailError('invalid', TOO_OLD);
    await deps.mailer.send(await asMerchant(deps.db, merchant_id, (tx) => composeEmail(tx, mail, deps.env.PUBLIC_URL)));
  } catch (error) {
    const failure = error instanceof MailError ? error : new MailError('temporary', 'The mail could not be written.');
    // What is wrong with one mail must not hold up the others.
    if (failure !== error) deps.log.error({ err: error, merchant_id, mail: id }, 'a notification mail failed');
    await asMerchant(deps.db, merchant_id, (tx) => recordFailure(tx, deps, mail, failure));
    return failure === error && isRetryable(failure) ? 'trouble' : 'done';
  }
  const sent_at = deps.clock.now();
  await retry(() => asMerchant(deps.db, merchant_id, (tx) => updateEmail(tx, id, { sent_at, error: null })));
  return 'done';
}

const TOO_OLD = 'It can no longer matter.';
const isRetryable = ({ code }: MailError): boolean => code === 'temporary' || code === 'not_configured';

/** Refused for good, or too old by its next try: given up, and said so. The address stays out of the log. */
async function recordFailure(
  tx: MerchantTx,
  { clock, log }: SendDeps,
  { id, attempts, created_at }: ClaimedEmail,
  failure: MailError,
): Promise<void> {
  const now = clock.now();
  const error = failure.message.slice(0, 300);
  const due_at = isRetryable(failure) ? nextAttemptAt(attempts, new Date(created_at), now) : null;
  if (due_at !== null) {
    await updateEmail(tx, id, { due_at, error });
    return;
  }
  await updateEmail(tx, id, { given_up_at: now, error });
  log.error({ merchant_id: tx.merchant_id, mail: id, attempts, why: failure.code }, 'a notification mail was given up');
}

async function composeEmail(tx: MerchantTx, mail: ClaimedEmail, public_url: string): Promise<Mail> {
  const { brand_name } = await getMerchant(tx);
  const newest = await listNewestNotifications(tx, mail.id, mail.kind === 'single' ? 1 : DIGEST_NEWEST_MAX);
  const [first] = newest;
  if (first === undefined) throw new Error(`Mail ${mail.id} tells of nothing`);
  const envelope: EmailContext = {
    locale: mail.locale,
    public_url,
    brand_name,
    switched_by: mail.kind === 'single' ? await findAction(tx, first.action) : null,
    is_named: first.addresses !== null,
  };
  const letter =
    mail.kind === 'single'
      ? buildSingleEmail(first, envelope)
      : buildDigestEmail(await groupDigest(tx, mail.id), newest, envelope);
  return { to: mail.recipient, message_id: mail.message_id, ...renderEmail(letter) };
}
