/** The email of an invitation, in the language of the person. Sent by a job; at least once, with the same link. */
import { formatInstant } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { roleLabel } from '@dasbor/contract/labels';
import { getBrandName } from '../db/merchant-names.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Mail } from '../mail/mailer.ts';
import { sendAndRecord } from '../mail/send-and-record.ts';
import { renderEmail } from '../mail/template.ts';
import { findRoleGrant } from '../role/queries.ts';
import { findInvitation, updateDelivery } from './invitation-queries.ts';
import { deriveInvitationToken, toInvitationStatus } from './invitation-rules.ts';

/** Throws MailError to be retried. Does nothing for an invitation that was sent or closed. */
export async function sendInvitation(deps: Deps, merchant_id: string, id: string): Promise<void> {
  const found = await asMerchant(deps.db, merchant_id, async (tx) => {
    const invitation = await findInvitation(tx, id);
    if (invitation === undefined) return undefined;
    const grant = await findRoleGrant(tx, invitation.role);
    return { ...invitation, brand_name: await getBrandName(tx), role_name: grant?.name ?? null };
  });
  if (found === undefined) throw new Error(`Invitation ${id} not found`);
  const { email, token_no, sent_at } = found;
  if (sent_at !== null || toInvitationStatus(found, deps.clock.now()) !== 'pending') return;
  const token = deriveInvitationToken(deps.secrets, { owner_id: merchant_id, id, token_no });
  const url = `${deps.env.PUBLIC_URL}/register-member?token=${token}`;
  const message_id = `<${id}.${token_no}@${new URL(deps.env.PUBLIC_URL).hostname}>`;
  const mail = { ...formatInvitation(found, url), to: email, message_id };
  await sendAndRecord(deps, mail, (delivery) =>
    asMerchant(deps.db, merchant_id, (tx) => updateDelivery(tx, { id, token_no }, delivery)),
  );
}

interface InvitationContent {
  language: Language;
  brand_name: string;
  invited_by_name: string;
  role: string;
  role_name: string | null;
  message: string | null;
  expires_at: string;
}

const MESSAGES = {
  en: {
    subject: (brand: string) => `Invitation to the dashboard of ${brand}`,
    heading: (brand: string) => `Join ${brand}`,
    body: (by: string, brand: string) => `${by} has invited you to the dashboard of ${brand}.`,
    role: 'Role',
    until: 'Valid until',
    accept: 'Accept invitation',
    footer: 'The link works once. If you do not know the sender, ignore this email.',
  },
  id: {
    subject: (brand: string) => `Undangan ke dasbor ${brand}`,
    heading: (brand: string) => `Bergabung dengan ${brand}`,
    body: (by: string, brand: string) => `${by} mengundang Anda ke dasbor ${brand}.`,
    role: 'Peran',
    until: 'Berlaku sampai',
    accept: 'Terima undangan',
    footer: 'Tautan hanya berlaku satu kali. Abaikan email ini jika Anda tidak mengenal pengirimnya.',
  },
};

export function formatInvitation(
  { language, brand_name, invited_by_name, role, role_name, message, expires_at }: InvitationContent,
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = MESSAGES[language];
  const rows = [
    [t.role, role_name ?? roleLabel(role, language)],
    [t.until, formatInstant(expires_at, language)],
  ];
  return renderEmail({
    language,
    sender: { name: brand_name, color: null, logo_url: null },
    subject: t.subject(brand_name),
    heading: t.heading(brand_name),
    paragraphs: [t.body(invited_by_name, brand_name), ...(message === null ? [] : [`“${message}”`])],
    tables: [{ title: null, head: null, rows }],
    link: { label: t.accept, url },
    footer: [t.footer],
  });
}
