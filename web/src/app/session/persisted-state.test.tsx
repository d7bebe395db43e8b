import { cleanup, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '../../api/session.ts';
import { mockEndpoint, recordedRequests, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, renderComponent } from '../../test/render.tsx';
import {
  REHYDRATE_TIMEOUT_MS,
  rehydrate,
  resetAuth,
  resetState,
  setSignedInEmail,
  usePersistedState,
} from './persisted-state.ts';
import { RehydrationGate } from '../providers.tsx';
import { signIn, signOut } from './session-actions.ts';
import { INITIAL_SLICES, profileLoaded } from './slices.ts';

setUpMockServer();
const sari = {
  id: 'usr_1',
  name: 'Sari',
  email: 's@kopi.example',
  photo_url: null,
  role: 'admin',
  role_name: null,
  merchant_id: 'mer_1',
  merchant_name: 'Kopi',
  is_sandbox: true,
  needs_second_factor: false,
  group_id: null,
  group_name: null,
  impersonation_ends_at: null,
  locale: 'en',
  time_zone: 'Asia/Jakarta',
} as const;
const stored = () => JSON.parse(localStorage.getItem('root') ?? 'null')?.state;

beforeEach(() => resetState());
afterEach(() => vi.restoreAllMocks());

test('spec §1, §9: state is persisted locally under the key root', () => {
  usePersistedState.setState({ profile: profileLoaded(sari) });
  expect(Object.keys(stored())).toEqual(['auth', 'profile', 'merchantRoleAccess', 'pictureBusinessProfile']);
  expect(stored().profile).toEqual({ data: sari, loading: false, error: null });
});

test('spec §1: persisted state comes back; a load that was under way does not', async () => {
  usePersistedState.setState({ profile: { ...profileLoaded(sari), loading: true } });
  const text = localStorage.getItem('root') ?? '';
  usePersistedState.setState(INITIAL_SLICES, true);
  localStorage.setItem('root', text);
  await rehydrate();
  expect(usePersistedState.getState().profile).toEqual({ data: sari, loading: false, error: null });
});

test('spec §1: unreadable persisted state is reset', async () => {
  localStorage.setItem('root', '{"state": corrupt');
  await rehydrate();
  expect(usePersistedState.getState()).toEqual(INITIAL_SLICES);
});

test('spec §1, §9: content waits for rehydration, at most 5000 ms', async () => {
  expect(REHYDRATE_TIMEOUT_MS).toBe(5_000);
  vi.useFakeTimers();
  vi.spyOn(usePersistedState.persist, 'rehydrate').mockReturnValue(new Promise(() => undefined));
  renderComponent(<RehydrationGate>Content</RehydrationGate>);
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(screen.queryByText('Content')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('Content')).toBeVisible();
});

test('spec §1: the app as a whole shows no screen before that', async () => {
  vi.useFakeTimers();
  vi.spyOn(usePersistedState.persist, 'rehydrate').mockReturnValue(new Promise(() => undefined));
  openApp('/nothing');
  await act(() => vi.advanceTimersByTimeAsync(REHYDRATE_TIMEOUT_MS - 1));
  expect(screen.queryByText('Page not found')).toBeNull();
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  openApp('/nothing');
  expect(await screen.findByText('Page not found')).toBeVisible();
});

test('spec §1: content shows as soon as the state is back', async () => {
  renderComponent(<RehydrationGate>Content</RehydrationGate>);
  expect(await screen.findByText('Content')).toBeVisible();
});

test('spec §4, §7: sign-out calls the server, resets all state and removes the persisted root state', async () => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  setSignedInEmail('s@kopi.example');
  usePersistedState.setState({ profile: profileLoaded(sari) });
  mockEndpoint('POST /authenticate/logout', () => ({ status: 204 }));
  await signOut();
  expect(recordedRequests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /authenticate/logout']);
  expect(usePersistedState.getState()).toEqual(INITIAL_SLICES);
  expect(['root', 'access_token', 'refresh_token', 'session'].map((key) => localStorage.getItem(key))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('spec §4: sign-out resets the auth slice by its own action first, then all state', async () => {
  usePersistedState.setState({ profile: profileLoaded(sari), auth: { email: 's@kopi.example' } });
  mockEndpoint('POST /authenticate/logout', () => ({ status: 204 }));
  const states: unknown[] = [];
  const stop = usePersistedState.subscribe(({ auth, profile }) => states.push([auth.email, profile.data?.email]));
  await signOut();
  stop();
  expect(states).toEqual([
    [null, sari.email],
    [null, undefined],
  ]);
});

test('spec §4: sign-out clears the browser also when the server call fails', async () => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  setSignedInEmail('s@kopi.example');
  mockEndpoint('POST /authenticate/logout', () => ({ status: 500, json: { detail: 'Broken' } }));
  await signOut();
  expect([localStorage.getItem('root'), localStorage.getItem('session')]).toEqual([null, null]);
});

test('spec §4: the auth slice also resets on its own action, and nothing else does', () => {
  usePersistedState.setState({ profile: profileLoaded(sari), auth: { email: 's@kopi.example' } });
  resetAuth();
  expect(usePersistedState.getState()).toMatchObject({ auth: { email: null }, profile: { data: sari } });
});

test('spec §2, §3: signing in stores both tokens under their fixed keys, and the marker', async () => {
  mockEndpoint('POST /authenticate/login', () => ({ json: { access_token: 'a', refresh_token: 'r' } }));
  await signIn({ email: 's@kopi.example', password: 'x' });
  expect([localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]).toEqual(['a', 'r']);
  expect(localStorage.getItem('session')).not.toBeNull();
  expect(usePersistedState.getState().auth.email).toBe('s@kopi.example');
});
