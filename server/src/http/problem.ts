/** The only writer of error responses. Every error leaves the server in this shape; unexpected ones with a fixed text. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ZodError, z } from 'zod';
import { type Language, type Localized, localized, parseLanguage, translateMessage } from '@dasbor/contract/language';
import type { Problem as ProblemBody } from '@dasbor/contract/problem';
import { DatabaseHungError } from '../db/hung-database.ts';
import { DOWNLOADS_PER_MERCHANT_MAX, TooManyDownloadsError } from '../db/download-pool.ts';
import { getSqlState } from '../db/tx.ts';
import { reportError } from '../error-reporting.ts';

export interface FieldError {
  field: string;
  /** A text in both languages, or one that needs no translation. */
  detail: string | Localized;
}

/** An error response. Throw it anywhere in a handler. */
export class Problem extends Error {
  readonly status_code: number;
  readonly code: string;
  /** Error text with the next step: in both languages, or a text that needs no translation. */
  readonly detail: string | Localized;
  readonly errors: FieldError[] | undefined;
  /** Seconds to wait before a retry, sent as Retry-After. */
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
  new Problem(
    403,
    'forbidden',
    localized(
      'You do not have access to this. Ask an administrator for access.',
      'Anda tidak memiliki akses ke fitur ini. Minta akses kepada administrator.',
    ),
  );
export const impersonationReadOnly = () =>
  new Problem(
    403,
    'impersonation_read_only',
    localized(
      'This view of the merchant is read-only. End it to make changes.',
      'Tampilan merchant ini hanya untuk dibaca. Akhiri tampilan untuk membuat perubahan.',
    ),
  );
export const addressNotAllowed = () =>
  new Problem(
    403,
    'address_not_allowed',
    localized(
      'Dashboard access from this IP address is not allowed. Ask an administrator to add it.',
      'Akses dasbor dari alamat IP ini tidak diizinkan. Minta administrator menambahkannya.',
    ),
  );
export const keyAddressNotAllowed = (ip: string) =>
  new Problem(
    403,
    'address_not_allowed',
    localized(
      `This API key may not be used from the IP address ${ip}. Add it to the allowed networks of the key.`,
      `API key ini tidak boleh dipakai dari alamat IP ${ip}. Tambahkan ke jaringan yang diizinkan untuk API key ini.`,
    ),
  );
const NOT_FOUND = localized('Not found.', 'Tidak ditemukan.');
/** The same for an object that does not exist and for one of another merchant. */
export const notFound = () => new Problem(404, 'not_found', NOT_FOUND);

/**
 * Messages of zod's own checks, by language: the `error` option of a parse. A message that a schema declares itself
 * takes precedence; `invalidInput` translates it.
 */
export const BUILT_IN_MESSAGES: Record<Language, z.core.$ZodErrorMap> = {
  en: z.locales.en().localeError,
  id: z.locales.id().localeError,
};

const INVALID = localized('The request is not valid.', 'Permintaan tidak valid.');

/** A 400 that names each invalid field, from a parse with the messages of the language. */
export function invalidInput(error: ZodError, language: Language = 'en'): Problem {
  const errors = error.issues.flatMap((issue) => toFieldErrors(issue, language));
  const [first] = errors;
  if (first === undefined) return new Problem(400, 'invalid_request', INVALID);
  const detail = first.field === '' ? first.detail : `${first.field}: ${first.detail}`;
  return new Problem(400, 'invalid_request', detail, { errors });
}

const UNKNOWN_FIELD = localized('This field is not known.', 'Kolom ini tidak dikenal.');

/** Every unknown field is an error of its own, under its own name. */
function toFieldErrors(issue: z.core.$ZodIssue, language: Language): { field: string; detail: string }[] {
  if (issue.code !== 'unrecognized_keys') {
    return [{ field: issue.path.join('.'), detail: toIssueText(issue, language) }];
  }
  return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), detail: UNKNOWN_FIELD[language] }));
}

/** The text of an issue. A refinement whose message depends on values passes it in both languages in `params.localized`. */
function toIssueText(issue: z.core.$ZodIssue, language: Language): string {
  const text = issue.code === 'custom' ? (issue.params?.['localized'] as Localized | undefined) : undefined;
  return toText(text ?? issue.message, language);
}

const unavailable = () =>
  new Problem(
    503,
    'unavailable',
    localized(
      'The service is temporarily unavailable. Please try again.',
      'Layanan sedang tidak tersedia. Silakan coba lagi.',
    ),
    { retry_after_s: 2 },
  );

const tooManyDownloads = () =>
  new Problem(
    429,
    'too_many_downloads',
    localized(
      `At most ${DOWNLOADS_PER_MERCHANT_MAX} downloads can run at the same time. Wait for one to finish, or create an export.`,
      `Paling banyak ${DOWNLOADS_PER_MERCHANT_MAX} unduhan dapat berjalan bersamaan. Tunggu salah satunya selesai, atau buat ekspor.`,
    ),
    { retry_after_s: 5 },
  );

/** Connection lost, server starting or stopping, too many connections, lock or statement timeout. */
const UNAVAILABLE_STATES = /^(08...|57P0[1-5]|53...|55P03|57014)$/;
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** The error response for any error. Unexpected errors become a 500 with a fixed text. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TooManyDownloadsError) return tooManyDownloads();
  if (error instanceof DatabaseHungError || isUnavailable(error)) return unavailable();
  const status = getErrorStatus(error);
  if (status === 413) return new Problem(413, 'body_too_large', BODY_TOO_LARGE);
  if (status === 415) return new Problem(415, 'unsupported_media_type', UNSUPPORTED_MEDIA_TYPE);
  if (status !== undefined && status >= 400 && status < 500) {
    return new Problem(status, 'invalid_request', status === 404 ? NOT_FOUND : INVALID);
  }
  return new Problem(500, 'internal', INTERNAL);
}

const BODY_TOO_LARGE = localized('The request body is larger than 1 MB.', 'Isi permintaan lebih besar dari 1 MB.');
const UNSUPPORTED_MEDIA_TYPE = localized(
  'Send the request body as application/json, or with POST and PATCH as multipart/form-data.',
  'Kirim isi permintaan sebagai application/json, atau dengan POST dan PATCH sebagai multipart/form-data.',
);
const INTERNAL = localized('Internal Server Error', 'Terjadi kesalahan pada server');

function isUnavailable(error: unknown): boolean {
  const state = getSqlState(error);
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

/** Sends an error response in the language of the request. Logs and reports unexpected errors. */
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
