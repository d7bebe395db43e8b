import { getRoleAccess } from '@dasbor/contract/access';
import { describe, expect, test } from 'vitest';
import { mockEndpoint, setUpMockServer } from '../../test/mock-server.ts';
import { startSession } from '../../api/session.ts';
import { loadMerchantRoleAccess, loadPictureBusinessProfile, loadProfile } from './load-slices.ts';
import { resetState, usePersistedState } from './persisted-state.ts';
import { INITIAL_SLICES } from './slices.ts';

setUpMockServer();
test('spec §3: the client state is four slices, with these fields', () => {
  const fields = Object.entries(INITIAL_SLICES).map(([name, slice]) => `${name}: ${Object.keys(slice).join(', ')}`);
  expect(fields).toEqual([
    'auth: email',
    'profile: data, loading, error',
    'merchantRoleAccess: data, reportAccess, invoiceAccess, loading, error',
    'pictureBusinessProfile: loading, logoUrl, error',
  ]);
});

const CASES = [
  { slice: 'profile', endpoint: 'GET /profile', load: loadProfile, data: { id: 'usr_1', role: 'admin', locale: 'en' } },
  {
    slice: 'merchantRoleAccess',
    endpoint: 'GET /merchant-role-access',
    load: loadMerchantRoleAccess,
    data: { access: getRoleAccess('finance') },
  },
  {
    slice: 'pictureBusinessProfile',
    endpoint: 'GET /business-profile/picture',
    load: loadPictureBusinessProfile,
    data: { logo_url: '/logo.png' },
  },
] as const;

describe.each(CASES)('slice $slice', ({ slice, endpoint, load, data }) => {
  const now = () => usePersistedState.getState()[slice];
  const start = () => {
    resetState();
    startSession({ access_token: 'a', refresh_token: 'r' });
  };
  const kept = () =>
    slice === 'pictureBusinessProfile'
      ? usePersistedState.getState()[slice].logoUrl
      : usePersistedState.getState()[slice as 'profile'].data;

  test('spec §4: loading, then success: data is stored and the error is cleared', async () => {
    start();
    mockEndpoint(endpoint, () => ({ status: 500, json: { detail: 'Broken' } }));
    await load();
    mockEndpoint(endpoint, () => ({ json: { data } }));
    const done = load();
    expect(now().loading).toBe(true);
    await done;
    expect(now()).toMatchObject({ loading: false, error: null });
    expect(kept()).toEqual(slice === 'pictureBusinessProfile' ? '/logo.png' : data);
  });
  test('spec §4: loading, then failure: data is cleared and the error is stored', async () => {
    start();
    mockEndpoint(endpoint, () => ({ json: { data } }));
    await load();
    mockEndpoint(endpoint, () => ({ status: 500, json: { detail: 'Broken' } }));
    const done = load();
    expect(now().loading).toBe(true);
    await done;
    expect(now()).toMatchObject({ loading: false, error: 'Broken' });
    expect(kept()).toBeNull();
  });
});

test('a load that is cancelled because the page is left stores no failure', async () => {
  resetState();
  startSession({ access_token: 'a', refresh_token: 'r' });
  mockEndpoint('GET /profile', () => {
    window.dispatchEvent(new Event('pagehide'));
    throw new TypeError('Failed to fetch');
  });
  await loadProfile();
  window.dispatchEvent(new Event('pageshow'));
  expect(usePersistedState.getState().profile.error).toBeNull();
});

test('a load of a session that ended stores nothing in the next one', async () => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  let answerFirst = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  mockEndpoint('GET /profile', async (_seen, count) => {
    if (count > 1) return { json: { data: { id: 'usr_2', role: 'admin', locale: 'en' } } };
    await waiting;
    return { json: { data: { id: 'usr_1', role: 'admin', locale: 'en' } } };
  });
  const first = loadProfile();
  resetState();
  startSession({ access_token: 'b', refresh_token: 's' });
  await loadProfile();
  answerFirst();
  await first;
  expect(usePersistedState.getState().profile.data?.id).toBe('usr_2');
});

test("spec §3: the groups 'Reports' and 'Invoices' are extracted as report access and invoice access", async () => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  mockEndpoint('GET /merchant-role-access', () => ({ json: { data: { access: getRoleAccess('finance') } } }));
  await loadMerchantRoleAccess();
  const { reportAccess, invoiceAccess } = usePersistedState.getState().merchantRoleAccess;
  expect(reportAccess).toEqual({ group: 'Reports', access: 'manage' });
  expect(invoiceAccess).toEqual({ group: 'Invoices', access: 'manage' });
});

test.each([null, { access: 'disabled' }, { access: [] }])(
  'spec §3: %j extracts no report and no invoice access',
  async (data) => {
    startSession({ access_token: 'a', refresh_token: 'r' });
    mockEndpoint('GET /merchant-role-access', () => ({ json: { data } }));
    await loadMerchantRoleAccess();
    expect(usePersistedState.getState().merchantRoleAccess).toMatchObject({
      data,
      reportAccess: null,
      invoiceAccess: null,
    });
  },
);
