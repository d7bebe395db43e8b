/** Toasts in tests: they stay open, because a busy machine may look for a toast more than a second after it is shown. */
import { notificationsStore } from '@mantine/notifications';

type Store = typeof notificationsStore & { has_open_toasts?: boolean };
// The test files of a worker share the store, and each runs the set-up again: what they change is stored there.
const store: Store = notificationsStore;

/** Lets toasts close after their time, as they do for people, or stay open until the next one. */
export const setToastsOpen = (is_open: boolean): void => void (store.has_open_toasts = is_open);

/** Toasts stay open from now on; a test still ends with none. */
export function openToasts(): void {
  const is_prepared = store.has_open_toasts !== undefined;
  setToastsOpen(true);
  if (is_prepared) return;
  const { setState } = store;
  store.setState = (next) => {
    const after = typeof next === 'function' ? next(store.getState()) : next;
    const notifications = after.notifications.map((toast) => ({ ...toast, autoClose: false }));
    setState.call(store, store.has_open_toasts === true ? { ...after, notifications } : after);
  };
}
