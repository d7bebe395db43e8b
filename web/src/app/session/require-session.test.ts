import { type HistoryLocation, isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { SESSION_KEY, storeTokens } from '../../api/session.ts';
import { requireSession } from './require-session.ts';

const location = { pathname: '/transaction', search: '?q=a%20b&q=&tag=1&tag=2' };

/** Where the gate sends the user; null when it lets them pass. */
function sentTo(): unknown {
  try {
    requireSession({ context: { history: { location: location as HistoryLocation } } });
    return null;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return { to: thrown.options.to, search: thrown.options.search };
  }
}

test('spec §3, §6: the session marker alone opens the protected routes', () => {
  localStorage.setItem(SESSION_KEY, 'active');
  expect(sentTo()).toBeNull();
});

test('spec §3, §6: tokens without the session marker open nothing', () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  expect(sentTo()).toEqual({ to: '/login', search: { redirect: '/transaction?q=a%20b&q=&tag=1&tag=2' } });
});
