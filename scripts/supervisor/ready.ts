import path from 'node:path';
import type { Env } from '../../server/src/env.ts';
import { SANDBOX_API_KEY, SANDBOX_PASSWORD } from '../../server/src/sandbox/credentials.ts';

/** Prints the addresses of the installation. Scripts rely on the first line. */
export function printReady(env: Env, url: string, has_logs: boolean): void {
  const data_dir = path.relative(process.cwd(), env.DATA_DIR) || env.DATA_DIR;
  const lines = [`Dasbor is ready at ${url}`, ''];
  if (env.SANDBOX) lines.push(...sandboxLines(env), '');
  if (has_logs) lines.push(`  Logs      ${path.join(data_dir, 'logs')}`, '');
  lines.push('  Ctrl-C stops it; the data stays.', '');
  process.stdout.write(lines.join('\n'));
}

function sandboxLines(env: Env): string[] {
  return [
    `  Sign in   password ${SANDBOX_PASSWORD} for all of`,
    '            superadmin@kopi.example, also admin@ finance@ operator@ approver@ developer@ support@',
    '            superadmin@batik.example, and baru@warung.example, whose merchant is in review',
    '            platform_admin@dasbor.example, also platform_finance@ platform_compliance@ platform_support@',
    `  API key   ${SANDBOX_API_KEY}`,
    `  Bank      http://localhost:${env.BANK_PORT}   pay a QR or a virtual account`,
    `  Mailbox   http://localhost:${env.MAIL_PORT}   all sent emails and messages`,
    `  SFTP      localhost:${env.SFTP_PORT}          where reports can be delivered`,
  ];
}
