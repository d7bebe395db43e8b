/** Errors of the API. */

/** Error of the API. */
export interface ErrorBody {
  /** Description for people. */
  detail: string;
  /** HTTP status. */
  status_code: number;
  /** Code for programs: stable, snake_case. */
  code: string;
  /** Quote it to support; null when the answer did not come from the API. */
  request_id: string | null;
  /** One entry per invalid field. */
  errors: { field: string; detail: string }[];
}

/** An answer that is no success. */
export class DasborError extends Error implements ErrorBody {
  readonly detail: string;
  readonly status_code: number;
  readonly code: string;
  readonly request_id: string | null;
  readonly errors: { field: string; detail: string }[];

  constructor({ detail, status_code, code, request_id, errors }: ErrorBody) {
    super(`${status_code} ${code}: ${detail}`);
    this.name = 'DasborError';
    this.detail = detail;
    this.status_code = status_code;
    this.code = code;
    this.request_id = request_id;
    this.errors = errors;
  }
}

/** Reads an error; one of a proxy in between has no body of the API. */
export async function readError(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return {
    detail: body.detail ?? `The server responded with ${response.status}.`,
    status_code: response.status,
    code: body.code ?? 'unexpected_response',
    request_id: body.request_id ?? response.headers.get('x-request-id'),
    errors: body.errors ?? [],
  };
}
