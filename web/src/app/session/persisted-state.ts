/** Client state, persisted under the key `root` (specification sections 1, 3, 4 and 9). */
import * as duration from '@dasbor/contract/duration';
import { TIME_ZONES } from '@dasbor/contract/time';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { changeTimeZone } from '../../ui/time-zone.ts';
import { INITIAL_SLICES, NO_AUTH, type Slices } from './slices.ts';

export const STATE_KEY = 'root';
export const REHYDRATE_TIMEOUT_MS = duration.seconds(5);

/** A load that was in progress when the page closed does not continue. */
const withoutLoading = <Slice extends { loading: boolean }>(slice: Slice): Slice => ({ ...slice, loading: false });

export const usePersistedState = create<Slices>()(
  persist(() => INITIAL_SLICES, {
    name: STATE_KEY,
    skipHydration: true,
    partialize: (slices): Slices => ({
      auth: slices.auth,
      profile: withoutLoading(slices.profile),
      merchantRoleAccess: withoutLoading(slices.merchantRoleAccess),
      pictureBusinessProfile: withoutLoading(slices.pictureBusinessProfile),
    }),
  }),
);

// The zone follows the profile, from the persisted copy on, so that no time is shown in another one first. A profile
// that could not be loaded says nothing about it.
usePersistedState.subscribe(({ profile: { data, error } }) => {
  if (data !== null || error === null) changeTimeZone(TIME_ZONES.find((zone) => zone === data?.time_zone));
});

/** Restores the persisted state; content waits for it for at most 5000 ms. */
export async function rehydrate(timeout_ms = REHYDRATE_TIMEOUT_MS): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeout_ms);
  });
  await Promise.race([usePersistedState.persist.rehydrate(), limit]);
  clearTimeout(timer);
}

export const setSignedInEmail = (email: string): void => void usePersistedState.setState({ auth: { email } });

/** The auth slice alone. */
export const resetAuth = (): void => void usePersistedState.setState({ auth: NO_AUTH });

/** Resets all slices and their persisted copy. The order matters: every change of state writes `root` again. */
export function resetState(): void {
  usePersistedState.setState(INITIAL_SLICES, true);
  usePersistedState.persist.clearStorage();
}
