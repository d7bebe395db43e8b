import { useRouter, useSearch } from '@tanstack/react-router';
import { LoginScreen } from '../../auth/login-screen.tsx';
import { Logo } from '../shell/logo.tsx';
import { safeRedirect } from '../session/redirect.ts';
import { signIn, signInByPasskey } from '../session/session-actions.ts';

/** Sign-in, followed by the redirect to the requested page. */
export function LoginRoute() {
  const router = useRouter();
  const search = useSearch({ from: '__root__' });
  return (
    <LoginScreen
      logo={<Logo height={40} />}
      signIn={signIn}
      signInByPasskey={signInByPasskey}
      onSignedIn={() => router.history.replace(safeRedirect(search['redirect']))}
    />
  );
}
