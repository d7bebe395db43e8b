/** Sends emails whose delivery is stored with what they are about. */
import { retry } from '../db/retry.ts';
import type { Deps } from '../deps.ts';
import { type Mail, MailError } from './mailer.ts';

/** When an email was sent, or why it was not. */
export type DeliveryResult = { sent_at: Date; error: null } | { error: string };

/** Sends an email and records the outcome. Throws MailError to be retried. */
export async function sendAndRecord(
  { mailer, clock }: Pick<Deps, 'mailer' | 'clock'>,
  mail: Mail,
  record: (delivery: DeliveryResult) => Promise<unknown>,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await record({ error: error.message });
    if (error.code === 'temporary') throw error;
    return;
  }
  await retry(() => record({ sent_at: clock.now(), error: null }));
}
