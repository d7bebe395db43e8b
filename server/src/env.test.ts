import { expect, test } from 'vitest';
import { listUnsafeSettings, readEnv } from './env.ts';

const SAFE = {
  NODE_ENV: 'production',
  WEB_DATABASE_URL: 'postgres://web@db.example/dasbor',
  JOBS_DATABASE_URL: 'postgres://jobs@db.example/dasbor',
  PUBLIC_URL: 'https://dashboard.example',
  BANK_URL: 'https://snap.bank.example',
};
const list = (change: Record<string, string>, role: 'all' | 'api' | 'worker' = 'all') =>
  listUnsafeSettings(readEnv({ ...SAFE, ...change }), role).join('; ');

test('a complete production environment is accepted', () => {
  expect(list({})).toBe('');
  expect(list({}, 'api')).toBe('');
});

test.each([
  [{ SANDBOX: '1' }, 'SANDBOX=1'],
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL is http://localhost:4000'],
  [{ PUBLIC_URL: 'http://dashboard.example' }, 'PUBLIC_URL must start with https://'],
  [{ BANK_URL: '' }, 'BANK_URL is http://127.0.0.1:4001'],
  [{ BANK_URL: 'https://[::1]:8443' }, 'BANK_URL is https://[::1]:8443'],
  [{ BANK_URL: 'https://bank.localhost' }, 'BANK_URL is https://bank.localhost'],
])('production refuses %j', (change, problem) => {
  expect(list(change)).toContain(problem);
});

test('a process that serves the API in production refuses the URL of the owner', () => {
  const owner = { DATABASE_URL: 'postgres://owner@db.example/dasbor' };
  for (const role of ['all', 'api'] as const) {
    expect(list(owner, role)).toContain('a process that serves the API must not hold DATABASE_URL');
  }
  expect(list(owner, 'worker')).toBe('');
});

test('outside production nothing is refused', () => {
  expect(list({ NODE_ENV: 'development', SANDBOX: '1', PUBLIC_URL: '', BANK_URL: '' }, 'api')).toBe('');
});
