/** Rules of the preferences form (specification sections 2, 5 and 9). */
import {
  ALWAYS_EDITABLE_ACTION,
  HIDDEN_ACTION,
  HIDDEN_GROUP,
  type NotificationPreference,
  type saveNotificationPreferences,
} from '@dasbor/contract/manage-notifications';
import type { CallBody } from '@dasbor/contract/route';

/** The body of a save: a list of {notification_action, is_active}. */
export type PreferenceUpdate = CallBody<typeof saveNotificationPreferences>;

/** Changed switches by action; others are as loaded. */
export type PreferenceChanges = Readonly<Record<number, boolean>>;

export const NO_CHANGES: PreferenceChanges = {};

export interface PreferenceGroup {
  name: string;
  items: NotificationPreference[];
}

/** Section 9: action 1004 is always editable, whatever is stored. */
export const isEditable = (item: NotificationPreference): boolean =>
  item.is_editable || item.notification_action === ALWAYS_EDITABLE_ACTION;

const isShown = (item: NotificationPreference): boolean =>
  item.notification_action !== HIDDEN_ACTION && item.group !== HIDDEN_GROUP;

/** The plain list (default, ungrouped items) and the collapsible groups, each in the server's order. */
export function groupPreferences(items: readonly NotificationPreference[]): {
  plain: NotificationPreference[];
  groups: PreferenceGroup[];
} {
  const shown = items.filter(isShown);
  const named = Map.groupBy(
    shown.filter((item) => item.group),
    (item) => item.group ?? '',
  );
  return {
    plain: shown.filter((item) => !item.group),
    groups: [...named].map(([name, members]) => ({ name, items: members })),
  };
}

/** Whether the switch of an item is on in the form. */
export const isActive = (item: NotificationPreference, changes: PreferenceChanges): boolean =>
  changes[item.notification_action] ?? item.is_active;

/** The switches that differ from the loaded state. Only these are saved, so that a save does not revert the changes of others. */
export function listChangedPreferences(
  items: readonly NotificationPreference[],
  changes: PreferenceChanges,
): PreferenceUpdate {
  return items
    .filter((item) => isEditable(item) && isActive(item, changes) !== item.is_active)
    .map((item) => ({ notification_action: item.notification_action, is_active: isActive(item, changes) }));
}

/** The body of a reset: every editable preference and 1004, active. Empty without any. */
export const buildReset = (items: readonly NotificationPreference[]): PreferenceUpdate =>
  items.filter(isEditable).map(({ notification_action }) => ({ notification_action, is_active: true }));

/** The loaded preferences with a saved update applied, until the list is refetched. */
export function applyUpdate(
  items: readonly NotificationPreference[],
  update: PreferenceUpdate,
): NotificationPreference[] {
  const saved = new Map(update.map((entry) => [entry.notification_action, entry.is_active]));
  return items.map((item) => ({ ...item, is_active: saved.get(item.notification_action) ?? item.is_active }));
}

/** The changes that remain after a save: switches that were changed while it was in progress. */
export const rebaseChanges = (submitted: PreferenceChanges, changes: PreferenceChanges): PreferenceChanges =>
  Object.fromEntries(Object.entries(changes).filter(([action, active]) => submitted[Number(action)] !== active));
