/** The sandbox's inbox: sent emails and text messages. */
import { expect } from './journey.ts';
import { MAIL_URL } from './sandbox.ts';

interface Message {
  channel: string;
  to: string;
  text: string;
}

/** Match in the newest message to an address; empty when there is no such message. */
export async function findMessage(channel: 'email' | 'sms', to: string, pattern: RegExp): Promise<string> {
  const answer = await fetch(`${MAIL_URL}/messages`);
  const { data } = (await answer.json()) as { data: Message[] };
  const messages = data.filter((message) => message.channel === channel && message.to === to);
  return messages.map(({ text }) => pattern.exec(text)?.[0] ?? '').find((match) => match !== '') ?? '';
}

/** Match in the newest message to an address, once there is one that differs from `former`. */
export async function waitForMessage(
  channel: 'email' | 'sms',
  to: string,
  pattern: RegExp,
  former = '',
): Promise<string> {
  let found = '';
  await expect(async () => {
    found = await findMessage(channel, to, pattern);
    expect(found).not.toBe(former);
  }).toPass({ timeout: 40_000 });
  return found;
}

/** The path in the newest invitation to an address. */
export const waitForInvitation = (email: string): Promise<string> =>
  waitForMessage('email', email, /\/register-member\?token=[\w-]+/);
