import { z } from 'zod';
import { expect, test } from 'vitest';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

const isPublicForm = ({ access, method }: Route): boolean => access === 'public' && method !== 'GET';
const listFields = ({ body }: Route): string[] => (body instanceof z.ZodObject ? Object.keys(body.shape) : []);

/** Routes that need a secret of their owner: a program without it gains nothing, and attempts are limited. */
const SECRETS = ['token', 'password', 'passkey', 'access_token'];
/** Forms without either, with what a program gains by sending them. */
const OPEN: Record<string, string> = {
  startPasskeySignIn: 'a challenge, which names nobody',
  startPayAttempt: 'a payment code of a link, limited by link and address',
  checkPayAttempt: 'the status of a payment, for the holder of its token',
};

test('domain 1.20: every public form has the bot check, or asks for a secret', () => {
  const forms: readonly Route[] = ROUTES.filter(isPublicForm);
  const unprotected = forms.filter((route) => {
    const fields = listFields(route);
    return !fields.includes('bot_check') && !SECRETS.some((secret) => fields.includes(secret));
  });
  expect(unprotected.map(({ name }) => name).toSorted()).toEqual(Object.keys(OPEN).toSorted());
  const checked = forms.filter((route) => listFields(route).includes('bot_check')).map(({ name }) => name);
  expect(checked.toSorted()).toEqual([
    'register',
    'requestPasswordReset',
    'resendVerificationEmail',
    'resetPassword',
    'verifyEmail',
  ]);
});
