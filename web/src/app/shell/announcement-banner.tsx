import { isProviderRole } from '@dasbor/contract/access';
import { Suspense } from 'react';
import { useSignedIn } from '../../api/signed-in.ts';
import { lazyComponent } from '../routes/lazy-screen.ts';

const AnnouncementBanners = lazyComponent(
  async () => (await import('../../announcement/banners.tsx')).AnnouncementBanners,
);

/** Announcements from the provider, for users of merchants. Staff who impersonate a merchant cannot dismiss them. */
export function AnnouncementBanner() {
  const { profile } = useSignedIn();
  if (profile === null || isProviderRole(profile.role)) return null;
  return (
    <Suspense>
      <AnnouncementBanners may_dismiss={profile.impersonation_ends_at === null} />
    </Suspense>
  );
}
