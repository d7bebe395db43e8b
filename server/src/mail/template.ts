/** The layout of every email: content without markup in, subject, plain text and HTML out. */
import type { Language } from '@dasbor/contract/language';
import type { Mail } from './mailer.ts';

export interface EmailContent {
  language: Language;
  /** The brand in the header; the product's own when absent. */
  sender?: EmailSender;
  subject: string;
  heading: string;
  /** Paragraphs under the heading. */
  paragraphs: string[];
  tables: EmailTable[];
  /** Numbered steps below the tables. */
  lists?: EmailList[];
  /** The button, with its address below; null for an email without one. */
  link: { label: string; url: string } | null;
  /** Why the recipient receives the email, and where that is changed. */
  footer: string[];
}

export interface EmailSender {
  name: string;
  /** Colour of the line and the button, legible under white text; null: the product's own. */
  color: string | null;
  /** Absolute address; null: the name only. */
  logo_url: string | null;
}

export interface EmailList {
  title: string;
  steps: readonly string[];
}

export interface EmailTable {
  title: string | null;
  /** Names of the columns; null for a list of names and values. */
  head: string[] | null;
  rows: string[][];
  /** The link of each row, by its index. */
  urls?: string[];
}

const SENDER: EmailSender = { name: 'Dasbor', color: null, logo_url: null };
const LINE_COLOR = '#5d87ff';
const BUTTON_COLOR = '#2f55c4';
const SUBJECT_MAX = 150;

/** Replaces control characters, so that quoted input can neither add a header nor a line. */
const toOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** Renders subject, plain text and HTML. All content is escaped. */
export function renderEmail(content: EmailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const subject = [...toOneLine(content.subject)];
  return {
    subject: subject.length > SUBJECT_MAX ? `${subject.slice(0, SUBJECT_MAX - 1).join('')}…` : subject.join(''),
    text: renderText(content),
    html: renderHtml(content),
  };
}

function renderText({ heading, paragraphs, tables, lists = [], link, footer }: EmailContent): string {
  const blocks = [
    toOneLine(heading),
    ...paragraphs.map(toOneLine),
    ...tables.map(({ title, rows, urls = [] }) => {
      const lines = rows.flatMap((row, index) => [formatRow(row), ...(urls[index] === undefined ? [] : [urls[index]])]);
      return [...(title === null ? [] : [toOneLine(title)]), ...lines].join('\n');
    }),
    ...lists.map(({ title, steps }) =>
      [toOneLine(title), ...steps.map((step, index) => `  ${index + 1}. ${toOneLine(step)}`)].join('\n'),
    ),
    ...(link === null ? [] : [`${link.label}:\n${link.url}`]),
    ['--', ...footer.map(toOneLine)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** `QRIS: 120 · Rp 1.200.000`. */
const formatRow = ([name = '', ...values]: string[]): string =>
  `${toOneLine(name)}: ${values
    .filter((value) => value !== '')
    .map(toOneLine)
    .join(' · ')}`;

/**
 * Tables and inline styles only, which every email client supports. Text and background keep the client's colours, so
 * that dark mode needs no overrides; lines and the button are readable on both.
 */
function renderHtml(content: EmailContent): string {
  const { language, sender = SENDER, subject, heading, paragraphs, tables, lists = [], link, footer } = content;
  const body = [
    `<h1 style="font-size:20px;line-height:28px;margin:0 0 12px;font-weight:700">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`),
    ...tables.map(renderTable),
    ...lists.map(renderList),
    link === null ? '' : renderButton(link, sender.color ?? BUTTON_COLOR),
  ].join('');
  const last = footer.map((line) => `<p style="margin:0 0 4px">${escapeHtml(line)}</p>`).join('');
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(toOneLine(subject))}</title></head>`,
    '<body style="margin:0;padding:0">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>',
    '<td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" ',
    'style="width:100%;max-width:560px;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:22px">',
    `<tr><td style="padding:0 8px 16px;border-bottom:3px solid ${escapeHtml(sender.color ?? LINE_COLOR)};`,
    `font-size:14px;font-weight:700">${renderSender(sender)}</td></tr>`,
    `<tr><td style="padding:24px 8px">${body}</td></tr>`,
    '<tr><td style="padding:16px 8px 0;border-top:1px solid #9aa3b2;font-size:12px;line-height:18px">',
    `${last}</td></tr></table></td></tr></table></body></html>`,
  ].join('');
}

