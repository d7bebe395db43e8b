import { expect, test } from 'vitest';
import { Problem, toProblem } from './problem.ts';

const failure = (more: object, message = 'canary') => Object.assign(new Error(message), more);

test.each([
  ['a connection refused', failure({ code: 'ECONNREFUSED' })],
  ['a connection reset', failure({ code: 'ECONNRESET' })],
  ['a connection lost', failure({ code: '08006' })],
  ['the database stopping', failure({ code: '57P01' })],
  ['the database starting', failure({ code: '57P03' })],
  ['too many connections', failure({ code: '53300' })],
  ['the disk full', failure({ code: '53100' })],
  ['a lock timeout', failure({ code: '55P03' })],
  ['a statement timeout', failure({ code: '57014' })],
  ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
])('%s becomes a 503 with Retry-After, so that clients retry', (_name, error) => {
  const problem = toProblem(error);
  expect([problem.status_code, problem.code, problem.retry_after_s]).toEqual([503, 'unavailable', 2]);
  expect(problem.message).not.toContain('canary');
});

test.each([
  ['an unexpected error', new Error('canary')],
  ['an unexpected constraint violation', failure({ code: '23505', detail: 'Key (email)=(canary) exists' })],
  ['an unsafe number', new RangeError('canary')],
  ['not an error at all', 'canary'],
  ['nothing', undefined],
])('%s becomes a 500 with a fixed text', (_name, error) => {
  const problem = toProblem(error);
  expect([problem.status_code, problem.code, problem.message]).toEqual([500, 'internal', 'Internal Server Error']);
});

test('a Problem is returned unchanged', () => {
  const problem = new Problem(409, 'too_late', 'It is too late for that.');
  expect(toProblem(problem)).toBe(problem);
});
