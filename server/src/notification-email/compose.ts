/** Builds the emails: about one event, and the digest of a burst. */
import { accessGroupLabel } from '@dasbor/contract/access-labels';
import { formatCount, formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import type { EmailContent, EmailTable } from '../mail/template.ts';
import { buildDailySummaryEmail } from './daily-summary-email.ts';
import { buildDetailRows } from './format.ts';
import { buildListPath, buildObjectPath } from './links.ts';
import type { ActionMessages } from './message-builders.ts';
import { BENEFICIARY_OBJECT_TYPE, buildBeneficiaryFooter } from './messages-beneficiary.ts';
import { ENGLISH } from './messages-en.ts';
import { INDONESIAN } from './messages-id.ts';
import type { TemplateData } from '../db/column-types.ts';
import { BURST_WINDOW_MS, getAudience } from './rules.ts';
import type { DigestGroup } from './send-queries.ts';

/** 'Daily summary' in the catalogue. */
export const DAILY_SUMMARY = 1007;
/** 'Platform announcements': merchants cannot switch them off. */
const ANNOUNCEMENT = 1010;

/** A file of the event, downloaded by a signed link. */
export interface EmailFile {
  url: string;
  expires_at: Date;
}

/** Context of every email in addition to its event. */
export interface EmailContext {
  language: Language;
  public_url: string;
  brand_name: string;
  /** The notification preference as its screen names it; null for a digest, which combines several. */
  preference: { group_name: string | null; label: string; is_security: boolean } | null;
  /** The merchant entered the recipient's address for this alert; the recipient's role does not matter. */
  is_named_recipient: boolean;
  /** The file that the event made; null for most. */
  file: EmailFile | null;
}

export interface NotificationContent {
  action: number;
  object_type: string;
  object_id: string | null;
  template_data: TemplateData;
  at: string;
}

function getActionMessages(action: number, language: Language): ActionMessages {
  const messages = (language === 'id' ? INDONESIAN : ENGLISH)[action];
  if (messages === undefined) throw new Error(`Action ${action} has no messages`);
  return messages;
}

const LINK_LABEL = { en: 'Open in Dasbor', id: 'Buka di Dasbor' };

/** The email about one event. */
export function buildSingleEmail(notification: NotificationContent, context: EmailContext): EmailContent {
  const { language, public_url, brand_name } = context;
  const { action, template_data, object_type, object_id } = notification;
  const url = new URL(buildObjectPath(object_type, object_id), public_url).href;
  const is_outside = object_type === BENEFICIARY_OBJECT_TYPE;
  const link = is_outside ? null : { label: LINK_LABEL[language], url };
  const footer = is_outside ? buildBeneficiaryFooter(brand_name) : buildFooter(context, action);
  if (action === DAILY_SUMMARY) return buildDailySummaryEmail(template_data, { language, link, footer, brand_name });
  const messages = getActionMessages(action, language);
  const subject = messages.subject({ ...template_data, brand_name });
  const rows = buildDetailRows(template_data, language);
  const tables = [
    ...(rows.length === 0 ? [] : [{ title: null, head: null, rows }]),
    ...(context.file === null ? [] : [buildFileTable(context.file, language)]),
  ];
  const body = messages.body(template_data);
  const paragraphs = action === ANNOUNCEMENT ? body.split(/\n+/) : [body];
  return { language, subject, heading: subject, paragraphs, tables, link, footer };
}

const FILE_LINK = {
  en: { label: 'Download result file', until: (at: string) => `Valid until ${at}` },
  id: { label: 'Unduh berkas hasil', until: (at: string) => `Berlaku sampai ${at}` },
};

const buildFileTable = ({ url, expires_at }: EmailFile, language: Language): EmailTable => {
  const { label, until } = FILE_LINK[language];
  return {
    title: null,
    head: null,
    rows: [[label, until(formatInstant(expires_at.toISOString(), language))]],
    urls: [url],
  };
};

const DIGEST = {
  en: {
    subject: (count: number, sum: number) =>
      `${formatCount(count, 'en')} ${count === 1 ? 'notification' : 'notifications'}${sum > 0 ? `: ${formatRupiah(sum)} received` : ''}`,
    intro: (minutes: number) =>
      `Many events occurred within ${minutes} minutes, so this email combines them. Every event is included.`,
    head: ['Event', 'Count', 'Amount'],
    newest: 'Most recent',
  },
  id: {
    subject: (count: number, sum: number) =>
      `${formatCount(count, 'id')} notifikasi${sum > 0 ? `: ${formatRupiah(sum)} diterima` : ''}`,
    intro: (minutes: number) =>
      `Banyak peristiwa terjadi dalam ${minutes} menit, sehingga digabungkan dalam email ini. Semua peristiwa tercantum.`,
    head: ['Peristiwa', 'Jumlah', 'Nominal'],
    newest: 'Terbaru',
  },
} as const;

/** The digest of a burst: counts and amounts by action, the most recent events, and links to the lists with all of them. */
export function buildDigestEmail(
  groups: DigestGroup[],
  newest: NotificationContent[],
  context: EmailContext,
): EmailContent {
  const { language, public_url } = context;
  const messages = DIGEST[language];
  const count = groups.reduce((total, group) => total + group.count, 0);
  const paid = groups.filter(({ action }) => action > 1100 && action < 1110);
  const sum = paid.reduce((total, { amount }) => total + (amount ?? 0), 0);
  const [largest] = groups.toSorted((a, b) => b.count - a.count);
  const subject = messages.subject(count, sum);
  const rows = groups.map(({ action, count: events, amount }) => [
    getActionMessages(action, language).digest_label,
    formatCount(events, language),
    amount === null ? '–' : formatRupiah(amount),
  ]);
  const urls = groups.map((group) => new URL(buildListPath(group), public_url).href);
  return {
    language,
    subject,
    heading: subject,
    paragraphs: [messages.intro(BURST_WINDOW_MS / 60_000)],
    tables: [
      { title: null, head: [...messages.head], rows, urls },
      {
        title: messages.newest,
        head: null,
        rows: newest.map(({ action, template_data, at }) => [
          formatInstant(at, language),
          getActionMessages(action, language).subject(template_data),
        ]),
      },
    ],
    link: {
      label: LINK_LABEL[language],
      url: new URL(largest === undefined ? '/transaction' : buildListPath(largest), public_url).href,
    },
    footer: buildFooter(context, groups[0]?.action ?? 1101),
  };
}

/** Why the recipient receives the email, and where that is changed. */
function buildFooter(context: EmailContext, action: number): string[] {
  const { language, public_url, brand_name, preference, is_named_recipient } = context;
  const settings_url = new URL('/manage-notifications', public_url).href;
  if (preference?.is_security === true) {
    return language === 'id'
      ? [`Ini adalah email keamanan untuk akun Anda di ${brand_name}. Email keamanan tidak dapat dinonaktifkan.`]
      : [`This is a security email about your account at ${brand_name}. Security emails cannot be disabled.`];
  }
  if (is_named_recipient) {
    const alert_url = new URL('/deposit-va', public_url).href;
    return language === 'id'
      ? [
          `Anda menerima email ini karena ${brand_name} menambahkan alamat Anda sebagai penerima peringatan ini.`,
          `Ubah penerima dan ambang batas di ${alert_url}`,
        ]
      : [
          `You are receiving this email because ${brand_name} added your address as a recipient of this alert.`,
          `Change recipients and threshold at ${alert_url}`,
        ];
  }
  if (action === ANNOUNCEMENT) {
    return language === 'id'
      ? [`Anda menerima email ini karena penyedia pembayaran ${brand_name} mengumumkan hal ini kepada para merchant.`]
      : [`You are receiving this email because the payment provider of ${brand_name} announced this to its merchants.`];
  }
  const audience = getAudience(action);
  const group = typeof audience === 'object' ? audience.group : null;
  const name = preference === null ? '' : formatPreference(preference);
  return language === 'id'
    ? [
        `Anda menerima email ini karena peran Anda di ${brand_name} memiliki akses ke ${group === null ? 'akun ini' : accessGroupLabel(group, 'id')}${name === '' ? '' : ` dan notifikasi ${name} aktif`}.`,
        `Superadmin dapat mengubah notifikasi di ${settings_url}`,
      ]
    : [
        `You are receiving this email because your role at ${brand_name} has access to ${group === null ? 'this account' : accessGroupLabel(group, 'en')}${name === '' ? '' : ` and the notification ${name} is on`}.`,
        `A superadmin can change notifications at ${settings_url}`,
      ];
}

const formatPreference = ({ group_name, label }: NonNullable<EmailContext['preference']>): string =>
  group_name === null ? `'${label}'` : `'${group_name}: ${label}'`;
