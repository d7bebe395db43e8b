import type { ReactNode } from 'react';
import { RegisterFlowScreen } from '../../business-profile/register-flow-screen.tsx';
import { RegisterFormScreen } from '../../business-profile/register-form-screen.tsx';
import { RegisterFrame } from '../../business-profile/register-frame.tsx';
import { SignedInGate } from '../session/signed-in-gate.tsx';
import { Logo } from '../shell/logo.tsx';

/** The rest of the registration, for people who are signed in. */
const Registration = ({ children }: { children: ReactNode }) => (
  <SignedInGate>
    {(onSignOut) => (
      <RegisterFrame logo={<Logo height={32} />} onSignOut={onSignOut}>
        {children}
      </RegisterFrame>
    )}
  </SignedInGate>
);

export const RegisterFlowRoute = () => (
  <Registration>
    <RegisterFlowScreen />
  </Registration>
);

export const RegisterPersonalRoute = () => (
  <Registration>
    <RegisterFormScreen kind="personal" />
  </Registration>
);

export const RegisterEnterpriseRoute = () => (
  <Registration>
    <RegisterFormScreen kind="enterprise" />
  </Registration>
);
