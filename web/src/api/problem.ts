/** The single parser of errors: every failure becomes `{detail, status_code}` (specification section 8). */

const UNKNOWN = 'Internal Server Error';

export interface FieldProblem {
  field: string;
  detail: string;
}

/** A normalised failure: `detail` for people, `status_code` and `code` for programs. */
export interface Problem {
  detail: string;
  /** HTTP status; 0 without a response. */
  status_code: number;
  code?: string;
  /** Reference for support. */
  request_id?: string;
  errors?: FieldProblem[];
}

/** A failure before it is normalised. */
export interface Failure {
  /** The error's own detail. */
  detail?: unknown;
  /** Absent without a response. */
  response?: { body: unknown };
  status: number;
  status_text: string;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const getField = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;

function listedDetails(body: unknown): string {
  const errors = getField(body, 'errors');
  if (!Array.isArray(errors)) return '';
  return errors
    .map((error) => toText(getField(error, 'detail')))
    .filter((detail) => detail !== '')
    .join('\n');
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body.trim();
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return '';
  return JSON.stringify(body);
}

/** A response without a body says no more than no response: its status text is all there is. */
function statusText({ response, status, status_text }: Failure): string {
  if (response?.body !== undefined && response.body !== '') return '';
  return status === 0 ? UNKNOWN : status_text.trim();
}

/** The detail text: the first one available in the order of specification section 8. */
export function formatDetail(failure: Failure): string {
  const body = failure.response?.body;
  return toText(failure.detail) || listedDetails(body) || bodyText(body) || statusText(failure) || UNKNOWN;
}

function fieldProblems(body: unknown): FieldProblem[] | undefined {
  const errors = getField(body, 'errors');
  if (!Array.isArray(errors)) return undefined;
  const found = errors
    .map((error) => ({ field: toText(getField(error, 'field')), detail: toText(getField(error, 'detail')) }))
    .filter(({ field, detail }) => field !== '' && detail !== '');
  return found.length > 0 ? found : undefined;
}

/** A call that failed; its message is the detail. */
export class CallError extends Error implements Problem {
  override name = 'CallError';
  detail: string;
  status_code: number;
  code?: string;
  request_id?: string;
  errors?: FieldProblem[];

  constructor(failure: Failure) {
    const detail = formatDetail(failure);
    super(detail);
    this.detail = detail;
    this.status_code = failure.status;
    const body = failure.response?.body;
    this.code = toText(getField(body, 'code')) || undefined;
    this.request_id = toText(getField(body, 'request_id')) || undefined;
    this.errors = fieldProblems(body);
  }
}

/** Normalises any thrown value. Errors other than failed calls show only a generic detail. */
export function toProblem(error: unknown): Problem {
  if (error instanceof CallError) return error;
  return { detail: toText(getField(error, 'detail')) || UNKNOWN, status_code: 0 };
}

/** Error details by field, for a form that shows each under its input. */
export function toFieldProblems(error: unknown): Record<string, string> {
  const errors = toProblem(error).errors ?? [];
  return Object.fromEntries(errors.map(({ field, detail }) => [field, detail]));
}
