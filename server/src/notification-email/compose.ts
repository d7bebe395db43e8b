/** The mails themselves: of one event, and of many at once. */
import { BURST_WINDOW_MS, type Facts, type Language, getAudience } from './rules.ts';
import { buildDailySummaryEmail } from './daily-summary-email.ts';
import type { EmailContent } from '../mail/template.ts';
import type { DigestGroup } from './send-queries.ts';
import { getListPath, getObjectPath } from './links.ts';
import { countText, factRows, rupiahText, timeText } from './format.ts';
import { type ActionMessages, ENGLISH } from './messages-en.ts';
import { INDONESIAN } from './messages-id.ts';

/** 'Daily summary' in the catalogue. */
export const DAILY_SUMMARY = 1007;

/** What every mail is made for. */
export interface EmailContext {
  locale: Language;
  public_url: string;
  brand_name: string;
  /** What the screen of preferences calls it; null for a digest, which is of several. */
  switched_by: { group_name: string | null; label: string; is_security: boolean } | null;
  /** The recipient was named by the merchant, and is not told because of a role. */
  is_named: boolean;
}

export interface NotificationContent {
  action: number;
  object_type: string;
  object_id: string | null;
  facts: Facts;
  at: string;
}

const getActionMessages = (action: number, locale: Language): ActionMessages => {
  const words = (locale === 'id' ? INDONESIAN : ENGLISH)[action];
  if (words === undefined) throw new Error(`There are no words for action ${action}`);
  return words;
};

const LINK_LABEL = { en: 'Open in Dasbor', id: 'Buka di Dasbor' };

/** The mail about one event. */
export function buildSingleEmail(notice: NotificationContent, envelope: EmailContext): EmailContent {
  const { locale, public_url } = envelope;
  const { action, facts, object_type, object_id } = notice;
  const url = new URL(getObjectPath(object_type, object_id), public_url).href;
  const link = { words: LINK_LABEL[locale], url };
  const footer = buildFooter(envelope, action);
  if (action === DAILY_SUMMARY)
    return buildDailySummaryEmail(facts, { locale, link, footer, brand_name: envelope.brand_name });
  const words = getActionMessages(action, locale);
  const subject = words.subject({ ...facts, brand_name: envelope.brand_name });
  const rows = factRows(facts, locale);
  const tables = rows.length === 0 ? [] : [{ title: null, head: null, rows }];
  return { locale, subject, heading: subject, opening: [words.opening(facts)], tables, link, footer };
}

const DIGEST = {
  en: {
    subject: (count: number, sum: number) =>
      `${countText(count, 'en')} ${count === 1 ? 'notification' : 'notifications'}${sum > 0 ? `, ${rupiahText(sum)} paid` : ''}`,
    opening: (minutes: number) =>
      `So much happened at once that it is told in one mail, of about ${minutes} minutes. Nothing is left out.`,
    head: ['What', 'How many', 'Amount'],
    newest: 'The newest',
  },
  id: {
    subject: (count: number, sum: number) =>
      `${countText(count, 'id')} pemberitahuan${sum > 0 ? `, ${rupiahText(sum)} dibayar` : ''}`,
    opening: (minutes: number) =>
      `Begitu banyak yang terjadi sekaligus sehingga dirangkum dalam satu email, untuk sekitar ${minutes} menit. Tidak ada yang terlewat.`,
    head: ['Apa', 'Berapa', 'Jumlah'],
    newest: 'Yang terbaru',
  },
} as const;

/** One mail for what came in a burst: counts and sums by kind, the newest few, and the lists that hold them all. */
export function buildDigestEmail(
  groups: DigestGroup[],
  newest: NotificationContent[],
  envelope: EmailContext,
): EmailContent {
  const { locale, public_url } = envelope;
  const words = DIGEST[locale];
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const paid = groups.filter(({ action }) => action > 1100 && action < 1110);
  const sum = paid.reduce((total, { amount }) => total + (amount ?? 0), 0);
  const [greatest] = groups.toSorted((a, b) => b.count - a.count);
  const subject = words.subject(count, sum);
  const rows = groups.map(({ action, count: each, amount }) => [
    getActionMessages(action, locale).many,
    countText(each, locale),
    amount === null ? '–' : rupiahText(amount),
  ]);
  const urls = groups.map((group) => new URL(getListPath(group), public_url).href);
  return {
    locale,
    subject,
    heading: subject,
    opening: [words.opening(BURST_WINDOW_MS / 60_000)],
    tables: [
      { title: null, head: [...words.head], rows, urls },
      {
        title: words.newest,
        head: null,
        rows: newest.map(({ action, facts, at }) => [
          timeText(at, locale),
          getActionMessages(action, locale).subject(facts),
        ]),
      },
    ],
    link: {
      words: LINK_LABEL[locale],
      url: new URL(greatest === undefined ? '/transaction' : getListPath(greatest), public_url).href,
    },
    footer: buildFooter(envelope, groups[0]?.action ?? 1101),
  };
}

/** Why one receives it and where that is changed; security mails cannot be switched off. */
function buildFooter(
  { locale, public_url, brand_name, switched_by, is_named }: EmailContext,
  action: number,
): string[] {
  const screen = new URL('/manage-notifications', public_url).href;
  if (switched_by?.is_security === true) {
    return locale === 'id'
      ? [`Email keamanan untuk akun Anda di ${brand_name}. Email ini tidak dapat dimatikan.`]
      : [`A security email about your account at ${brand_name}. It cannot be switched off.`];
  }
  const name = formatPreference(switched_by);
  if (is_named) {
    return locale === 'id'
      ? [
          `Anda menerima email ini karena ${brand_name} menyebut alamat Anda sebagai penerima peringatan ini.`,
          `Penerima dan jumlahnya diubah di ${new URL('/deposit-va', public_url).href}`,
        ]
      : [
          `You receive this because ${brand_name} named your address as a recipient of this alert.`,
          `Recipients and amount are changed at ${new URL('/deposit-va', public_url).href}`,
        ];
  }
  const audience = getAudience(action);
  const group = typeof audience === 'object' ? audience.group : '';
  return locale === 'id'
    ? [
        `Anda menerima email ini karena peran Anda di ${brand_name} mencakup ${group}${name === '' ? '' : `, dan ${name} dinyalakan`}.`,
        `Superadmin usaha Anda mengaturnya di ${screen}`,
      ]
    : [
        `You receive this because your role at ${brand_name} includes ${group}${name === '' ? '' : `, and ${name} is switched on`}.`,
        `Your superadmin chooses these emails at ${screen}`,
      ];
}

const formatPreference = (switched_by: EmailContext['switched_by']): string => {
  if (switched_by === null) return '';
  const { group_name, label } = switched_by;
  return group_name === null ? `'${label}'` : `'${group_name}: ${label}'`;
};
