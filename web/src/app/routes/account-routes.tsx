import { useParams, useSearch } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../../auth/forgot-password-screen.tsx';
import { ResendEmailScreen } from '../../auth/resend-email-screen.tsx';
import { ResetPasswordScreen } from '../../auth/reset-password-screen.tsx';
import { VerificationEmailCheckScreen, VerificationEmailScreen } from '../../auth/verification-email-screen.tsx';
import { Logo } from '../shell/logo.tsx';

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
