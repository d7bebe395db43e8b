/** What tests compare of the answers of the API. */

/** Status and error code; the code is undefined when the request succeeded. */
export const toStatusAndCode = (answer: { statusCode: number; json: () => unknown }): [number, string | undefined] => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];

/** Code of an error. */
export const getErrorCode = (answer: { json: () => unknown }): string => (answer.json() as { code: string }).code;
