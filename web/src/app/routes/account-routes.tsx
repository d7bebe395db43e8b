import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../../auth/forgot-password-screen.tsx';
import { ResendEmailScreen } from '../../auth/resend-email-screen.tsx';
import { ResetPasswordScreen } from '../../auth/reset-password-screen.tsx';
import { VerificationEmailCheckScreen, VerificationEmailScreen } from '../../auth/verification-email-screen.tsx';
import { MobileVerificationScreen } from '../../auth/mobile-verification-screen.tsx';
import { RegisterScreen } from '../../auth/register-screen.tsx';
import { hasSession } from '../../api/session.ts';
import { Logo } from '../shell/logo.tsx';
import { paths } from './paths.ts';

const logo = <Logo height={40} />;
const useParam = (name: string): string => (useParams({ strict: false }) as Record<string, string>)[name] ?? '';

/** The public screens of an account, with the parameters of their paths. */
export const ForgotPasswordRoute = () => <ForgotPasswordScreen logo={logo} />;
export const ResendEmailRoute = () => <ResendEmailScreen logo={logo} email={useParam('email')} />;
export function ResetPasswordRoute() {
  const token = useParam('token');
  return <ResetPasswordScreen key={token} logo={logo} token={token} />;
}
export function VerificationEmailRoute() {
  const token = useParam('token');
  return <VerificationEmailScreen key={token} logo={logo} token={token} />;
}
export function VerificationEmailCheckRoute() {
  const { email } = useSearch({ from: '__root__' });
  return <VerificationEmailCheckScreen logo={logo} email={typeof email === 'string' ? email : undefined} />;
}
export function RegisterRoute() {
  const navigate = useNavigate();
  const onRegistered = (email: string): void =>
    void navigate({ to: paths.verificationEmailCheck(), search: { email }, replace: true });
  return <RegisterScreen logo={logo} onRegistered={onRegistered} />;
}
/** The route is public, but a number belongs to a signed-in person. */
export function MobileVerificationRoute() {
  const navigate = useNavigate();
  return (
    <MobileVerificationScreen
      logo={logo}
      is_signed_in={hasSession()}
      onContinue={() => void navigate({ to: paths.dashboard() })}
    />
  );
}
