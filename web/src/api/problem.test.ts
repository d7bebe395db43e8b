import { describe, expect, test } from 'vitest';
import { CallError, formatDetail, toProblem, toFieldProblems } from './problem.ts';

const answered = (body: unknown, status = 422) => ({ response: { body }, status, status_text: 'Some Status' });

describe('order of the detail text', () => {
  const errors = [{ field: 'a', detail: 'First' }, { detail: 'Second' }];

  test("spec §8: 1. the error's own detail wins over everything", () => {
    expect(formatDetail({ ...answered({ errors }), detail: 'Own' })).toBe('Own');
  });
  test("spec §8: 2. the details of the response's errors list, one per line", () => {
    expect(formatDetail(answered({ errors }))).toBe('First\nSecond');
  });
  test('spec §8: 2. entries of the errors list without a detail are passed over', () => {
    expect(formatDetail(answered({ errors: [{ field: 'a' }, { detail: 'Only' }] }))).toBe('Only');
  });
  test('spec §8: 3. the response body, when there is no errors list', () => {
    expect(formatDetail(answered('The bank is closed'))).toBe('The bank is closed');
    expect(formatDetail(answered({ reason: 'closed' }))).toBe('{"reason":"closed"}');
    expect(formatDetail(answered({ errors: [] }))).toBe('{"errors":[]}');
  });
  test('spec §8: 4. no response: the status text for 404', () => {
    expect(formatDetail({ status: 404, status_text: 'Not Found' })).toBe('Not Found');
  });
  test("spec §8: 4. no response: 'Internal Server Error' for status 0, whatever its text", () => {
    expect(formatDetail({ status: 0, status_text: 'Network down' })).toBe('Internal Server Error');
  });
  test('spec §8: 4. no response: otherwise the status text', () => {
    expect(formatDetail({ status: 503, status_text: 'Service Unavailable' })).toBe('Service Unavailable');
  });
  test('spec §8: 4. a response without a body: the status text', () => {
    expect(formatDetail(answered(undefined, 404))).toBe('Some Status');
    expect(formatDetail(answered('', 502))).toBe('Some Status');
  });
  test("spec §8: 5. else 'Internal Server Error'", () => {
    expect(formatDetail({ status: 503, status_text: '' })).toBe('Internal Server Error');
    expect(formatDetail(answered({}))).toBe('Internal Server Error');
  });
  test('spec §8: an own detail that is blank or no text does not count', () => {
    expect(formatDetail({ ...answered({ errors }), detail: '  ' })).toBe('First\nSecond');
    expect(formatDetail({ ...answered({ errors }), detail: { a: 1 } })).toBe('First\nSecond');
  });
});

test('spec §8: an error is normalised to {detail, status_code}, with code, request id and field errors when present', () => {
  const body = { code: 'invalid', request_id: 'req_1', errors: [{ field: 'sftp_host', detail: 'Wrong' }] };
  const error = new CallError({ detail: 'Own', ...answered(body) });
  expect({ ...toProblem(error) }).toMatchObject({
    detail: 'Own',
    status_code: 422,
    code: 'invalid',
    request_id: 'req_1',
  });
  expect(toFieldProblems(error)).toEqual({ sftp_host: 'Wrong' });
  expect(error.message).toBe('Own');
});

test('spec §8: anything else that was thrown is normalised too', () => {
  expect(toProblem(new TypeError('x is undefined'))).toEqual({ detail: 'Internal Server Error', status_code: 0 });
  expect(toProblem({ detail: 'Own' }).detail).toBe('Own');
  expect(toProblem(undefined).detail).toBe('Internal Server Error');
});
