/** A mail before it is drawn, and the two ways to draw it: as text, and as HTML that any mail program shows. */
import type { Mail } from './mailer.ts';
import type { Language } from '../notification-email/rules.ts';

export interface EmailContent {
  locale: Language;
  subject: string;
  heading: string;
  /** Paragraphs under the heading. */
  opening: string[];
  tables: EmailTable[];
  /** Where it leads; its words say what is found there. */
  link: { words: string; url: string };
  /** Why one receives it, and where that is changed. */
  footer: string[];
}

export interface EmailTable {
  title: string | null;
  /** Names of the columns; null for a list of names and values. */
  head: string[] | null;
  rows: string[][];
  /** Where the row of the same place leads; absent, when none leads anywhere. */
  urls?: string[];
}

/** One line, whatever somebody typed into what is quoted in it: no header can be smuggled in. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();
const SUBJECT_MOST = 150;

/** Subject, text and HTML. */
export function renderEmail(letter: EmailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const subject = [...oneLine(letter.subject)];
  return {
    subject: subject.length > SUBJECT_MOST ? `${subject.slice(0, SUBJECT_MOST - 1).join('')}…` : subject.join(''),
    text: textOf(letter),
    html: htmlOf(letter),
  };
}

function textOf({ heading, opening, tables, link, footer }: EmailContent): string {
  const blocks = [
    oneLine(heading),
    ...opening.map(oneLine),
    ...tables.map(({ title, rows, urls = [] }) => {
      const lines = rows.flatMap((row, place) => [lineOf(row), ...(urls[place] === undefined ? [] : [urls[place]])]);
      return [...(title === null ? [] : [oneLine(title)]), ...lines].join('\n');
    }),
    `${link.words}:\n${link.url}`,
    ['--', ...footer.map(oneLine)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** `QRIS: 120 · Rp 1.200.000`; the heads of columns say nothing that a line does not. */
const lineOf = ([name = '', ...values]: string[]): string =>
  `${oneLine(name)}: ${values
    .filter((value) => value !== '')
    .map(oneLine)
    .join(' · ')}`;

/**
 * Tables and inline styles only, for that is what every mail program understands. It names no colour for text or page,
 * so that a program which shows mails dark needs to change none: lines and the button are readable on both.
 */
function htmlOf({ locale, subject, heading, opening, tables, link, footer }: EmailContent): string {
  const url = escaped(link.url);
  const body = [
    `<h1 style="font-size:20px;line-height:28px;margin:0 0 12px;font-weight:700">${escaped(heading)}</h1>`,
    ...opening.map((paragraph) => `<p style="margin:0 0 12px">${escaped(paragraph)}</p>`),
    ...tables.map(tableOf),
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px"><tr>',
    '<td style="border-radius:8px;background-color:#2f55c4" bgcolor="#2f55c4">',
    `<a href="${url}" style="display:inline-block;padding:11px 22px;color:#ffffff;font-weight:600;`,
    `text-decoration:none;border-radius:8px">${escaped(link.words)}</a></td></tr></table>`,
    `<p style="margin:0;font-size:12px;line-height:18px;word-break:break-all">${url}</p>`,
  ].join('');
  const last = footer.map((line) => `<p style="margin:0 0 4px">${escaped(line)}</p>`).join('');
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(oneLine(subject))}</title></head>`,
    '<body style="margin:0;padding:0">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>',
    '<td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" ',
    'style="width:100%;max-width:560px;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:22px">',
    '<tr><td style="padding:0 8px 16px;border-bottom:3px solid #5d87ff;font-size:14px;font-weight:700">Dasbor</td></tr>',
    `<tr><td style="padding:24px 8px">${body}</td></tr>`,
    '<tr><td style="padding:16px 8px 0;border-top:1px solid #9aa3b2;font-size:12px;line-height:18px">',
    `${last}</td></tr></table></td></tr></table></body></html>`,
  ].join('');
}

const CELL = 'padding:7px 0;border-bottom:1px solid #9aa3b2;vertical-align:top;';

function tableOf({ title, head, rows, urls = [] }: EmailTable): string {
  const caption =
    title === null ? '' : `<p style="margin:20px 0 4px;font-size:14px;font-weight:700">${escaped(title)}</p>`;
  const first =
    head === null ? '' : `<tr>${head.map((cell, place) => cellOf('th', escaped(cell), place, true)).join('')}</tr>`;
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, place) => {
      const text = place === 0 && urls[at] !== undefined ? linkTo(urls[at], cell) : escaped(cell);
      return cellOf('td', text, place, head !== null);
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return [
    `${caption}<table width="100%" cellpadding="0" cellspacing="0" border="0" `,
    'style="border-collapse:collapse;margin:4px 0 16px;font-size:14px;line-height:20px">',
    `${first}${lines.join('')}</table>`,
  ].join('');
}

/** The first column names; further ones are figures, at the right, where a head says what they are. */
function cellOf(tag: 'th' | 'td', html: string, place: number, has_head: boolean): string {
  const side = place === 0 || !has_head ? 'left' : 'right';
  const weight = tag === 'th' || (place > 0 && !has_head) ? 'font-weight:600;' : 'font-weight:400;';
  const space = place === 0 ? 'padding-right:16px;' : has_head ? 'padding-left:12px;' : '';
  const width = place === 0 && !has_head ? ' width="38%"' : '';
  const wrap = place === 0 || !has_head ? 'overflow-wrap:anywhere' : 'white-space:nowrap';
  return `<${tag} align="${side}"${width} style="${CELL}${space}text-align:${side};${weight}${wrap}">${html}</${tag}>`;
}

const linkTo = (url: string, text: string): string =>
  `<a href="${escaped(url)}" style="color:inherit;text-decoration:underline">${escaped(text)}</a>`;

/** An amount stays in one line. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll(/Rp (?=\d)/g, 'Rp&nbsp;');
