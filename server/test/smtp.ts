/** A real SMTP server for tests, which accepts emails or simulates a failure. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from './free-port.ts';

/** `refuse`: permanent rejection. `greylist`: temporary rejection. `drop`: closes the connection after accepting the email. */
export type SmtpFailure = 'refuse' | 'greylist' | 'drop' | null;

export interface Smtp {
  url: string;
  /** Completely received emails, oldest first. */
  mails: Buffer[];
  read: () => Promise<Email[]>;
  /** Sets the failure of the following emails. */
  setFailure: (setFailure: SmtpFailure) => void;
  /** Stops listening until `start`. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

const REFUSALS = {
  refuse: { responseCode: 550, message: 'no such mailbox' },
  greylist: { responseCode: 450, message: 'greylisted, try again later' },
};

export async function startSmtp(): Promise<Smtp> {
  const mails: Buffer[] = [];
  let now: SmtpFailure = null;
  const port = await findFreePort();
  let server: SMTPServer;
  const start = async (): Promise<void> => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, done) => {
        const refusal = now === 'refuse' || now === 'greylist' ? REFUSALS[now] : undefined;
        done(refusal && Object.assign(new Error(refusal.message), refusal));
      },
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          mails.push(Buffer.concat(chunks));
          if (now === 'drop') for (const connection of server.connections) connection.close();
          else done();
        });
      },
    });
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject); // Errors of connections arrive here too, when the promise has long been resolved.
      server.listen(port, '127.0.0.1', () => resolve());
    });
  };
  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    read: () => Promise.all(mails.map((mail) => PostalMime.parse(mail))),
    setFailure: (trouble) => {
      now = trouble;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    start,
  };
}
