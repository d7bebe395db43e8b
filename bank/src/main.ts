/** Starts the sandbox bank. Settings come from the environment; see `env.ts`. */
import { buildBank } from './bank.ts';
import { readCredentials } from './credentials.ts';
import { readEnv } from './env.ts';

const env = readEnv(process.env);
const app = buildBank({
  data_dir: env.BANK_DATA_DIR,
  partner_url: env.PARTNER_URL,
  credentials: readCredentials(env.BANK_CREDENTIALS),
  log_level: env.LOG_LEVEL,
});

const stop = async (signal: string) => {
  app.log.info({ signal }, 'stopping');
  await app.close();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

try {
  await app.listen({ port: env.BANK_PORT, host: env.HOST });
} catch (error) {
  const is_busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = is_busy ? `port ${env.BANK_PORT} is in use: set BANK_PORT to another one` : String(error);
  process.stderr.write(`The sandbox bank cannot start: ${reason}\n`);
  await app.close();
  process.exitCode = 1;
}
