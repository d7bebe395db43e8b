/** Renders parts and the whole app as a browser would. */
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AccessLevel, GROUP_VIEWER, type Role, getRoleAccess, isProviderRole } from '@dasbor/contract/access';
import type { Language } from '@dasbor/contract/language';
import { TIME_ZONE, type TimeZone } from '@dasbor/contract/time';
import type { ReactNode } from 'react';
import { App, ThemeProvider } from '../app/providers.tsx';
import { resetState } from '../app/session/persisted-state.ts';
import { createAppRouter } from '../app/routes/router.ts';
import { startSession } from '../api/session.ts';
import { mockEndpoint, openLiveStream } from './mock-server.ts';

/** A part under the theme, and a user to work with it. */
export function renderComponent(part: ReactNode) {
  return { user: userEvent.setup(), ...render(<ThemeProvider env="test">{part}</ThemeProvider>) };
}

export interface SignInOptions {
  role?: Role;
  /** Role access in the server's response; by default the preset of the role. */
  access?: 'disabled' | { group: string; access: AccessLevel }[] | null;
  flag?: 'enabled' | 'disabled';
  locale?: Language;
  time_zone?: TimeZone;
}

/** A session in the browser, and the answers that the frame asks for. */
export function signIn({
  role = 'superadmin',
  access,
  flag = 'enabled',
  locale = 'en',
  time_zone = TIME_ZONE,
}: SignInOptions = {}): void {
  startSession({ access_token: 'old', refresh_token: 'refresh-1' });
  const has_merchant = !isProviderRole(role) && role !== GROUP_VIEWER;
  const preset = !has_merchant ? null : getRoleAccess(role);
  const held = access === undefined ? preset : access;
  const merchant_id = has_merchant ? 'mer_1' : null;
  const person = {
    id: 'usr_1',
    name: 'Sari Wulandari',
    email: 'sari@kopi.example',
    photo_url: null,
    role,
    locale,
    time_zone,
    is_sandbox: true,
    needs_second_factor: false,
    group_id: role === GROUP_VIEWER ? 'agr_1' : null,
    group_name: role === GROUP_VIEWER ? 'Grup Nusantara' : null,
    impersonation_ends_at: null,
  };
  mockEndpoint('GET /profile', () => ({
    json: { data: { ...person, merchant_id, merchant_name: merchant_id && 'Kopi' } },
  }));
  mockEndpoint('GET /merchant-role-access', () => ({ json: { data: held === null ? null : { access: held } } }));
  mockEndpoint('GET /business-profile/picture', () => ({ json: { data: { logo_url: null } } }));
  mockEndpoint('GET /feature-flags', () => ({ json: { data: { manage_notifications: flag } } }));
  mockEndpoint('GET /notifications', () => ({ json: { data: { pending: [], recent: [], read_until: null } } }));
  mockEndpoint('GET /approvals/waiting', () => ({ json: { data: { count: 0, may_view: !isProviderRole(role) } } }));
  mockEndpoint('GET /webhook-events', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /dashboard/checklist', () => ({
    json: {
      data: { activity: { status: 'active', payments_enabled: true, payouts_enabled: true }, steps: [] },
    },
  }));
  mockEndpoint('GET /second-factor', () => ({
    json: { data: { totp: null, passkeys: [], recovery_codes_left: 0, devices: [], is_required: false } },
  }));
  openLiveStream();
}

/** The whole app at an address. */
export function openApp(address: string) {
  resetState();
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  return { router, user: userEvent.setup(), ...render(<App router={router} env="test" />) };
}
