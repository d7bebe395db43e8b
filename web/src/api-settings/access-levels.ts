/** Access of a key as people choose and read it: none, read or write per group. */
import {
  type AccessEntry,
  type AccessGroup,
  type AccessLevel,
  MERCHANT_GROUPS,
  getLevel,
  hasLevel,
} from '@dasbor/contract/access';
import { accessGroupLabel } from '@dasbor/contract/access-labels';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

export const KEY_LEVELS = ['none', 'read', 'write'] as const;
export type KeyLevel = (typeof KEY_LEVELS)[number];

export type KeyGroup = (typeof MERCHANT_GROUPS)[number];
export type KeyLevels = Record<KeyGroup, KeyLevel>;

const ACCESS_BY_KEY_LEVEL: Record<KeyLevel, AccessLevel> = { none: 'disabled', read: 'view', write: 'manage' };
/** Approvals need a person, so a key with the level `approve` writes. */
const toKeyLevel = (level: AccessLevel): KeyLevel =>
  hasLevel(level, 'manage') ? 'write' : level === 'view' ? 'read' : 'none';

export const PRESETS = ['custom', 'read', 'payments', 'reports', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

const PRESET_LEVELS: Record<Exclude<Preset, 'custom'>, Partial<KeyLevels>> = {
  read: Object.fromEntries(MERCHANT_GROUPS.map((group) => [group, 'read'])),
  payments: { Transactions: 'read', 'Payment Links': 'write', 'Virtual Accounts': 'write', QRIS: 'write' },
  reports: { Transactions: 'read', Refunds: 'read', Reports: 'read', Invoices: 'read' },
  all: Object.fromEntries(MERCHANT_GROUPS.map((group) => [group, 'write'])),
};

type LevelOf = (group: AccessGroup) => AccessLevel;

/** Whether the user may give a key a level: at most their own. */
export const canGrant = (levelOf: LevelOf, group: KeyGroup, level: KeyLevel): boolean =>
  hasLevel(levelOf(group), ACCESS_BY_KEY_LEVEL[level]);

/** The levels of a preset, as far as the user holds them. */
export function buildPreset(preset: Preset, levelOf: LevelOf): KeyLevels {
  const wanted = preset === 'custom' ? {} : PRESET_LEVELS[preset];
  const toAllowed = (group: KeyGroup): KeyLevel =>
    KEY_LEVELS.findLast(
      (level) =>
        KEY_LEVELS.indexOf(level) <= KEY_LEVELS.indexOf(wanted[group] ?? 'none') && canGrant(levelOf, group, level),
    ) ?? 'none';
  return Object.fromEntries(MERCHANT_GROUPS.map((group) => [group, toAllowed(group)])) as KeyLevels;
}

/** The access that the API takes: only groups with access. */
export const toAccess = (levels: KeyLevels): AccessEntry[] =>
  MERCHANT_GROUPS.filter((group) => levels[group] !== 'none').map((group) => ({
    group,
    access: ACCESS_BY_KEY_LEVEL[levels[group]],
  }));

/** The groups of a key with their level, in the order of the groups. */
export const listKeyAccess = (access: readonly AccessEntry[]): { group: KeyGroup; name: string; level: KeyLevel }[] =>
  MERCHANT_GROUPS.map((group) => ({
    group,
    name: accessGroupLabel(group, currentLanguage()),
    level: toKeyLevel(getLevel(access, group)),
  }));

const SHOWN_GROUPS = 2;

/** `QRIS: Write, Transactions: Read, +2 more`. */
export function formatKeyAccess(access: readonly AccessEntry[]): string {
  const t = messages();
  const given = listKeyAccess(access).filter(({ level }) => level !== 'none');
  if (given.length === 0) return t.keys.no_access;
  const shown = given.slice(0, SHOWN_GROUPS).map(({ name, level }) => `${name}: ${t.levels[level]}`);
  const rest = given.length - shown.length;
  return [...shown, ...(rest > 0 ? [t.keys.more_groups(rest)] : [])].join(', ');
}
