/** process.env, parsed once; no other file reads it. Names and defaults are a public interface. */
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['0', '1', 'off', 'on', 'false', 'true']).transform((value) => ['1', 'on', 'true'].includes(value));

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./.data'),
  /** Folder of the copies of audit and ledger heads; better one that the owner of the database cannot write to. */
  HEADS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * Connection strings of the login roles that migrations create. With them a process needs no access as the owner of the
   * database and does not migrate.
   */
  WEB_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  JOBS_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  PUBLIC_URL: z.url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** HTTP gateway for text messages, and its bearer token (docs/operations.md). */
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: z.string().min(8).optional(),
  MAIL_FROM: z.string().default('Dasbor <no-reply@dasbor.example>'),
  /**
   * Up to this size a report is attached to its mail, above it the mail carries a link. In a mail a file grows by more
   * than a third, and the strictest of the usual mail servers take 10 MB.
   */
  MAIL_ATTACHMENT_MAX_BYTES: z.coerce.number().int().min(0).default(5_000_000),
  /** The provider as the issuer of invoices. Without all three no invoice is issued; the sandbox has its own. */
  PROVIDER_NAME: z.string().trim().min(1).max(120).optional(),
  PROVIDER_ADDRESS: z.string().trim().min(1).max(200).optional(),
  PROVIDER_NPWP: z
    .string()
    .regex(/^\d{15,16}$/)
    .optional(),
  SUPPORT_EMAIL: z.email().default('support@dasbor.example'),
  SANDBOX: flag.optional(),
  /** Whether the sandbox's merchants begin with sixty days of payments; without them the first start is short. */
  SANDBOX_HISTORY: flag.default(true),
  BANK_PORT: port.optional(),
  MAIL_PORT: port.optional(),
  SFTP_PORT: port.optional(),
  /** Time without progress after which an upload to a merchant's SFTP server is aborted, in milliseconds. */
  SFTP_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(55_000).default(30_000),
  /** Ports at which merchants' SFTP servers may be reached: the usual ones, so that nothing else can be probed. */
  SFTP_ALLOWED_PORTS: z
    .string()
    .default('22,2022,2200,2222,8022,10022,22022,22222')
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.int().min(1).max(65_535))),
  /** Base URL of the bank's SNAP BI service; the sandbox bank when absent. */
  BANK_URL: z.url().optional(),
  /** Code of that bank (Bank Indonesia, three digits), and the provider's account there that transfers are paid from. */
  BANK_CODE: z
    .string()
    .regex(/^\d{3}$/)
    .default('014'),
  BANK_ACCOUNT_NO: z
    .string()
    .regex(/^\d{5,20}$/)
    .default('8880001234'),
  /** Delay before the status of a transfer is queried, in seconds: 600, or 2 in the sandbox. */
  TRANSFER_INQUIRY_AFTER_S: z.coerce.number().int().min(1).max(86_400).optional(),
  /** Time without a clear status after which two people may resolve a transfer, in seconds: a day, or 60 in the sandbox. */
  TRANSFER_RESOLVE_AFTER_S: z.coerce.number().int().min(1).max(2_592_000).optional(),
  /** Period in which an ended transfer is checked for a return, in days: as long as the bank responds to inquiries. */
  TRANSFER_WATCH_DAYS: z.coerce.number().int().min(1).max(366).default(60),
  /**
   * The clamd that scans every uploaded file: `host:port`, or the path of its Unix socket. While it gives no verdict, no file
   * is accepted. Without it, files are checked by their format only.
   */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^(\/.+|[\w.-]+:\d{1,5}|\[[\da-fA-F:]+\]:\d{1,5})$/, 'Use host:port or the path of a Unix socket.')
    .optional(),
  /**
   * A database of cities in MaxMind's format, such as GeoLite2 City or DB-IP City Lite: sessions show the city of their IP
   * address. It is kept in memory, and read again when the file is replaced.
   */
  CITY_DATABASE: z.string().optional(),
  /** `/metrics` requires it as a bearer token. Without it, `/metrics` is open outside production and closed in it. */
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SENTRY_DSN: z.url().optional(),
  ERROR_REPORTING_PII: z.enum(['on', 'off']).default('on'),
  FEATURE_MANAGE_NOTIFICATIONS: z.enum(['enabled', 'disabled']).default('enabled'),
});

export type Env = ReturnType<typeof readEnv>;

/** Throws with one line per faulty variable. */
export function readEnv(from: Record<string, string | undefined> = process.env) {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(from).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const sandbox = env.SANDBOX ?? (env.DATABASE_URL === undefined && env.NODE_ENV !== 'production');
  return {
    ...env,
    SANDBOX: sandbox,
    HEADS_DIR: env.HEADS_DIR ?? env.DATA_DIR,
    TRANSFER_INQUIRY_AFTER_S: env.TRANSFER_INQUIRY_AFTER_S ?? (sandbox ? 2 : 600),
    TRANSFER_RESOLVE_AFTER_S: env.TRANSFER_RESOLVE_AFTER_S ?? (sandbox ? 60 : 86_400),
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    BANK_PORT: env.BANK_PORT ?? env.PORT + 1,
    MAIL_PORT: env.MAIL_PORT ?? env.PORT + 2,
    SFTP_PORT: env.SFTP_PORT ?? env.PORT + 3,
    BANK_URL: env.BANK_URL ?? `http://127.0.0.1:${env.BANK_PORT ?? env.PORT + 1}`,
  };
}

/**
 * Settings with which a production installation must not start. `role`: what the process runs. Returns one line for each.
 */
export function listUnsafeSettings(env: Env, role: 'all' | 'api' | 'worker'): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const problems: string[] = [];
  if (env.SANDBOX) problems.push('SANDBOX=1 is for evaluation: its users have public passwords');
  for (const name of ['PUBLIC_URL', 'BANK_URL', 'SMS_URL'] as const) {
    if (env[name] === undefined) continue;
    const { protocol, hostname } = new URL(env[name]);
    if (isLocal(hostname)) problems.push(`${name} is ${env[name]}, which is this machine`);
    else if (protocol !== 'https:') problems.push(`${name} must start with https://`);
  }
  if (env.SMS_URL !== undefined && env.SMS_TOKEN === undefined) problems.push('SMS_URL needs SMS_TOKEN');
  if (role !== 'worker' && env.DATABASE_URL !== undefined) {
    const instead = role === 'api' ? 'WEB_DATABASE_URL' : 'WEB_DATABASE_URL and JOBS_DATABASE_URL';
    problems.push(
      `a process that serves the API must not hold DATABASE_URL, the owner of the database: set ${instead} instead`,
    );
  }
  return problems;
}

const isLocal = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(hostname);
