import { useRouter, useSearch } from '@tanstack/react-router';
import { RegisterMemberScreen } from '../../auth/register-member-screen.tsx';
import { hasSession } from '../../api/session.ts';
import { RecoveryCodesModal } from '../../second-factor/recovery-codes-modal.tsx';
import { TotpKey } from '../../second-factor/totp-key.tsx';
import { usePersistedState } from '../session/persisted-state.ts';
import { signIn } from '../session/session-actions.ts';
import { openWorkspace } from '../session/switch-merchant.ts';
import { Logo } from '../shell/logo.tsx';
import { paths } from './paths.ts';

/** Accepts an invitation, then opens the dashboard of the merchant or account group. Staff of the provider sign in first. */
export function RegisterMemberRoute() {
  const router = useRouter();
  const token = useSearch({ from: '__root__' })['token'] ?? '';
  const email = usePersistedState(({ profile, auth }) => profile.data?.email ?? auth.email);
  return (
    <RegisterMemberScreen
      logo={<Logo height={40} />}
      token={String(token)}
      signed_in_as={hasSession() ? email : null}
      signIn={signIn}
      renderKey={(enrolment) => <TotpKey enrolment={enrolment} />}
      renderRecoveryCodes={(codes, onClose) => <RecoveryCodesModal codes={codes} onClose={onClose} />}
      onSetUp={() => router.history.replace(paths.login())}
      onJoined={openWorkspace}
      onSignedIn={() => router.history.replace(paths.dashboard())}
    />
  );
}
