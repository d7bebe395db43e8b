import type { NotificationPreference } from '@dasbor/contract/manage-notifications';
import { describe, expect, test } from 'vitest';
import {
  applyUpdate,
  listChangedPreferences,
  rebaseChanges,
  groupPreferences,
  isEditable,
  buildReset,
} from './preference-rules.ts';

const item = (action: number, part: Partial<NotificationPreference> = {}): NotificationPreference => ({
  id: `p${action}`,
  group: null,
  notification_action: action,
  notification_action_label: `Action ${action}`,
  description: null,
  is_active: true,
  is_editable: true,
  ...part,
});

describe('grouping', () => {
  test('spec §2: items are grouped by group name, those without a group are the plain list', () => {
    const items = [item(1101, { group: 'Deposits' }), item(1006), item(1102, { group: 'Deposits' })];
    const { plain, groups } = groupPreferences(items);
    expect(plain.map((found) => found.notification_action)).toEqual([1006]);
    expect(groups.map((group) => [group.name, group.items.length])).toEqual([['Deposits', 2]]);
  });

  test.each([
    ['Payment Links', 0],
    ['Payment links', 1],
    ['Payments', 1],
  ])("spec §2: the group 'Payment Links' and no other is filtered out: %s", (group, shown) => {
    expect(groupPreferences([item(1401, { group })]).groups).toHaveLength(shown);
  });

  test.each([
    [1009, 1],
    [1010, 0],
    [1011, 1],
  ])('spec §9: action 1010 and no other is hidden: %i', (action, shown) => {
    expect(groupPreferences([item(action)]).plain).toHaveLength(shown);
  });
});

test.each([
  [1004, true, true],
  [1004, false, true],
  [1003, false, false],
  [1005, false, false],
  [1005, true, true],
])('spec §9: action 1004 is always editable: %i stored %s', (action, is_editable, expected) => {
  expect(isEditable(item(action, { is_editable }))).toBe(expected);
});

describe('saved body', () => {
  test('spec §5: without changes there is nothing to save', () => {
    expect(listChangedPreferences([item(1006)], {})).toEqual([]);
  });

  test('spec §5: a switch that is moved back is unchanged', () => {
    expect(listChangedPreferences([item(1006)], { 1006: true })).toEqual([]);
  });

  test('spec §3: the update is a list of {notification_action, is_active}', () => {
    expect(listChangedPreferences([item(1006), item(1007, { is_active: false })], { 1006: false, 1007: true })).toEqual(
      [
        { notification_action: 1006, is_active: false },
        { notification_action: 1007, is_active: true },
      ],
    );
  });

  test('spec §9: preferences that are not editable are never sent, except 1004', () => {
    const items = [item(1001, { is_editable: false }), item(1004, { is_editable: false })];
    expect(listChangedPreferences(items, { 1001: false, 1004: false })).toEqual([
      { notification_action: 1004, is_active: false },
    ]);
  });
});

describe('reset', () => {
  test('spec §2: every editable preference, plus 1004, is set to active', () => {
    const items = [
      item(1001, { is_editable: false }),
      item(1004, { is_editable: false, is_active: false }),
      item(1007, { is_active: false }),
      item(1401, { group: 'Payment Links' }),
    ];
    expect(buildReset(items)).toEqual([
      { notification_action: 1004, is_active: true },
      { notification_action: 1007, is_active: true },
      { notification_action: 1401, is_active: true },
    ]);
  });

  test.each([
    ['no items', []],
    ['none that is editable', [item(1001, { is_editable: false })]],
  ])('spec §5: with %s there is nothing to reset', (_name, items) => {
    expect(buildReset(items)).toEqual([]);
  });
});

test('spec §4: after a save the form is based on the saved preferences', () => {
  const update = [{ notification_action: 1006, is_active: false }];
  expect(applyUpdate([item(1006), item(1007)], update).map((found) => found.is_active)).toEqual([false, true]);
});

test('a switch changed during a save stays changed', () => {
  const sent_with = { 1006: false, 1007: false };
  expect(rebaseChanges(sent_with, { 1006: false, 1007: true, 1008: false })).toEqual({ 1007: true, 1008: false });
});
