/**
 * Sends due emails. An email is claimed before and marked after sending: at-least-once delivery, and a repeated email keeps
 * its Message-ID (reliability 4.6).
 */
import * as duration from '@dasbor/contract/duration';
import { retry } from '../db/retry.ts';
import { type MerchantTx, asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forEachConcurrently } from '../jobs/for-each.ts';
import { type Mail, MailError } from '../mail/mailer.ts';
import { renderEmail } from '../mail/template.ts';
import { createSignedFileUrl } from '../storage/signed-url.ts';
import { type EmailContext, type EmailFile, buildDigestEmail, buildSingleEmail } from './compose.ts';
import { type MerchantUser, type StoredNotification, getMerchant, listActiveUsers } from './queries.ts';
import { MAX_AGE_MS, calculateNextAttempt, getAudience, isInAudience } from './rules.ts';
import {
  type ClaimedEmail,
  claimEmail,
  getAction,
  groupDigest,
  listDueEmails,
  listLatestNotifications,
  updateEmail,
} from './send-queries.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'mailer' | 'secrets'>;

/** Emails per run; the next run continues. */
const EMAILS_PER_RUN = 500;
/** Emails sent at the same time. */
const CONCURRENCY = 4;
/** After this many failures in a row the run ends, so that an unresponsive mail server does not occupy the worker. */
const MAX_CONSECUTIVE_FAILURES = 4;
/** Duration of a claim: longer than a mail server may take to respond. */
const CLAIM_MS = duration.minutes(2);
const DIGEST_NEWEST_MAX = 5;
/** Validity of the link of a file, in days. */
const FILE_LINK_DAYS = 7;

/** Sends due emails of every merchant. Returns whether more can be sent now. */
export async function sendDueEmails(deps: SendDeps): Promise<boolean> {
  const due = await asPlatform(deps.db, (tx) => listDueEmails(tx, deps.clock.now(), EMAILS_PER_RUN));
  const listUsers = buildUserReader(deps);
  let consecutive_failures = 0;
  await forEachConcurrently(due, CONCURRENCY, async ({ merchant_id, id }) => {
    if (consecutive_failures >= MAX_CONSECUTIVE_FAILURES) return;
    const outcome = await sendEmail(deps, { merchant_id, id }, listUsers).catch((error: unknown) => {
      deps.log.error({ err: error, merchant_id, email_id: id }, 'a notification email failed');
      return 'unavailable' as const;
    });
    consecutive_failures = outcome === 'unavailable' ? consecutive_failures + 1 : 0;
  });
  return due.length === EMAILS_PER_RUN && consecutive_failures < MAX_CONSECUTIVE_FAILURES;
}

type UserReader = (merchant_id: string) => Promise<MerchantUser[]>;

/** Reads the active users of each merchant once per run. */
function buildUserReader({ db }: SendDeps): UserReader {
  const users = new Map<string, Promise<MerchantUser[]>>();
  return (merchant_id) => {
    const known = users.get(merchant_id);
    if (known !== undefined) return known;
    const read = asLogin(db, (tx) => listActiveUsers(tx, merchant_id));
    users.set(merchant_id, read);
    // A failure is one of its email alone; the next one reads again.
    read.catch(() => users.delete(merchant_id));
    return read;
  };
}

/** `unavailable`: the mail server did not accept the email for now. */
async function sendEmail(
  deps: SendDeps,
  { merchant_id, id }: { merchant_id: string; id: string },
  listUsers: UserReader,
): Promise<'done' | 'unavailable'> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const email = await asMerchant(deps.db, merchant_id, (tx) => claimEmail(tx, id, now, until));
  if (email === undefined) return 'done';
  try {
    if (now.getTime() > Date.parse(email.created_at) + MAX_AGE_MS) throw new MailError('invalid', TOO_OLD);
    const users = await listUsers(merchant_id);
    const mail = await asMerchant(deps.db, merchant_id, (tx) => composeEmail(tx, deps, email, users));
    if (mail === null) {
      const outcome = { given_up_at: now, error: NO_ACCESS };
      await asMerchant(deps.db, merchant_id, (tx) => updateEmail(tx, id, outcome));
      return 'done';
    }
    await deps.mailer.send(mail);
  } catch (error) {
    const failure = error instanceof MailError ? error : new MailError('temporary', 'The email could not be composed.');
    // An error of one email does not count as a failure of the mail server.
    if (failure !== error) deps.log.error({ err: error, merchant_id, email_id: id }, 'a notification email failed');
    await asMerchant(deps.db, merchant_id, (tx) => recordFailure(tx, deps, email, failure));
    return failure === error && isRetryable(failure) ? 'unavailable' : 'done';
  }
  const sent_at = deps.clock.now();
  await retry(() => asMerchant(deps.db, merchant_id, (tx) => updateEmail(tx, id, { sent_at, error: null })));
  return 'done';
}

