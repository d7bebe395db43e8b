/** Loads the slices from the API; each goes from loading to success or failure (specification section 4). */
import { getMerchantRoleAccess, getPictureBusinessProfile, getProfile } from '@dasbor/contract/profile';
import { call } from '../../api/call.ts';
import { isLeavingPage } from '../../api/page-lifecycle.ts';
import { toProblem } from '../../api/problem.ts';
import { hasSession } from '../../api/session.ts';
import { changeLanguage } from '../../ui/define-messages.ts';
import { reportError } from '../errors/error-reporting.ts';
import { usePersistedState } from './persisted-state.ts';
import {
  type Slices,
  loading,
  pictureFailed,
  pictureLoaded,
  profileFailed,
  profileLoaded,
  roleAccessFailed,
  roleAccessLoaded,
} from './slices.ts';

type Loadable = 'profile' | 'merchantRoleAccess' | 'pictureBusinessProfile';

/** The latest load of each slice: an earlier one, also of a session that ended, stores nothing any more. */
const latest = new Map<Loadable, symbol>();

async function load<Name extends Loadable>(
  name: Name,
  read: () => Promise<Slices[Name]>,
  failed: (detail: string) => Slices[Name],
): Promise<void> {
  const run = Symbol(name);
  latest.set(name, run);
  const store = (slice: Slices[Name]) => usePersistedState.setState({ [name]: slice });
  store(loading(usePersistedState.getState()[name]));
  const slice = await read().catch((error: unknown) =>
    // The request was cancelled with the page: the next one would show a failure that there was not.
    isLeavingPage() ? null : failed(toProblem(error).detail),
  );
  // After a sign-out in the meantime nothing is stored, not even when somebody has signed in since.
  if (slice !== null && hasSession() && latest.get(name) === run) store(slice);
}

export const loadProfile = (): Promise<void> => load('profile', readProfile, profileFailed);

async function readProfile(): Promise<Slices['profile']> {
  const { data } = await call(getProfile);
  // The user's own language takes precedence over the browser's, also when it was changed in another one.
  await changeLanguage(data.locale).catch(reportError);
  return profileLoaded(data);
}

export const loadMerchantRoleAccess = (): Promise<void> =>
  load('merchantRoleAccess', async () => roleAccessLoaded((await call(getMerchantRoleAccess)).data), roleAccessFailed);

export const loadPictureBusinessProfile = (): Promise<void> =>
  load(
    'pictureBusinessProfile',
    async () => pictureLoaded((await call(getPictureBusinessProfile)).data.logo_url),
    pictureFailed,
  );

export async function loadSlices(): Promise<void> {
  await Promise.all([loadProfile(), loadMerchantRoleAccess(), loadPictureBusinessProfile()]);
}
