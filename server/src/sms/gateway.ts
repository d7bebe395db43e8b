/**
 * Sends text messages through an HTTP gateway (`SMS_URL`, bearer `SMS_TOKEN`; docs/operations.md), or in the sandbox to
 * the local mailbox, whose page shows them next to the emails.
 */
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { storeMessage } from '../mail/mailbox-folder.ts';

export interface Sms {
  /** E.164, such as +6281234567890. */
  to: string;
  text: string;
  /** Stored before sending and reused on retries, so that the gateway can drop duplicates. */
  message_id: string;
}

/** `invalid`: refused locally. `refused`: permanently rejected by the gateway. `temporary`: can be retried. */
export type SmsFailure = 'invalid' | 'refused' | 'temporary' | 'not_configured';

/** Its message never contains the number or the text. */
export class SmsError extends Error {
  readonly code: SmsFailure;
  constructor(code: SmsFailure, message: string) {
    super(message);
    this.code = code;
  }
}

export interface SmsGateway {
  /** Whether messages can be sent at all. */
  is_configured: boolean;
  /** Resolves when the gateway has accepted the message. Throws SmsError. */
  send: (sms: Sms) => Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** Other 4xx statuses are final. */
const RETRIED_STATUSES = new Set([408, 409, 425, 429]);

type GatewayEnv = Pick<Env, 'SMS_URL' | 'SMS_TOKEN' | 'SANDBOX' | 'DATA_DIR'>;

export function createSmsGateway({ SMS_URL, SMS_TOKEN, SANDBOX, DATA_DIR }: GatewayEnv): SmsGateway {
  if (SMS_URL !== undefined) {
    return { is_configured: true, send: async (sms) => post(SMS_URL, SMS_TOKEN ?? '', assertValid(sms)) };
  }
  if (SANDBOX) {
    const folder = join(DATA_DIR, 'mailbox');
    return {
      is_configured: true,
      send: async (sms) => void (await storeMessage(folder, buildMailboxMessage(assertValid(sms), new Date()))),
    };
  }
  const not_configured = () =>
    Promise.reject(new SmsError('not_configured', 'No SMS gateway is configured (SMS_URL).'));
  return { is_configured: false, send: not_configured };
}

async function post(url: string, token: string, sms: Sms): Promise<void> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to: sms.to, text: sms.text, message_id: sms.message_id }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // The token belongs to this address only.
      redirect: 'error',
    });
  } catch {
    throw new SmsError('temporary', 'The SMS gateway could not be reached.');
  }
  await response.body?.cancel();
  if (response.ok) return;
  const { status } = response;
  const is_final = status >= 400 && status < 500 && !RETRIED_STATUSES.has(status);
  throw new SmsError(is_final ? 'refused' : 'temporary', `The SMS gateway answered ${status}.`);
}

function assertValid(sms: Sms): Sms {
  if (!/^\+[1-9]\d{6,14}$/.test(sms.to)) throw new SmsError('invalid', 'The recipient is not a number in E.164 form.');
  return sms;
}

/** A text message in the form of the mailbox: an email with the header X-Channel. */
const buildMailboxMessage = ({ to, text, message_id }: Sms, at: Date): Buffer =>
  Buffer.from(
    [
      `Date: ${at.toUTCString()}`,
      `Message-ID: <${message_id}@sms>`,
      `To: ${to}@sms.invalid`,
      'X-Channel: sms',
      'Subject: SMS',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
      '',
    ].join('\r\n'),
  );
