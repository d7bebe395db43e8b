/** Sends email over SMTP, or in the sandbox to the local mailbox. One recipient per message. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Env } from '../env.ts';
import { isEmailAddress } from './address.ts';
import { storeMessage } from './mailbox-folder.ts';

export interface Mail {
  /** A single address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** A stream is read once; the mail is not sent when it fails. */
  attachments?: { filename: string; content: Buffer | Readable; content_type: string }[];
  /** `<…@…>`: stored before sending and reused on retries, so that the recipient can detect duplicates. */
  message_id: string;
}

/** `invalid`: refused locally. `refused`: permanently rejected by the mail server. `temporary`: can be retried. */
export type MailFailure = 'invalid' | 'refused' | 'temporary' | 'not_configured';

export class MailError extends Error {
  readonly code: MailFailure;
  constructor(code: MailFailure, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. Throws MailError. */
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 };

export function createMailer(env: Pick<Env, 'SMTP_URL' | 'SANDBOX' | 'DATA_DIR' | 'MAIL_FROM'>): Mailer {
  const access_options = { disableFileAccess: true, disableUrlAccess: true };
  const defaults = { from: env.MAIL_FROM };
  if (env.SMTP_URL !== undefined) {
    const options = { url: env.SMTP_URL, ...LIMITS, ...access_options };
    const openTransport = async () => (await loadNodemailer()).createTransport(options, defaults);
    let opened: ReturnType<typeof openTransport> | null = null;
    return {
      send: async (mail) => {
        const transport = await (opened ??= openTransport());
        await transport.sendMail(buildMessage(mail)).catch((error: unknown) => {
          throw toMailError(error);
        });
      },
      close: () => void opened?.then((transport) => transport.close()),
    };
  }
  if (!env.SANDBOX) {
    const send = () => Promise.reject(new MailError('not_configured', 'No mail server is configured (SMTP_URL).'));
    return { send, close: () => undefined };
  }
  const options = { streamTransport: true, buffer: true, ...access_options } as const;
  return {
    send: async (mail) => {
      const composer = (await loadNodemailer()).createTransport(options, defaults);
      const { message } = await composer.sendMail(buildMessage(mail));
      await storeMessage(join(env.DATA_DIR, 'mailbox'), message as Buffer);
    },
    close: () => undefined,
  };
}

/** Loaded with the first mail: most processes send none (decision 0139). */
const loadNodemailer = () => import('nodemailer');

/** Throws MailError `invalid` for anything that could inject a header or another recipient. */
function buildMessage(mail: Mail) {
  const lines = [mail.subject, mail.message_id, ...(mail.attachments ?? []).map((each) => each.filename)];
  if (lines.some((line) => /\p{Cc}/u.test(line)))
    throw new MailError('invalid', 'A header contains a control character.');
  if (!isEmailAddress(mail.to)) throw new MailError('invalid', 'The recipient is not a valid email address.');
  if (!/^<[\w.+-]+@[\w.-]+>$/.test(mail.message_id)) throw new MailError('invalid', 'The Message-ID is not valid.');
  return {
    // An object, so that the address is not parsed as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.message_id,
    headers: { 'auto-submitted': 'auto-generated' },
    attachments: mail.attachments?.map((each) => ({
      filename: each.filename,
      content: each.content,
      contentType: each.content_type,
    })),
  };
}

function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { responseCode } = error as { responseCode?: number };
  if (responseCode === undefined) return new MailError('temporary', 'The mail server could not be reached.');
  const response = error instanceof Error && 'response' in error ? String(error.response) : '';
  const text = response.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
  return responseCode >= 500
    ? new MailError('refused', `The mail server rejected the email: ${text}`)
    : new MailError('temporary', `The mail server deferred the email: ${text}`);
}