const TOO_OLD = 'The email is older than seven days.';
const NO_ACCESS = 'The recipient has no access any more.';
const isRetryable = ({ code }: MailError): boolean => code === 'temporary' || code === 'not_configured';

/** Schedules the next attempt, or gives up after a permanent error or seven days. Addresses are not logged. */
async function recordFailure(
  tx: MerchantTx,
  { clock, log }: SendDeps,
  { id, attempts, created_at }: ClaimedEmail,
  failure: MailError,
): Promise<void> {
  const now = clock.now();
  const error = failure.message.slice(0, 300);
  const due_at = isRetryable(failure) ? calculateNextAttempt(attempts, new Date(created_at), now) : null;
  if (due_at !== null) {
    await updateEmail(tx, id, { due_at, error });
    return;
  }
  await updateEmail(tx, id, { given_up_at: now, error });
  log.error(
    { merchant_id: tx.merchant_id, email_id: id, attempts, code: failure.code },
    'a notification email was given up',
  );
}

/** null when the recipient may not read it any more: an email can wait for days. */
async function composeEmail(
  tx: MerchantTx,
  deps: SendDeps,
  email: ClaimedEmail,
  users: readonly MerchantUser[],
): Promise<Mail | null> {
  const public_url = deps.env.PUBLIC_URL;
  const { brand_name, role_access } = await getMerchant(tx);
  const newest = await listLatestNotifications(tx, email.id, email.kind === 'single' ? 1 : DIGEST_NEWEST_MAX);
  const [first] = newest;
  if (first === undefined) throw new Error(`The email ${email.id} has no notifications`);
  const groups = email.kind === 'single' ? [] : await groupDigest(tx, email.id);
  const actions = email.kind === 'single' ? [first.action] : groups.map(({ action }) => action);
  if (first.addresses === null && !mayReceive(email, actions, { users, user_id: first.user_id, role_access }))
    return null;
  const context: EmailContext = {
    language: email.language,
    public_url,
    brand_name,
    preference: email.kind === 'single' ? await getPreference(tx, first.action, email.language) : null,
    is_named_recipient: first.addresses !== null,
    file: email.kind === 'single' ? await createFileLink(tx, deps, first) : null,
  };
  const content =
    email.kind === 'single' ? buildSingleEmail(first, context) : buildDigestEmail(groups, newest, context);
  return { to: email.recipient, message_id: email.message_id, ...renderEmail(content) };
}

/** Whether a recipient who was chosen by a role may still read every action of an email. */
function mayReceive(
  { recipient }: ClaimedEmail,
  actions: readonly number[],
  about: { users: readonly MerchantUser[]; user_id: string | null; role_access: 'enabled' | 'disabled' },
): boolean {
  const user = about.users.find(({ email }) => email === recipient);
  return actions.map(getAudience).every((audience) => {
    // The person concerned learns about the security of the own account even when another access has ended.
    if (audience === 'user') return true;
    return user !== undefined && isInAudience(user, audience, about);
  });
}

/** The signed link of the file that an event names. */
async function createFileLink(
  tx: MerchantTx,
  deps: SendDeps,
  { template_data }: StoredNotification,
): Promise<EmailFile | null> {
  const { attached_file_id } = template_data;
  if (typeof attached_file_id !== 'string') return null;
  const expires_at = new Date(deps.clock.now().getTime() + duration.days(FILE_LINK_DAYS));
  return { url: await createSignedFileUrl(deps, tx.merchant_id, attached_file_id, expires_at), expires_at };
}

async function getPreference(
  tx: MerchantTx,
  code: number,
  language: ClaimedEmail['language'],
): Promise<EmailContext['preference']> {
  const action = await getAction(tx, code);
  const { is_security } = action;
  return language === 'id'
    ? { group_name: action.group_name_indonesian, label: action.label_indonesian, is_security }
    : { group_name: action.group_name, label: action.label, is_security };
}
