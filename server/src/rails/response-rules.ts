/** Outcome of a call from a bank's response, for every service. */

/**
 * Whether a response declines this request for good. Authentication (401), rate limiting (429) and a reused X-EXTERNAL-ID
 * (409xx00) do not concern the request itself.
 */
export const isRefusal = (http_status: number, response_code: string): boolean =>
  http_status >= 400 &&
  http_status < 500 &&
  http_status !== 401 &&
  http_status !== 429 &&
  !/^409\d\d00$/.test(response_code);

/** Whether the bank handled the call: it approved, accepted or declined the request. */
export const isDefinite = (http_status: number, response_code: string): boolean =>
  response_code !== '' && ((http_status >= 200 && http_status < 300) || isRefusal(http_status, response_code));
