/** Delivery by e-mail: one mail per recipient, each sent once by the ledger of mails. */
import { createHash } from 'node:crypto';
import { TIME_ZONE } from '@dasbor/contract/time';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Mail, MailError } from '../mail/mailer.ts';
import type { Outcome } from './delivery-rules.ts';
import type { ReportFile } from './deliver.ts';
import { ensureMail, markMailSent, readMerchant } from './run-queries.ts';
import { type StoredConfiguration, parseRecipients } from '../manage-notifications/rules.ts';

/**
 * Sends what is not sent yet to the recipients as they are configured now: an address that was corrected gets the
 * report, one that was removed does not. A crash between the server's "taken" and our note may send a mail twice, under
 * the same Message-ID.
 */
export async function deliverByEmail(
  deps: Deps,
  merchant_id: string,
  configuration: StoredConfiguration,
  file: ReportFile,
): Promise<Outcome> {
  if (!configuration.email_delivery_enabled) return { result: 'off' };
  const { brand_name } = await asMerchant(deps.db, merchant_id, readMerchant);
  const errors: string[] = [];
  let needs_person = true;
  for (const recipient of parseRecipients(configuration.email_recipients)) {
    try {
      await sendOnce(deps, merchant_id, recipient, brand_name, file);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      errors.push(`${recipient}: ${error.message}`);
      if (error.code === 'temporary') needs_person = false;
    }
  }
  return errors.length === 0 ? { result: 'delivered' } : { result: 'failed', error: errors.join(' '), needs_person };
}

async function sendOnce(
  deps: Deps,
  merchant_id: string,
  recipient: string,
  brand_name: string,
  file: ReportFile,
): Promise<void> {
  const message_id = messageIdOf(file.run_id, recipient, new URL(deps.env.PUBLIC_URL).hostname);
  const entry = await asMerchant(deps.db, merchant_id, (tx) =>
    ensureMail(tx, { run_id: file.run_id, recipient, message_id, created_at: deps.clock.now() }),
  );
  if (entry.sent_at !== null) return;
  await deps.mailer.send(mailOf(recipient, entry.message_id, brand_name, file));
  await asMerchant(deps.db, merchant_id, (tx) => markMailSent(tx, file.run_id, recipient, deps.clock.now()));
}

const messageIdOf = (run_id: string, recipient: string, host: string): string =>
  `<${run_id}.${createHash('sha256').update(recipient.toLowerCase()).digest('hex').slice(0, 16)}@${host}>`;

function mailOf(recipient: string, message_id: string, brand_name: string, file: ReportFile): Mail {
  const rows = file.row_count === 1 ? '1 paid transaction' : `${file.row_count} paid transactions`;
  return {
    to: recipient,
    message_id,
    subject: `Transactions report ${file.business_day} for ${brand_name.replaceAll(/\p{Cc}/gu, ' ')}`,
    text: [
      `The report of ${file.business_day} (${TIME_ZONE}) for ${brand_name} is attached: ${rows}.`,
      '',
      `File: ${file.name}`,
      `SHA-256: ${file.sha256}`,
      '',
      'You receive this because your address is a recipient of report delivery.',
      'Recipients are changed in the dashboard under Manage Notifications, Configuration.',
      '',
    ].join('\n'),
    attachments: [{ filename: file.name, content: file.content, content_type: 'text/csv; charset=utf-8' }],
  };
}
