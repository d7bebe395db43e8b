/** The one writer of refusals. Whatever goes wrong leaves the server in this shape, or as a fixed text for 5xx. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import { type Language, type Localized, localized, parseLanguage, translateMessage } from '@dasbor/contract/language';
import type { Problem as ProblemBody } from '@dasbor/contract/problem';
import { sqlState } from '../db/tx.ts';
import { reportError } from '../error-reporting.ts';

export interface FieldError {
  field: string;
  /** A text in both languages, or one that needs no translation. */
  detail: string | Localized;
}

/** Throw it anywhere below a handler; it becomes the answer. */
export class Problem extends Error {
  readonly status_code: number;
  readonly code: string;
  /** What went wrong, for people: in both languages, or a text that needs no translation. */
  readonly detail: string | Localized;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which to try again, sent as Retry-After. */
  readonly retry_after_s: number | undefined;

  constructor(
    status_code: number,
    code: string,
    detail: string | Localized,
    more: { errors?: FieldError[]; retry_after_s?: number } = {},
  ) {
    super(toText(detail, 'en'));
    this.detail = detail;
    this.status_code = status_code;
    this.code = code;
    this.errors = more.errors;
    this.retry_after_s = more.retry_after_s;
  }
}

/** The text in a language; a declared validation message is translated. */
function toText(text: string | Localized, language: Language): string {
  return typeof text === 'string' ? translateMessage(text, language) : text[language];
}

export const unauthenticated = () =>
  new Problem(401, 'unauthenticated', localized('Sign in to continue.', 'Masuk untuk melanjutkan.'));
export const forbidden = () =>
  new Problem(403, 'forbidden', localized('You do not have access to this.', 'Anda tidak memiliki akses ke sini.'));
const NOT_FOUND = localized('There is nothing here.', 'Tidak ditemukan.');
/** The same for what does not exist and for what belongs to another merchant. */
export const notFound = () => new Problem(404, 'not_found', NOT_FOUND);

/** A 400 that names each faulty field. */
export function invalidInput(error: ZodError): Problem {
  const errors = error.issues.map((issue) => ({ field: issue.path.join('.'), detail: issue.message }));
  const first = errors[0];
  const detail = first ? `${first.field === '' ? '' : `${first.field}: `}${first.detail}` : 'The request is not valid.';
  return new Problem(400, 'invalid_request', detail, { errors });
}

const unavailable = () =>
  new Problem(503, 'unavailable', 'The service is not available for a moment. Please try again.', { retry_after_s: 2 });

/** Connection lost, server starting or stopping, too many connections, lock or statement time-out. */
const UNAVAILABLE_STATES = /^(08...|57P0[1-5]|53...|55P03|57014)$/;
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** What an error looks like from outside. Anything unforeseen is a 500 with a fixed text. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return unavailable();
  const status = getErrorStatus(error);
  if (status === 413) return new Problem(413, 'body_too_large', 'The request is too large.');
  if (status === 415) return new Problem(415, 'unsupported_media_type', 'Send JSON.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new Problem(
      status,
      'invalid_request',
      status === 404 ? 'There is nothing here.' : 'The request is not valid.',
    );
  }
  return new Problem(500, 'internal', 'Internal Server Error');
}

function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && UNAVAILABLE_STATES.test(state)) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && UNAVAILABLE_CODES.has(String(error.code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

function getErrorStatus(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** Sends a problem; logs what was not foreseen. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = toProblem(error);
  if (problem.status_code >= 500) {
    request.log.error({ err: error }, 'request failed');
    reportError(error, request);
  }
  const language = parseLanguage(request.headers['accept-language']);
  const body: ProblemBody = {
    detail: toText(problem.detail, language),
    status_code: problem.status_code,
    code: problem.code,
    request_id: request.id,
    ...(problem.errors
      ? { errors: problem.errors.map(({ field, detail }) => ({ field, detail: toText(detail, language) })) }
      : {}),
  };
  if (problem.retry_after_s !== undefined) void reply.header('retry-after', String(problem.retry_after_s));
  return reply.code(problem.status_code).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
