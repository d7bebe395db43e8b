/** Recipients of reports: an OpenSSH server, and an SMTP server that simulates failures. Both store what they receive. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type Openssh, startOpenssh } from '../../server/test/openssh.ts';

export interface ReceivedMail {
  message_id: string;
  to: string;
  /** Hex digest of the attachment. */
  sha256: string;
}

export interface Receivers {
  openssh: Openssh;
  smtp_url: string;
  mails: ReceivedMail[];
  /** Mails that the server stored but did not acknowledge because the connection was dropped. */
  dropped: () => number;
  /** Decides how the server handles the next mail; 'take' by default. */
  smtp_behaviour: { next: () => 'take' | 'greylist' | 'drop_unkept' | 'drop_kept' };
  /** Removes the files from the SFTP server and returns their SHA-256 by name. */
  drainFiles: () => Record<string, string>;
  stop: () => Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const openssh = await startOpenssh();
  const mails: ReceivedMail[] = [];
  const smtp_behaviour: Receivers['smtp_behaviour'] = { next: () => 'take' };
  let dropped = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, session, done) => {
      const behaviour = smtp_behaviour.next();
      behaviours.set(session.id, behaviour);
      done(behaviour === 'greylist' ? Object.assign(new Error('greylisted'), { responseCode: 450 }) : undefined);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void take(Buffer.concat(chunks), session.id, done));
    },
  });
  const behaviours = new Map<string, ReturnType<Receivers['smtp_behaviour']['next']>>();
  const take = async (raw: Buffer, session_id: string, done: () => void): Promise<void> => {
    const behaviour = behaviours.get(session_id) ?? 'take';
    if (behaviour !== 'drop_unkept') mails.push(await readMail(raw));
    if (behaviour === 'take') return done();
    if (behaviour === 'drop_kept') dropped += 1;
    for (const connection of smtp.connections) if (connection.session.id === session_id) connection.close();
  };
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', () => resolve());
  });
  return {
    openssh,
    smtp_url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    dropped: () => dropped,
    smtp_behaviour,
    drainFiles: () => drainFiles(openssh.home),
    stop: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await openssh.remove();
    },
  };
}

const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function readMail(raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const content = mail.attachments[0]?.content;
  return {
    message_id: mail.messageId ?? '',
    to: mail.to?.[0]?.address ?? '',
    sha256: content instanceof ArrayBuffer ? computeSha256(new Uint8Array(content)) : '',
  };
}

/** Reads and removes the delivered files; returns their SHA-256 by name. */
function drainFiles(home: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(home)) {
    const file = path.join(home, name);
    if (!fs.statSync(file).isFile() || /^\.(bash|profile|cloud)/.test(name)) continue;
    found[name] = computeSha256(fs.readFileSync(file));
    fs.rmSync(file);
  }
  return found;
}
