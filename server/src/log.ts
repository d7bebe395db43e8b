/** Structured logs: JSON lines in UTC, with secrets removed by key. Bodies and tokens are never logged. */
import pino from 'pino';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from './env.ts';

const SECRET_KEYS = [
  'password',
  'sftp_password',
  'access_token',
  'refresh_token',
  'secret',
  'otp',
  'authorization',
  'cookie',
  'signature',
];

/** `destination`: standard output by default. */
export function createLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: pino.DestinationStream): FastifyBaseLogger {
  const options: pino.LoggerOptions = {
    level: env.LOG_LEVEL,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: null,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `headers["${key}"]`]),
      censor: '[removed]',
    },
    serializers: { err: withoutParameters },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Omits `detail` and `where` of database errors, which quote values. */
function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, ...('code' in error ? { code: String(error.code) } : {}) };
}
