/** The email of an invitation to an account group. Sent by a job; at least once, with the same link. */
import { formatInstant } from '@dasbor/contract/format';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Mail } from '../mail/mailer.ts';
import { sendAndRecord } from '../mail/send-and-record.ts';
import { renderEmail } from '../mail/template.ts';
import { deriveInvitationToken, toInvitationStatus } from '../user/invitation-rules.ts';
import { findGroup } from './queries.ts';
import { type GroupInvitation, findInvitation, updateDelivery } from './user-queries.ts';

/** Throws MailError to be retried. Does nothing for an invitation that was sent or closed. */
export async function sendGroupInvitation(deps: Deps, group_id: string, id: string): Promise<void> {
  const { invitation, group } = await asPlatform(deps.db, async (tx) => ({
    invitation: await findInvitation(tx, group_id, id),
    group: await findGroup(tx, group_id),
  }));
  if (invitation === undefined || group === undefined) throw new Error(`Invitation ${id} not found`);
  if (invitation.sent_at !== null || toInvitationStatus(invitation, deps.clock.now()) !== 'pending') return;
  const token = deriveInvitationToken(deps.secrets, { owner_id: group_id, id, token_no: 1 });
  const url = `${deps.env.PUBLIC_URL}/register-member?token=${token}`;
  const message_id = `<${id}@${new URL(deps.env.PUBLIC_URL).hostname}>`;
  const mail = { ...formatGroupInvitation(invitation, group.name, url), to: invitation.email, message_id };
  await sendAndRecord(deps, mail, (delivery) => asPlatform(deps.db, (tx) => updateDelivery(tx, invitation, delivery)));
}

const MESSAGES = {
  en: {
    subject: (group: string) => `Invitation to the account group ${group}`,
    heading: (group: string) => `Join ${group}`,
    body: (by: string, group: string) =>
      `${by} has invited you to view the payments and payouts of the merchants in the account group ${group}.`,
    until: 'Valid until',
    accept: 'Accept invitation',
    footer: 'The link works once. If you do not know the sender, ignore this email.',
  },
  id: {
    subject: (group: string) => `Undangan ke grup akun ${group}`,
    heading: (group: string) => `Bergabung dengan ${group}`,
    body: (by: string, group: string) =>
      `${by} mengundang Anda untuk melihat pembayaran dan pencairan dana merchant dalam grup akun ${group}.`,
    until: 'Berlaku sampai',
    accept: 'Terima undangan',
    footer: 'Tautan hanya berlaku satu kali. Abaikan email ini jika Anda tidak mengenal pengirimnya.',
  },
};

export function formatGroupInvitation(
  { language, invited_by_name, expires_at }: Pick<GroupInvitation, 'language' | 'invited_by_name' | 'expires_at'>,
  group_name: string,
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = MESSAGES[language];
  return renderEmail({
    language,
    sender: { name: group_name, color: null, logo_url: null },
    subject: t.subject(group_name),
    heading: t.heading(group_name),
    paragraphs: [t.body(invited_by_name, group_name)],
    tables: [{ title: null, head: null, rows: [[t.until, formatInstant(expires_at, language)]] }],
    link: { label: t.accept, url },
    footer: [t.footer],
  });
}
