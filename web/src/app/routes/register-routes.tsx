// These screens are outside the frame, which loads the styles of all other screens.
import '../../ui/frame-styles.ts';
import type { ReactNode } from 'react';
import { hasSession } from '../../api/session.ts';
import { RegistrationSignInScreen } from '../../auth/registration-sign-in-screen.tsx';
import { RegisterFlowScreen } from '../../business-profile/register-flow-screen.tsx';
import { RegisterFormScreen } from '../../business-profile/register-form-screen.tsx';
import { RegisterFrame } from '../../business-profile/register-frame.tsx';
import { SignedInGate } from '../session/signed-in-gate.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { Logo } from '../shell/logo.tsx';
import { paths } from './paths.ts';

interface RegistrationProps {
  page: 'flow' | 'enterprise' | 'personal';
  path: string;
  children: ReactNode;
}

/** The rest of the registration: public addresses (specification section 2) whose forms need a session. */
const Registration = ({ page, path, children }: RegistrationProps) =>
  hasSession() ? (
    <SignedInGate>
      {(onSignOut) => (
        <RegisterFrame logo={<Logo height={32} />} onSignOut={onSignOut}>
          {children}
          <LeaveGuard />
        </RegisterFrame>
      )}
    </SignedInGate>
  ) : (
    <RegistrationSignInScreen logo={<Logo height={40} />} page={page} path={path} />
  );

export const RegisterFlowRoute = () => (
  <Registration page="flow" path={paths.registerFlow()}>
    <RegisterFlowScreen />
  </Registration>
);

export const RegisterPersonalRoute = () => (
  <Registration page="personal" path={paths.registerFormPersonal()}>
    <RegisterFormScreen kind="personal" />
  </Registration>
);

export const RegisterEnterpriseRoute = () => (
  <Registration page="enterprise" path={paths.registerFormEnterprise()}>
    <RegisterFormScreen kind="enterprise" />
  </Registration>
);
