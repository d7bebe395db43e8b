/** Client state, persisted under the key `root` (specification sections 1, 3, 4 and 9). */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { INITIAL_SLICES, NO_AUTH, type Slices } from './slices.ts';

export const STATE_KEY = 'root';
export const REHYDRATE_TIMEOUT_MS = 5_000;

/** A load that was under way when the page closed is not under way any more. */
const settled = <Slice extends { loading: boolean }>(slice: Slice): Slice => ({ ...slice, loading: false });

export const usePersistedState = create<Slices>()(
  persist(() => INITIAL_SLICES, {
    name: STATE_KEY,
    skipHydration: true,
    partialize: (slices): Slices => ({
      auth: slices.auth,
      profile: settled(slices.profile),
      merchantRoleAccess: settled(slices.merchantRoleAccess),
      pictureBusinessProfile: settled(slices.pictureBusinessProfile),
    }),
  }),
);

/** Reads the persisted state; content waits for it, but never longer than 5000 ms. */
export async function rehydrate(timeout_ms = REHYDRATE_TIMEOUT_MS): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeout_ms);
  });
  await Promise.race([usePersistedState.persist.rehydrate(), limit]);
  clearTimeout(timer);
}

export const signedInAs = (email: string): void => void usePersistedState.setState({ auth: { email } });

/** The auth slice alone. */
export const resetAuth = (): void => void usePersistedState.setState({ auth: NO_AUTH });

/** All slices and what is persisted of them. The order matters: every change of state writes `root` again. */
export function resetState(): void {
  usePersistedState.setState(INITIAL_SLICES, true);
  usePersistedState.persist.clearStorage();
}
