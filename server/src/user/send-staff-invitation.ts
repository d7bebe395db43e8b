/** The email of an invitation of staff. Sent by a job; at least once, with the same link. */
import { formatInstant } from '@dasbor/contract/format';
import { roleLabel } from '@dasbor/contract/labels';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Mail } from '../mail/mailer.ts';
import { sendAndRecord } from '../mail/send-and-record.ts';
import { renderEmail } from '../mail/template.ts';
import { deriveInvitationToken, toInvitationStatus } from './invitation-rules.ts';
import { type StaffInvitationRow, findStaffInvitation, updateStaffDelivery } from './staff-invitation-queries.ts';

/** Throws MailError to be retried. Does nothing for an invitation that was sent or closed. */
export async function sendStaffInvitation(deps: Deps, id: string): Promise<void> {
  const invitation = await asLogin(deps.db, (tx) => findStaffInvitation(tx, id));
  if (invitation === undefined) throw new Error(`Invitation ${id} not found`);
  const { email, token_no, sent_at } = invitation;
  if (sent_at !== null || toInvitationStatus(invitation, deps.clock.now()) !== 'pending') return;
  const token = deriveInvitationToken(deps.secrets, { owner_id: id, id, token_no });
  const url = `${deps.env.PUBLIC_URL}/register-member?token=${token}`;
  const message_id = `<${id}.${token_no}@${new URL(deps.env.PUBLIC_URL).hostname}>`;
  const mail = { ...formatStaffInvitation(invitation, url), to: email, message_id };
  await sendAndRecord(deps, mail, (delivery) =>
    asLogin(deps.db, (tx) => updateStaffDelivery(tx, { id, token_no }, delivery)),
  );
}

const MESSAGES = {
  en: {
    subject: 'Invitation to the provider dashboard',
    heading: 'Join the provider’s team',
    body: (by: string) => `${by} has invited you to the team that runs the payment provider’s dashboard.`,
    factor: 'You set a password and an authenticator app: have your phone at hand.',
    role: 'Role',
    until: 'Valid until',
    accept: 'Accept invitation',
    footer: 'The link works once. If you do not know the sender, ignore this email.',
  },
  id: {
    subject: 'Undangan ke dasbor penyedia',
    heading: 'Bergabung dengan tim penyedia',
    body: (by: string) => `${by} mengundang Anda ke tim yang menjalankan dasbor penyedia pembayaran.`,
    factor: 'Anda akan mengatur kata sandi dan aplikasi autentikator: siapkan ponsel Anda.',
    role: 'Peran',
    until: 'Berlaku sampai',
    accept: 'Terima undangan',
    footer: 'Tautan hanya berlaku satu kali. Abaikan email ini jika Anda tidak mengenal pengirimnya.',
  },
};

function formatStaffInvitation(
  { language, invited_by_name, role, expires_at }: StaffInvitationRow,
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = MESSAGES[language];
  const rows = [
    [t.role, roleLabel(role, language)],
    [t.until, formatInstant(expires_at, language)],
  ];
  return renderEmail({
    language,
    sender: { name: 'Dasbor', color: null, logo_url: null },
    subject: t.subject,
    heading: t.heading,
    paragraphs: [t.body(invited_by_name), t.factor],
    tables: [{ title: null, head: null, rows }],
    link: { label: t.accept, url },
    footer: [t.footer],
  });
}
