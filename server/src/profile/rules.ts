/** The feature flag of the manage-notifications screen (specification sections 2 and 6). */
import type { Output } from '@dasbor/contract/route';
import type { listFeatureFlags } from '@dasbor/contract/profile';
import type { TimeZone } from '@dasbor/contract/time';

type Flags = Output<typeof listFeatureFlags>['data'];

/** A feature is enabled unless the environment or the merchant disables it. */
export function getFeatureFlags(environment: Flags, of_merchant: unknown): Flags {
  const own = typeof of_merchant === 'object' && of_merchant !== null ? (of_merchant as Partial<Flags>) : {};
  const is_disabled = environment.manage_notifications === 'disabled' || own.manage_notifications === 'disabled';
  return { manage_notifications: is_disabled ? 'disabled' : 'enabled' };
}

/** Fields of the own profile that a person may change. */
export interface ProfileChanges {
  locale?: 'en' | 'id';
  time_zone?: TimeZone;
  name?: string;
  phone?: string | null;
}

/** The given fields that differ from the stored ones. */
export function listChanges(before: Required<ProfileChanges>, given: ProfileChanges): ProfileChanges {
  return {
    ...(given.locale !== undefined && given.locale !== before.locale ? { locale: given.locale } : {}),
    ...(given.time_zone !== undefined && given.time_zone !== before.time_zone ? { time_zone: given.time_zone } : {}),
    ...(given.name !== undefined && given.name !== before.name ? { name: given.name } : {}),
    ...(given.phone !== undefined && given.phone !== before.phone ? { phone: given.phone } : {}),
  };
}

/** The address of the photo of a person; null without one. */
export const buildPhotoUrl = (user_id: string, token: string | undefined): string | null =>
  token === undefined ? null : `/photos/${user_id}/${token}`;
