/** Which notification preferences are active and which may be changed (specification sections 5 and 9). Pure. */
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { ALWAYS_EDITABLE_ACTION } from '@dasbor/contract/manage-notifications';
import { Problem } from '../http/problem.ts';

export interface Preference {
  code: number;
  label: Localized;
  is_active: boolean;
  is_editable: boolean;
  is_security: boolean;
}

export interface PreferenceUpdate {
  notification_action: number;
  is_active: boolean;
}

/** Security emails cannot be disabled (section 9), whatever is stored. */
export const isActive = (is_security: boolean, stored: boolean | null, default_active: boolean): boolean =>
  is_security || (stored ?? default_active);

/**
 * The updates that change a preference. Unknown codes are ignored; the last update of a code counts. Throws 422 when a
 * preference that is not editable would change; action 1004 is always editable (section 9).
 */
export function findChangedPreferences(preferences: Preference[], updates: PreferenceUpdate[]): PreferenceUpdate[] {
  const values = new Map(updates.map((update) => [update.notification_action, update.is_active]));
  const changed = preferences.filter((item) => values.has(item.code) && values.get(item.code) !== item.is_active);
  const rejected = changed.filter((item) => !item.is_editable && item.code !== ALWAYS_EDITABLE_ACTION);
  const [first] = rejected;
  if (first !== undefined) {
    const reason = first.is_security ? SECURITY : NOT_EDITABLE;
    const errors = rejected.map(({ code, label }) => ({
      field: `notification_action.${code}`,
      detail: localized(`'${label.en}' cannot be changed.`, `'${label.id}' tidak dapat diubah.`),
    }));
    const inLanguage = (language: Language): string => `${reason[language]}: '${first.label[language]}'.`;
    throw new Problem(422, 'notification_not_editable', localized(inLanguage('en'), inLanguage('id')), { errors });
  }
  return changed.map((item) => ({ notification_action: item.code, is_active: !item.is_active }));
}

const SECURITY = localized('Security emails cannot be disabled', 'Email keamanan tidak dapat dinonaktifkan');
const NOT_EDITABLE = localized('This notification cannot be changed', 'Notifikasi ini tidak dapat diubah');
