import { localized } from '@dasbor/contract/language';
import { expect, test } from 'vitest';
import { Problem } from '../http/problem.ts';
import { type Preference, findChangedPreferences, isActive } from './rules.ts';

const preference = (code: number, more: Partial<Preference> = {}): Preference => ({
  code,
  label: localized(`Action ${code}`, `Tindakan ${code}`),
  is_active: true,
  is_editable: true,
  is_security: false,
  ...more,
});
const off = (notification_action: number) => ({ notification_action, is_active: false });
const catchProblem = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('was accepted');
};

test('spec §9: security emails cannot be disabled, whatever is stored', () => {
  expect(isActive(true, false, true)).toBe(true);
  expect(isActive(false, false, true)).toBe(false);
  expect(isActive(false, null, true)).toBe(true);
  const security = preference(1001, { is_editable: false, is_security: true });
  expect(catchProblem(() => findChangedPreferences([security], [off(1001)]))).toMatchObject({
    code: 'notification_not_editable',
    detail: {
      en: "Security emails cannot be disabled: 'Action 1001'.",
      id: "Email keamanan tidak dapat dinonaktifkan: 'Tindakan 1001'.",
    },
  });
});

test('spec §9: action 1004 is always in the editable set', () => {
  expect(findChangedPreferences([preference(1004, { is_editable: false })], [off(1004)])).toEqual([off(1004)]);
  const fixed = preference(1005, { is_editable: false });
  expect(catchProblem(() => findChangedPreferences([fixed], [off(1005)])).code).toBe('notification_not_editable');
});

test('a preference that is not editable may be sent unchanged', () => {
  const fixed = preference(1005, { is_editable: false });
  const updates = [{ notification_action: 1005, is_active: true }, off(1006)];
  expect(findChangedPreferences([fixed, preference(1006)], updates)).toEqual([off(1006)]);
});

test('unknown codes are ignored, and the last update of a code counts', () => {
  const updates = [off(9999), off(1006), { notification_action: 1006, is_active: true }];
  expect(findChangedPreferences([preference(1006)], updates)).toEqual([]);
});
