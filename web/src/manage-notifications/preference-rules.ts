/** Rules of the preferences form (specification sections 2, 5 and 9). */
import {
  ALWAYS_EDITABLE_ACTION,
  HIDDEN_ACTION,
  HIDDEN_GROUP,
  type NotificationPreference,
  type saveNotificationPreferences,
} from '@dasbor/contract/manage-notifications';
import type { CallBody } from '@dasbor/contract/route';

/** What a save sends: a list of {notification_action, is_active}. */
export type PreferenceUpdate = CallBody<typeof saveNotificationPreferences>;

/** Switches that were touched, by action; what is absent stands as it was loaded. */
export type PreferenceChanges = Readonly<Record<number, boolean>>;

export const NO_CHANGES: PreferenceChanges = {};
export const NOTHING_TO_RESET = 'No notifications to reset.';

export interface PreferenceGroup {
  name: string;
  items: NotificationPreference[];
}

/** Section 9: action 1004 is always in the editable set, whatever is stored. */
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

/**
 * The switches that differ from the loaded state: what a save sends, and whether there is anything
 * to save. Only these are sent, so that a save takes back nothing that a colleague changed meanwhile.
 */
export function listChangedPreferences(
  items: readonly NotificationPreference[],
  changes: PreferenceChanges,
): PreferenceUpdate {
  return items
    .filter((item) => isEditable(item) && isActive(item, changes) !== item.is_active)
    .map((item) => ({ notification_action: item.notification_action, is_active: isActive(item, changes) }));
}

/** What a confirmed reset sends: every editable preference, and 1004, active. Empty where there is nothing to reset. */
export const buildReset = (items: readonly NotificationPreference[]): PreferenceUpdate =>
  items.filter(isEditable).map(({ notification_action }) => ({ notification_action, is_active: true }));

/** The loaded state after a save: the form re-bases on it before the list is read again. */
export function applyUpdate(
  items: readonly NotificationPreference[],
  update: PreferenceUpdate,
): NotificationPreference[] {
  const saved = new Map(update.map((entry) => [entry.notification_action, entry.is_active]));
  return items.map((item) => ({ ...item, is_active: saved.get(item.notification_action) ?? item.is_active }));
}

/** What is left of the changes after a save or reset: only switches that were moved while it was under way. */
export const rebaseChanges = (sent_with: PreferenceChanges, changes: PreferenceChanges): PreferenceChanges =>
  Object.fromEntries(Object.entries(changes).filter(([action, active]) => sent_with[Number(action)] !== active));
