import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';
import { paths } from './paths.ts';

setUpMockServer();

/** Heading of the open screen. Asking by role walks the whole frame, which is slow a hundred times over. */
async function heading(within_main = true): Promise<HTMLElement> {
  const selector = within_main ? 'main h1' : 'h1';
  await waitFor(() => expect(document.querySelector(selector)).not.toBeNull());
  return document.querySelector(selector) as HTMLElement;
}
const PUBLIC = [
  paths.register(),
  paths.registerMember(),
  paths.login(),
  paths.verificationEmail('token'),
  paths.verificationEmailCheck(),
  paths.forgotPassword(),
  paths.resetPassword('token'),
  paths.resendEmail('a@b.example'),
  paths.mobileVerification(),
  paths.registerFlow(),
  paths.registerFormEnterprise(),
  paths.registerFormPersonal(),
];
const PROTECTED = Object.entries(paths)
  .map(([, build]) => (build as (part: string) => string)('x1'))
  .filter((path) => !PUBLIC.includes(path) && !/^\/(register|verification|reset|resend)/.test(path) && path !== '/');
/** These belong to other folders, whose tests show what is on them. */
const BUILT =
  /^\/(disbursement|transaction|qris-payment|manage-notifications|payment-link|virtual-account|deposit-va|settlement|merchant|add-merchant|edit-merchant|account-group|bank-statement|invoice|announcement\/|pricing)/;

describe('public routes', () => {
  test('the login screen replaces what index.html shows before it', async () => {
    const frame = document.body.appendChild(document.createElement('div'));
    frame.id = 'login-frame';
    openApp(paths.login());
    await heading(false);
    expect(frame).not.toBeInTheDocument();
  });

  test.each(PUBLIC)('spec §2: %s opens without a session', async (path) => {
    const { router } = openApp(path);
    expect(await heading(false)).not.toHaveTextContent('Page not found');
    expect(router.state.location.pathname).toBe(path);
  });
  test.each(['/nothing', '/registers', '/register/more', '/pay/slug'])(
    'spec §2: %s, any other public path, shows the fallback page',
    async (path) => {
      const { router } = openApp(path);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
      expect(router.state.location.pathname).toBe(path);
    },
  );
});

describe('protected routes', () => {
  test.each(PROTECTED)('spec §2: %s without the session marker leads to /login with the way back', async (path) => {
    const { router } = openApp(`${path}?q=a%20b&status=&tag=1&tag=2`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    const [pathname, search] = [new URL(path, 'http://x').pathname, '?q=a%20b&status=&tag=1&tag=2'];
    expect(router.state.location.search).toEqual({ redirect: pathname + search });
    expect(router.state.location.searchStr).toBe(`?redirect=${encodeURIComponent(pathname + search)}`);
  });
  test.each(PROTECTED.filter((path) => !BUILT.test(path)))(
    'spec §2: %s opens with the session marker',
    async (path) => {
      signIn();
      const { router } = openApp(path);
      expect(await heading()).not.toHaveTextContent('Page not found');
      expect(router.state.location.pathname).toBe(path);
    },
  );
  test('spec §2: / leads to /dashboard', async () => {
    signIn();
    const { router } = openApp('/');
    expect(await heading()).toHaveTextContent('Dashboard');
    expect(router.state.location.pathname).toBe('/dashboard');
  });
  test.each(['/settlement/bogus', '/settlement/a/b/c', '/users/x', '/dashboard/more'])(
    'spec §2: %s, any other protected path, shows the fallback page inside the gate',
    async (path) => {
      signIn();
      openApp(path);
      expect(await heading()).toHaveTextContent('Page not found');
    },
  );
  test('spec §2: an unknown protected path without the marker leads to /login', async () => {
    const { router } = openApp('/users/x');
    await waitFor(() => expect(router.state.location.href).toBe('/login?redirect=%2Fusers%2Fx'));
  });
});

describe('not-found page', () => {
  test('spec §1: logo, heading, text, the way home and the support address', async () => {
    openApp('/nothing');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Dasbor' })).toBeVisible();
    expect(screen.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/');
    const support = screen.getByRole('link', { name: 'Contact support' });
    expect(support).toHaveAttribute('href', 'mailto:support@dasbor.example');
    expect(support).toHaveAccessibleDescription('support@dasbor.example');
    expect(screen.getByText('support@dasbor.example')).toBeVisible();
  });
});

describe('manage notifications', () => {
  const opened = () => screen.findByText('Email Notifications');
  const fallback = () => screen.findByText('Page not found');

  test('spec §6: with an access list and the flag enabled the screen opens', async () => {
    signIn();
    openApp('/manage-notifications');
    expect(await opened()).toBeVisible();
  });
  test.each([null, 'disabled'] as const)('spec §2, §6: role access %j shows the fallback page', async (access) => {
    signIn({ access });
    openApp('/manage-notifications');
    expect(await fallback()).toBeVisible();
  });
  test("spec §2, §6: the feature flag 'disabled' shows the fallback page", async () => {
    signIn({ flag: 'disabled' });
    openApp('/manage-notifications');
    expect(await fallback()).toBeVisible();
  });
});

describe('settings area', () => {
  test('spec §2: the tab of the current path is highlighted', async () => {
    signIn();
    openApp('/users');
    const strip = await screen.findByRole('navigation', { name: 'Settings area' });
    expect(
      within(strip)
        .getAllByRole('link')
        .map((tab) => tab.textContent),
    ).toEqual(['Profile', 'Business', 'Users', 'Settings', 'Manage Notifications']);
    expect(within(strip).getByRole('link', { current: 'page' })).toHaveTextContent('Users');
  });
  test('spec §6: another role sees the Profile tab only', async () => {
    signIn({ role: 'finance' });
    openApp('/profile');
    const strip = await screen.findByRole('navigation', { name: 'Settings area' });
    expect(
      within(strip)
        .getAllByRole('link')
        .map((tab) => tab.textContent),
    ).toEqual(['Profile']);
  });
});

describe('session', () => {
  test('spec §2: signing in leads back to where the user wanted to go', async () => {
    const { router, user } = openApp(`/login?redirect=${encodeURIComponent('/profile?q=1&tag=a&tag=b&empty=')}`);
    await user.type(await screen.findByLabelText('Email (required)'), 'sari@kopi.example');
    await user.type(screen.getByLabelText('Password (required)'), 'secret');
    signIn();
    localStorage.clear();
    mockEndpoint('POST /authenticate/login', () => ({ json: { access_token: 'a', refresh_token: 'r' } }));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
    expect(router.history.location.href).toBe('/profile?q=1&tag=a&tag=b&empty=');
  });
  test('spec §4: a refresh that fails leads to /login with the way back, and leaves nothing behind', async () => {
    signIn();
    mockEndpoint('GET /profile', () => ({ status: 401, json: { detail: 'Expired' } }));
    mockEndpoint('POST /authenticate/access-token', () => ({ status: 401, json: { detail: 'Ended' } }));
    const { router } = openApp('/profile');
    await waitFor(() => expect(router.state.location.href).toBe('/login?redirect=%2Fprofile'));
    expect(requestsTo('/authenticate/access-token')).toHaveLength(1);
    expect(['access_token', 'refresh_token', 'session'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
    ]);
  });
  test('spec §4: sign-out leads to /login', async () => {
    signIn();
    mockEndpoint('POST /authenticate/logout', () => ({ status: 204 }));
    const { router, user } = openApp('/profile');
    await user.click(await screen.findByRole('button', { name: /^Account/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(localStorage.getItem('root')).toBeNull();
  });
});
