/** The signed-in user, for screens: provided by the app from the persisted slices, read by any feature. */
import { type AccessGroup, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import type { getMerchantRoleAccess, getProfile } from '@dasbor/contract/profile';
import type { Output } from '@dasbor/contract/route';
import { createContext, useContext } from 'react';

export type Profile = Output<typeof getProfile>['data'];
/** Role access data of specification section 3; null for people who belong to no merchant. */
export type RoleAccess = Output<typeof getMerchantRoleAccess>['data'];

export interface SignedIn {
  profile: Profile | null;
  /** Undefined until it is loaded. */
  role_access: RoleAccess | undefined;
  /** Level that the signed-in user holds on a group. */
  levelOf: (group: AccessGroup) => AccessLevel;
}

export const SignedInContext = createContext<SignedIn>({
  profile: null,
  role_access: undefined,
  levelOf: () => 'disabled',
});

export const useSignedIn = (): SignedIn => useContext(SignedInContext);

/** Whether the signed-in user reaches a level on a group. The server enforces it; this only hides or disables. */
export const useHasAccess = (group: AccessGroup, level: Exclude<AccessLevel, 'disabled'>): boolean =>
  hasLevel(useSignedIn().levelOf(group), level);
