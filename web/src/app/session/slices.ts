/** The four slices of specification section 3 and their transitions of section 4, as pure functions. */
import type { AccessEntry } from '@dasbor/contract/access';
import type { Profile, RoleAccess } from '../../api/signed-in.ts';

export interface AuthSlice {
  /** Email of the signed-in user; null when signed out. */
  email: string | null;
}

export interface ProfileSlice {
  data: Profile | null;
  loading: boolean;
  error: string | null;
}

export interface MerchantRoleAccessSlice {
  data: RoleAccess;
  /** Entry of the group 'Reports'. */
  reportAccess: AccessEntry | null;
  /** Entry of the group 'Invoices'. */
  invoiceAccess: AccessEntry | null;
  loading: boolean;
  error: string | null;
}

export interface PictureBusinessProfileSlice {
  loading: boolean;
  logoUrl: string | null;
  error: string | null;
}

export interface Slices {
  auth: AuthSlice;
  profile: ProfileSlice;
  merchantRoleAccess: MerchantRoleAccessSlice;
  pictureBusinessProfile: PictureBusinessProfileSlice;
}

export const NO_AUTH: AuthSlice = { email: null };
export const NO_PROFILE: ProfileSlice = { data: null, loading: false, error: null };
export const NO_ROLE_ACCESS: MerchantRoleAccessSlice = {
  data: null,
  reportAccess: null,
  invoiceAccess: null,
  loading: false,
  error: null,
};
export const NO_PICTURE: PictureBusinessProfileSlice = { loading: false, logoUrl: null, error: null };

export const INITIAL_SLICES: Slices = {
  auth: NO_AUTH,
  profile: NO_PROFILE,
  merchantRoleAccess: NO_ROLE_ACCESS,
  pictureBusinessProfile: NO_PICTURE,
};

/** Earlier data stays while it is loaded again. */
export const loading = <Slice extends { loading: boolean }>(slice: Slice): Slice => ({ ...slice, loading: true });

export const profileLoaded = (data: Profile): ProfileSlice => ({ data, loading: false, error: null });
export const profileFailed = (error: string): ProfileSlice => ({ ...NO_PROFILE, error });

function findEntry(data: RoleAccess, group: AccessEntry['group']): AccessEntry | null {
  if (!Array.isArray(data?.access)) return null;
  return data.access.find((entry) => entry.group === group) ?? null;
}

export const roleAccessLoaded = (data: RoleAccess): MerchantRoleAccessSlice => ({
  data,
  reportAccess: findEntry(data, 'Reports'),
  invoiceAccess: findEntry(data, 'Invoices'),
  loading: false,
  error: null,
});
export const roleAccessFailed = (error: string): MerchantRoleAccessSlice => ({ ...NO_ROLE_ACCESS, error });

export const pictureLoaded = (logoUrl: string | null): PictureBusinessProfileSlice => ({
  loading: false,
  logoUrl,
  error: null,
});
export const pictureFailed = (error: string): PictureBusinessProfileSlice => ({ ...NO_PICTURE, error });
