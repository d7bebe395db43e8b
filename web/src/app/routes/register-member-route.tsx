import { useRouter, useSearch } from '@tanstack/react-router';
import { RegisterMemberScreen } from '../../auth/register-member-screen.tsx';
import { signIn } from '../session/session-actions.ts';
import { Logo } from '../shell/logo.tsx';
import { paths } from './paths.ts';

/** Accepts an invitation, then opens the dashboard of the merchant. */
export function RegisterMemberRoute() {
  const router = useRouter();
  const token = useSearch({ from: '__root__' })['token'] ?? '';
  return (
    <RegisterMemberScreen
      logo={<Logo height={40} />}
      token={String(token)}
      signIn={signIn}
      onSignedIn={() => router.history.replace(paths.dashboard())}
    />
  );
}
