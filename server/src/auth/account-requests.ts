/**
 * Requests of public forms for an email with a link. The request is only stored before the answer, which is therefore the
 * same, and takes the same time, whether or not the email has an account. A job does the rest.
 */
import * as duration from '@dasbor/contract/duration';
import { ACCOUNT_LINK_HOURS, RESET_LINK_HOURS } from '@dasbor/contract/password-limits';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../http/opaque-token.ts';
import { MailError } from '../mail/mailer.ts';
import { renderEmail } from '../mail/template.ts';
import { buildAccountEmail } from './account-email.ts';
import {
  type Account,
  countRequests,
  findAccountByEmail,
  findRequest,
  insertLink,
  insertRequest,
  markRequestDone,
} from './password-queries.ts';
import { deriveLinkToken } from './tokens.ts';

export type RequestPurpose = 'reset_password' | 'verify_email' | 'already_registered';

/** The job that sends the email of a request. */
export const SEND_ACCOUNT_EMAIL_JOB = 'answer_account_request';
/** Emails per address and hour, so that nobody can flood a mailbox. */
const EMAILS_PER_HOUR = 5;
/** Validity of the link of an email; the email to a registered address has none. */
const LINK_LIFE_MS: Record<Exclude<RequestPurpose, 'already_registered'>, number> = {
  reset_password: duration.hours(RESET_LINK_HOURS),
  verify_email: duration.hours(ACCOUNT_LINK_HOURS),
};

/** Creates a request and enqueues the job that sends its email. */
export const storeRequest = (deps: Pick<Deps, 'db'>, request: NewRequest, now: Date): Promise<void> =>
  asLogin(deps.db, (tx) => insertAccountRequest(tx, request, now));

interface NewRequest {
  purpose: RequestPurpose;
  email: string;
  ip: string | null;
}

/** Inserts a request and enqueues its email, in a transaction of the caller. */
export async function insertAccountRequest(tx: LoginTx, { purpose, email, ip }: NewRequest, now: Date): Promise<void> {
  const id = newId('account_request', now);
  await insertRequest(tx, { id, purpose, email: email.toLowerCase(), ip, created_at: now });
  await enqueue(tx, SEND_ACCOUNT_EMAIL_JOB, { id });
}

/** Sends the email of a request, if its address has an account that may have it. A repetition sends the same link. */
export async function sendAccountEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'mailer' | 'secrets'>,
  id: string,
): Promise<void> {
  const token = deriveLinkToken(deps.secrets, id);
  const found = await asLogin(deps.db, async (tx) => {
    const request = await findRequest(tx, id);
    if (request === undefined) return null;
    const account = await findAccountByEmail(tx, request.email);
    const created_at = new Date(request.created_at);
    const since = new Date(created_at.getTime() - duration.hours(1));
    const is_due =
      account !== undefined &&
      isEligible(account, request.purpose) &&
      (await countRequests(tx, request, since)) <= EMAILS_PER_HOUR;
    if (!is_due) {
      await markRequestDone(tx, id, deps.clock.now());
      return null;
    }
    const { purpose } = request;
    if (purpose !== 'already_registered') {
      const expires_at = new Date(created_at.getTime() + LINK_LIFE_MS[purpose]);
      const link = { token_hash: hashToken(token), user_id: account.user_id, purpose, created_at, expires_at };
      await insertLink(tx, link);
    }
    return { account, purpose };
  });
  if (found === null) return;
  const { account, purpose } = found;
  const public_url = deps.env.PUBLIC_URL;
  const content = buildAccountEmail(purpose, { language: account.locale, token, public_url });
  const message_id = `<${id}@${new URL(public_url).hostname}>`;
  try {
    await deps.mailer.send({ to: account.email, message_id, ...renderEmail(content) });
  } catch (error) {
    if (!(error instanceof MailError) || error.code === 'temporary') throw error;
    deps.log.error({ account_request_id: id, code: error.code }, 'the email of an account request was given up');
  }
  await asLogin(deps.db, (tx) => markRequestDone(tx, id, deps.clock.now()));
}

/** Suspended people receive nothing; an email that is confirmed needs no confirmation. */
const isEligible = (account: Account, purpose: RequestPurpose): boolean =>
  account.status === 'active' && (purpose !== 'verify_email' || account.email_verified_at === null);
