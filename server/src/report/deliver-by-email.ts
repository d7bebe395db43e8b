/** Delivery by email: one email per recipient, recorded before it is sent. */
import * as duration from '@dasbor/contract/duration';
import { createHash } from 'node:crypto';
import { retry } from '../db/retry.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type StoredConfiguration, parseRecipients } from './configuration-rules.ts';
import { MailError } from '../mail/mailer.ts';
import { createSignedFileUrl } from '../storage/signed-url.ts';
import { readStoredFile } from '../storage/stored-file.ts';
import type { ReadyReport } from './deliver.ts';
import { ensureReportEmail, findLanguage, markEmailSent } from './delivery-queries.ts';
import type { Outcome } from './delivery-rules.ts';
import { renderReportEmail } from './report-email.ts';

/** Validity of the link to a file that is too large to attach. */
const LINK_DAYS = 7;

/**
 * Sends the report to the recipients of the current configuration that have not received it. At least once: a crash between
 * the mail server's acceptance and the record may repeat an email, with the same Message-ID.
 */
export async function deliverByEmail(
  deps: Deps,
  merchant_id: string,
  configuration: StoredConfiguration,
  report: ReadyReport,
): Promise<Outcome> {
  if (!configuration.email_delivery_enabled) return { result: 'off' };
  const errors: string[] = [];
  let needs_person = true;
  for (const recipient of parseRecipients(configuration.email_recipients)) {
    try {
      await sendOnce(deps, merchant_id, recipient, report);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      errors.push(`${recipient}: ${error.message}`);
      if (error.code === 'temporary') needs_person = false;
    }
  }
  return errors.length === 0 ? { result: 'delivered' } : { result: 'failed', error: errors.join('\n'), needs_person };
}

async function sendOnce(deps: Deps, merchant_id: string, recipient: string, report: ReadyReport): Promise<void> {
  const { id: run_id } = report.run;
  const message_id = formatMessageId(run_id, recipient, new URL(deps.env.PUBLIC_URL).hostname);
  const entry = await asMerchant(deps.db, merchant_id, (tx) =>
    ensureReportEmail(tx, { run_id, recipient, message_id, created_at: deps.clock.now() }),
  );
  if (entry.sent_at !== null) return;
  const { file } = report;
  const is_attached = file.size_bytes <= deps.env.MAIL_ATTACHMENT_MAX_BYTES;
  const link = is_attached ? null : await createDownloadLink(deps, merchant_id, report);
  const language = (await asLogin(deps.db, (tx) => findLanguage(tx, merchant_id, recipient))) ?? 'en';
  await deps.mailer.send({
    to: recipient,
    message_id: entry.message_id,
    ...renderReportEmail(report, {
      language,
      link,
      settings_url: new URL('/manage-notifications', deps.env.PUBLIC_URL).href,
    }),
    ...(is_attached
      ? {
          attachments: [
            {
              filename: file.name,
              content: readStoredFile(deps.db, merchant_id, file),
              content_type: file.content_type,
            },
          ],
        }
      : {}),
  });
  const sent_at = deps.clock.now();
  await retry(() => asMerchant(deps.db, merchant_id, (tx) => markEmailSent(tx, run_id, recipient, sent_at)));
}

/** The link expires with the file at the latest. */
async function createDownloadLink(
  deps: Deps,
  merchant_id: string,
  { file }: ReadyReport,
): Promise<{ url: string; expires_at: Date }> {
  const week_end = new Date(deps.clock.now().getTime() + duration.days(LINK_DAYS));
  const file_end = file.expires_at === null ? week_end : new Date(file.expires_at);
  const expires_at = file_end < week_end ? file_end : week_end;
  return { url: await createSignedFileUrl(deps, merchant_id, file.id, expires_at), expires_at };
}

const formatMessageId = (run_id: string, recipient: string, host: string): string =>
  `<${run_id}.${createHash('sha256').update(recipient.toLowerCase()).digest('hex').slice(0, 16)}@${host}>`;
