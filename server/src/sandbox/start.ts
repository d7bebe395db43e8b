/** Parts that only a trial has: users, history, a mailbox and an SFTP server. */
import * as duration from '@dasbor/contract/duration';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { getApproverCode } from './approver-totp.ts';
import { seedSandbox } from './history.ts';
import { startMailbox } from './mailbox.ts';
import { ensureOnboarding } from './onboarding.ts';
import { startSftpServer } from './sftp-server.ts';

/** How long the first start waits for the sandbox bank, which starts at the same time. */
const BANK_TIMEOUT_MS = duration.seconds(15);

/** `role`: a separate worker starts nothing; the API process runs the mailbox and the SFTP server. */
export async function startSandbox(deps: Deps, role: 'all' | 'api' | 'worker'): Promise<() => Promise<void>> {
  if (role === 'worker') return () => Promise.resolve();
  const { env, log } = deps;
  const parts: { stop: () => Promise<void> }[] = [];
  if (env.SMTP_URL === undefined || env.SMS_URL === undefined) {
    const folder = join(env.DATA_DIR, 'mailbox');
    const listCodes = () => [getApproverCode(deps.clock.now())];
    parts.push(await startMailbox({ host: env.HOST, page_port: env.MAIL_PORT, folder, log, listCodes }));
  }
  parts.push(await startSftpServer({ host: env.HOST, port: env.SFTP_PORT, folder: join(env.DATA_DIR, 'sftp'), log }));
  await seedSandbox(deps, { bank_timeout_ms: BANK_TIMEOUT_MS });
  await ensureOnboarding(deps);
  return async () => {
    await Promise.allSettled(parts.map((part) => part.stop()));
  };
}
