import { GROUP_VIEWER } from '@dasbor/contract/access';
import { Button, Center, Loader } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { connectLive } from '../../api/live.ts';
import { useLiveCache } from '../../api/live-cache.ts';
import { createQueryClient } from '../../api/query.ts';
import { SESSION_KEY } from '../../api/session.ts';
import { SignedInContext } from '../../api/signed-in.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { findAccessLevel } from './access.ts';
import { handleError } from '../errors/error-handler.ts';
import { setReportUser } from '../errors/error-reporting.ts';
import { lazyComponent } from '../routes/lazy-screen.ts';
import { Logo } from '../shell/logo.tsx';
import { loadSlices } from './load-slices.ts';
import { usePersistedState } from './persisted-state.ts';
import { forgetUser, signOut } from './session-actions.ts';
import { messages } from '../messages.ts';
import { messages as frameMessages } from '../shell/messages.ts';

const EnrolmentScreen = lazyComponent(
  async () => (await import('../../second-factor/enrolment-screen.tsx')).EnrolmentScreen,
);

/** Connects to live events. */
function Live({ client, is_off }: { client: QueryClient; is_off: boolean }) {
  // Shared users of a group have no live events.
  useEffect(() => (is_off ? undefined : connectLive()), [is_off]);
  useLiveCache(client);
  return null;
}

/** Loads the signed-in user before anything is shown, unless the persisted state has it. */
export function SignedInGate({ children }: { children: (onSignOut: () => void) => ReactNode }) {
  const t = messages();
  const navigate = useNavigate();
  const [client] = useState(() => createQueryClient(handleError));
  const { profile, merchantRoleAccess } = usePersistedState();
  const role_access = merchantRoleAccess.data;
  const signed_in = useMemo(
    () => ({
      profile: profile.data,
      role_access,
      levelOf: (group: Parameters<typeof findAccessLevel>[2]) => findAccessLevel(profile.data, role_access, group),
    }),
    [profile.data, role_access],
  );
  // Before the first paint: a failure that an earlier page persisted is not shown while everything is loaded again.
  useLayoutEffect(() => void loadSlices(), []);
  useEffect(() => {
    // The page returns from the back-forward cache; its requests were cancelled when it was left.
    const onPageShow = (event: PageTransitionEvent) => void (event.persisted && loadSlices());
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  useEffect(() => setReportUser(profile.data), [profile.data]);
  useEffect(() => {
    // Signed out in another tab: this tab follows.
    const onStorage = (event: StorageEvent) => {
      if (event.key !== SESSION_KEY || event.newValue !== null) return;
      forgetUser();
      void navigate({ to: '/login', ignoreBlocker: true });
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [navigate]);

  const onSignOut = () =>
    void signOut().then(() => {
      client.clear();
      return navigate({ to: '/login', ignoreBlocker: true });
    });

  // Without the role access every screen would look forbidden.
  const missing = profile.data === null ? profile : role_access === null ? merchantRoleAccess : null;
  const error = missing === null || missing.loading ? null : missing.error;
  if (profile.data === null || error !== null) {
    if (error === null) {
      return (
        <Center mih="100dvh">
          <Loader aria-label={t.loading} role="status" />
        </Center>
      );
    }
    return (
      <Center mih="100dvh">
        <div>
          <FailedState detail={error} onRetry={() => void loadSlices()} />
          <Center>
            <Button variant="subtle" onClick={onSignOut}>
              {frameMessages().account.sign_out}
            </Button>
          </Center>
        </div>
      </Center>
    );
  }
  return (
    <QueryClientProvider client={client}>
      <SignedInContext value={signed_in}>
        {profile.data.needs_second_factor ? (
          <Suspense>
            <EnrolmentScreen logo={<Logo height={40} />} onContinue={() => void loadSlices()} onSignOut={onSignOut} />
          </Suspense>
        ) : (
          <>
            <Live client={client} is_off={profile.data?.role === GROUP_VIEWER} />
            {children(onSignOut)}
          </>
        )}
      </SignedInContext>
    </QueryClientProvider>
  );
}
