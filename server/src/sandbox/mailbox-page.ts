/** HTML pages of the sandbox mailbox. Everything from an email is escaped; no scripts run. */
import type { Email } from 'postal-mime';

const STYLE = `
:root { color-scheme: light dark; --line: #dfe5ef; --soft: #5c636b; --accent: #2f55c4; --card: #fff; --back: #f5f7fb; --text: #1c2536; }
@media (prefers-color-scheme: dark) {
  :root { --line: #333f55; --soft: #a9b4c6; --accent: #9db5ff; --card: #1f2837; --back: #151b26; --text: #e8ecf4; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 'Plus Jakarta Sans', system-ui, sans-serif; }
main { max-width: 820px; margin: 0 auto; padding: 32px 16px 64px; }
header { display: flex; align-items: baseline; justify-content: space-between; gap: 16px; flex-wrap: wrap; margin-bottom: 16px; }
h1 { font-size: 22px; margin: 0; overflow-wrap: anywhere; }
p.note { color: var(--soft); margin: 0; }
a { color: var(--accent); }
ul.mails, section.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0; margin: 0; list-style: none; overflow: hidden; }
ul.mails li + li { border-top: 1px solid var(--line); }
ul.mails a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 18px; text-decoration: none; color: inherit; }
ul.mails a:hover, ul.mails a:focus-visible { background: var(--back); }
ul.mails .subject { font-weight: 600; overflow-wrap: anywhere; }
ul.mails .to, ul.mails time { color: var(--soft); font-size: 13px; }
section.card { padding: 18px; margin-bottom: 16px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
dd ul { margin: 0; padding: 0; list-style: none; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; }
iframe { width: 100%; height: 480px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
section.code { display: flex; justify-content: space-between; align-items: center; gap: 16px; flex-wrap: wrap; }
section.code output { font-size: 26px; font-weight: 600; letter-spacing: 0.08em; font-variant-numeric: tabular-nums; }
.empty { text-align: center; padding: 48px 16px; color: var(--soft); }
`;

export interface MailboxEntry {
  name: string;
  email: Email;
}

/** Channel of a message. Text messages are stored as emails with this header. */
export type Channel = 'email' | 'sms';
const CHANNEL_HEADER = 'x-channel';

export const getChannel = (email: Email): Channel =>
  email.headers.some(({ key, value }) => key.toLowerCase() === CHANNEL_HEADER && value.trim() === 'sms')
    ? 'sms'
    : 'email';

/** A one-time code of an authenticator app that is valid now. */
export interface OneTimeCode {
  to: string;
  code: string;
  valid_from: Date;
  valid_until: Date;
}

/** All messages, newest first, below the one-time codes that are valid now. */
export function buildListPage(mails: MailboxEntry[], codes: OneTimeCode[], nonce: string): string {
  const rows = mails.map(
    ({ name, email }) => `<li><a href="/mails/${name}">
      <span class="subject">${escape(email.subject ?? '(no subject)')}</span>
      <time datetime="${escape(email.date ?? '')}">${escape(formatTime(email))}</time>
      <span class="to">${getChannel(email) === 'sms' ? 'SMS ' : ''}to ${escape(formatRecipients(email))}</span></a></li>`,
  );
  const body =
    rows.length === 0
      ? '<section class="card empty">No messages yet. Emails and text messages of the sandbox appear here.</section>'
      : `<ul class="mails">${rows.join('\n')}</ul>`;
  const count = `${mails.length} ${mails.length === 1 ? 'message' : 'messages'}`;
  return page(
    'Inbox',
    nonce,
    `<header><h1>Sandbox inbox</h1><p class="note">${count}. They never leave this machine. <a href="/">Refresh</a></p></header>${codes.map(buildCode).join('')}${body}`,
  );
}

const buildCode = ({ to, code, valid_until }: OneTimeCode): string =>
  `<section class="card code"><div><strong>One-time code</strong><p class="note">Authenticator app of ${escape(to)}</p></div>
    <div><output>${escape(`${code.slice(0, 3)} ${code.slice(3)}`)}</output><p class="note">until ${escape(CODE_TIME.format(valid_until))} WIB</p></div></section>`;

const CODE_TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', timeStyle: 'medium' });

/** One email: headers, text, HTML in a sandboxed frame, and attachments. */
export function buildMailPage({ name, email }: MailboxEntry, nonce: string): string {
  const attachments = email.attachments.map(
    (each, index) =>
      `<li><a href="/mails/${name}/attachments/${index}" download>${escape(each.filename ?? `attachment ${index + 1}`)}</a></li>`,
  );
  const html =
    email.html === undefined
      ? ''
      : `<section><iframe sandbox title="HTML of the email" src="/mails/${name}/html"></iframe></section>`;
  return page(
    email.subject ?? 'Email',
    nonce,
    `<p><a href="/">← All messages</a></p>
    <header><h1>${escape(email.subject ?? '(no subject)')}</h1></header>
    <section class="card"><dl>
      <dt>From</dt><dd>${escape(email.from?.address ?? '')}</dd>
      <dt>To</dt><dd>${escape(formatRecipients(email))}</dd>
      <dt>Sent</dt><dd>${escape(formatTime(email))}</dd>
      <dt>Message-ID</dt><dd>${escape(email.messageId ?? '')}</dd>
      ${attachments.length === 0 ? '' : `<dt>Attachments</dt><dd><ul>${attachments.join('')}</ul></dd>`}
    </dl></section>
    ${email.text === undefined ? '' : `<section class="card"><pre>${addLinks(escape(email.text.trimEnd()))}</pre></section>`}
    ${html}
    <p class="note"><a href="/mails/${name}.eml" download>Download message (.eml)</a></p>`,
  );
}

export const buildNotFoundPage = (nonce: string): string =>
  page('Not found', nonce, '<h1>Email not found</h1><p><a href="/">← All messages</a></p>');

function page(title: string, nonce: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Dasbor sandbox</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
}

/** Addresses; numbers of text messages are stored as addresses at `sms.invalid`. */
export const formatRecipients = (email: Email): string =>
  (email.to ?? []).map((each) => (each.address ?? '').replace(/@sms\.invalid$/, '')).join(', ');

const WIB = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', dateStyle: 'medium', timeStyle: 'short' });
function formatTime(email: Email): string {
  const at = new Date(email.date ?? '');
  return Number.isNaN(at.getTime()) ? 'unknown time' : `${WIB.format(at)} WIB`;
}

/** Makes links in plain text clickable. */
const addLinks = (escaped: string): string =>
  escaped.replaceAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g, '<a href="$&" rel="noreferrer">$&</a>');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