/** The name stays next to the logo, because many clients load images only on request. */
function renderSender({ name, logo_url }: EmailSender): string {
  const text = escapeHtml(toOneLine(name));
  if (logo_url === null) return text;
  const style = 'vertical-align:middle;margin-right:10px;border:0;border-radius:4px';
  return `<img src="${escapeHtml(logo_url)}" alt="" height="32" style="${style}">${text}`;
}

/** The address is repeated as text for clients that remove links. */
function renderButton({ label, url }: { label: string; url: string }, color: string): string {
  const href = escapeHtml(url);
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 12px"><tr>',
    `<td style="border-radius:8px;background-color:${escapeHtml(color)}" bgcolor="${escapeHtml(color)}">`,
    `<a href="${href}" style="display:inline-block;padding:11px 22px;color:#ffffff;font-weight:600;`,
    `text-decoration:none;border-radius:8px">${escapeHtml(label)}</a></td></tr></table>`,
    `<p style="margin:0;font-size:12px;line-height:18px;word-break:break-all">${href}</p>`,
  ].join('');
}

const renderList = ({ title, steps }: EmailList): string =>
  [
    `<p style="margin:20px 0 4px;font-size:14px;font-weight:700">${escapeHtml(title)}</p>`,
    '<ol style="margin:0 0 12px;padding-left:24px;font-size:14px;line-height:20px">',
    ...steps.map((step) => `<li style="margin:0 0 4px">${escapeHtml(step)}</li>`),
    '</ol>',
  ].join('');

const CELL = 'padding:7px 0;border-bottom:1px solid #9aa3b2;vertical-align:top;';

function renderTable({ title, head, rows, urls = [] }: EmailTable): string {
  const caption =
    title === null ? '' : `<p style="margin:20px 0 4px;font-size:14px;font-weight:700">${escapeHtml(title)}</p>`;
  const header =
    head === null
      ? ''
      : `<tr>${head.map((cell, column) => renderCell('th', escapeHtml(cell), column, true)).join('')}</tr>`;
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) => {
      const html = column === 0 && urls[index] !== undefined ? renderLink(urls[index], cell) : escapeHtml(cell);
      return renderCell('td', html, column, head !== null);
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return [
    `${caption}<table width="100%" cellpadding="0" cellspacing="0" border="0" `,
    'style="border-collapse:collapse;margin:4px 0 16px;font-size:14px;line-height:20px">',
    `${header}${lines.join('')}</table>`,
  ].join('');
}

/** The first column holds names; the others hold figures, aligned right where the table has a header. */
function renderCell(tag: 'th' | 'td', html: string, column: number, has_head: boolean): string {
  const side = column === 0 || !has_head ? 'left' : 'right';
  const weight = tag === 'th' || (column > 0 && !has_head) ? 'font-weight:600;' : 'font-weight:400;';
  const space = column === 0 ? 'padding-right:16px;' : has_head ? 'padding-left:12px;' : '';
  const width = column === 0 && !has_head ? ' width="38%"' : '';
  const wrap = column === 0 || !has_head ? 'overflow-wrap:anywhere' : 'white-space:nowrap';
  return `<${tag} align="${side}"${width} style="${CELL}${space}text-align:${side};${weight}${wrap}">${html}</${tag}>`;
}

const renderLink = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}" style="color:inherit;text-decoration:underline">${escapeHtml(text)}</a>`;

/** Escapes HTML and keeps an amount on one line. */
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`).replaceAll(/Rp (?=\d)/g, 'Rp&nbsp;');
