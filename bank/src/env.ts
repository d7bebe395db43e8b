/** Settings of the bank; the only module that reads the environment. */
import { z } from 'zod';

const env = z.object({
  BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(4001).describe('Port to listen on'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  BANK_DATA_DIR: z.string().min(1).describe('Folder of bank.sqlite'),
  PARTNER_URL: z.url({ protocol: /^https?$/ }).describe('Base URL of the partner that receives callbacks'),
  BANK_CREDENTIALS: z.string().min(1).describe('Path of the credentials file (JSON)'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type BankEnv = z.infer<typeof env>;

/** Parses the environment. Throws an error that names every invalid variable. */
export function readEnv(source: Record<string, string | undefined>): BankEnv {
  const parsed = env.safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`Invalid settings of the sandbox bank. ${problems.join('; ')}`);
}
