/** Where reports arrive: a real OpenSSH server, and a real SMTP server that can be in trouble. Both keep what they got. */
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
  /** Of the attached file, hexadecimal. */
  sha256: string;
}

export interface Receivers {
  openssh: Openssh;
  smtp_url: string;
  mails: ReceivedMail[];
  /** Mails whose connection was dropped after the server had them, before it said so. */
  dropped: () => number;
  /** Decides what happens to the next mail; 'take' unless said. */
  smtp_behaviour: { next: () => 'take' | 'greylist' | 'drop_unkept' | 'drop_kept' };
  /** Takes the files off the SFTP server: SHA-256 by name. */
  takeFiles: () => Record<string, string>;
  stop: () => Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const openssh = await startOpenssh();
  const mails: ReceivedMail[] = [];
  const trouble: Receivers['smtp_behaviour'] = { next: () => 'take' };
  let dropped = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, session, done) => {
      const fate = trouble.next();
      fates.set(session.id, fate);
      done(fate === 'greylist' ? Object.assign(new Error('greylisted'), { responseCode: 450 }) : undefined);
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => void take(Buffer.concat(pieces), session.id, done));
    },
  });
  const fates = new Map<string, ReturnType<Receivers['smtp_behaviour']['next']>>();
  const take = async (raw: Buffer, session_id: string, done: () => void): Promise<void> => {
    const fate = fates.get(session_id) ?? 'take';
    if (fate !== 'drop_unkept') mails.push(await readMail(raw));
    if (fate === 'take') return done();
    if (fate === 'drop_kept') dropped += 1;
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
    smtp_behaviour: trouble,
    takeFiles: () => takeFiles(openssh.home),
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

function takeFiles(home: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(home)) {
    const file = path.join(home, name);
    if (!fs.statSync(file).isFile() || /^\.(bash|profile|cloud)/.test(name)) continue;
    found[name] = computeSha256(fs.readFileSync(file));
    fs.rmSync(file);
  }
  return found;
}
